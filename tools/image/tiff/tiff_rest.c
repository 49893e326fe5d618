/* A large ImageJ stack has one page; the slices after it are read directly from the file. */
#include "tiff_stated.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Whether the strips of the page are uncompressed and follow each other. */
static bool in_one_piece(const struct tiff_file *f, const struct tiff_page *p, uint64_t *begin)
{
  uint16_t compression = COMPRESSION_NONE;
  uint32_t rows = UINT32_MAX;
  uint64_t *offsets = NULL;
  TIFFGetFieldDefaulted(f->tiff, TIFFTAG_COMPRESSION, &compression);
  TIFFGetFieldDefaulted(f->tiff, TIFFTAG_ROWSPERSTRIP, &rows);
  if (compression != COMPRESSION_NONE || TIFFIsTiled(f->tiff) || p->planar || p->type->bits < 8 || !rows ||
      !TIFFGetField(f->tiff, TIFFTAG_STRIPOFFSETS, &offsets) || !offsets)
    return false;
  *begin = offsets[0];
  for (uint32_t i = 0; i < TIFFNumberOfStrips(f->tiff); i++)
    if (offsets[i] != offsets[0] + (uint64_t)i * rows * (uint64_t)tiff_page_row(p, p->nx))
      return false;
  return true;
}

/* Whether libtiff wrote, or rewrote, the file: its directory is then after the picture, nothing follows, and the number
 * of images is that of a stack from which the page was taken. */
static bool taken_out(const struct tiff_file *f)
{
  uint64_t *offsets = NULL;
  return TIFFIsTiled(f->tiff) || !TIFFGetField(f->tiff, TIFFTAG_STRIPOFFSETS, &offsets) || !offsets ||
         TIFFCurrentDirOffset(f->tiff) > offsets[0];
}

int tiff_rest_find(const struct tiff_file *f, const struct tiff_page *p, const struct tiff_stated *s,
                   struct tiff_rest *rest, struct tile_error *e)
{
  uint64_t slice = (uint64_t)(tiff_page_row(p, p->nx) * p->ny), all, end;
  *rest = (struct tiff_rest){0};
  if (!s->by || strcmp(s->by, "ImageJ") || s->images < 2 || !TIFFLastDirectory(f->tiff) || taken_out(f))
    return TILE_OK;
  if (!in_one_piece(f, p, &rest->offset))
    return tiff_file_reject(f, e, "ImageJ says %lld images, but there is one page", (long long)s->images);
  if (__builtin_mul_overflow(slice, (uint64_t)s->images, &all) || __builtin_add_overflow(all, rest->offset, &end) ||
      end > (uint64_t)f->bytes)
    return tiff_file_reject(f, e, "ImageJ says %lld images, but the file is cut off after %llu of %lld bytes",
                            (long long)s->images, (unsigned long long)((uint64_t)f->bytes - rest->offset) / slice,
                            (long long)f->bytes);
  rest->slices = s->images;
  return TILE_OK;
}

static int read_bytes(const struct tiff_file *f, unsigned char *to, size_t bytes, uint64_t offset, struct tile_error *e)
{
  while (bytes) {
    ssize_t got = pread(TIFFFileno(f->tiff), to, bytes, (off_t)offset);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return tile_fail(e, TILE_FAILED, "%s: byte %llu: %s", f->path, (unsigned long long)offset,
                       got ? strerror(errno) : "the file has become shorter");
    to += got;
    bytes -= (size_t)got;
    offset += (uint64_t)got;
  }
  return TILE_OK;
}

static int read_rows(const struct tiff_file *f, const struct tiff_page *p, unsigned char *to, int64_t rows,
                     uint64_t offset, struct tile_error *e)
{
  int code = read_bytes(f, to, (size_t)(rows * tiff_page_row(p, p->nx)), offset, e);
  if (!code && TIFFIsByteSwapped(f->tiff))
    voxel_type_swap(p->type, to, (size_t)(rows * p->nx * p->channels));
  return code;
}

enum { PIECE = 1 << 20 }; /* bytes per read, if that is more than a row */

static int read_pieces(const struct tiff_file *f, const struct tiff_page *p, uint64_t begin, char *values,
                       struct tile_error *e)
{
  int64_t row = tiff_page_row(p, p->nx), some = row < PIECE ? PIECE / row : 1, rows = some < p->ny ? some : p->ny;
  int64_t held = p->nx * voxel_type_in_memory(p->type)->bits / 8;
  int code = TILE_OK;
  unsigned char *buffer = tile_alloc((size_t)rows, (size_t)row);
  if (!buffer)
    return tile_fail_memory(e, (size_t)(rows * row), "rows of a slice");
  for (int64_t y = 0; y < p->ny && !code; y += rows) {
    int64_t here = rows < p->ny - y ? rows : p->ny - y;
    code = read_rows(f, p, buffer, here, begin + (uint64_t)(y * row), e);
    for (int64_t i = 0; i < here && !code; i++)
      tiff_page_to_memory(p, buffer + i * row, p->nx, values + (y + i) * held);
  }
  free(buffer);
  return code;
}

int tiff_rest_read(const struct tiff_file *f, const struct tiff_page *p, const struct tiff_rest *rest, int64_t slice,
                   void *values, struct tile_error *e)
{
  uint64_t begin = rest->offset + (uint64_t)slice * (uint64_t)(tiff_page_row(p, p->nx) * p->ny);
  return tiff_page_is_plain(p) ? read_rows(f, p, values, p->ny, begin, e) : read_pieces(f, p, begin, values, e);
}

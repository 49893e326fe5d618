/* SPDX-License-Identifier: BSD-3-Clause */
/* Slices without pages: those after the only page of a large ImageJ stack, and those of a page with a depth, are read
 * directly from the file. */
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
  if (compression != COMPRESSION_NONE || TIFFIsTiled(f->tiff) || p->planar || p->type->bits % 8 || !rows ||
      !TIFFGetField(f->tiff, TIFFTAG_STRIPOFFSETS, &offsets) || !offsets)
    return false;
  *begin = offsets[0];
  for (uint32_t i = 0; i < TIFFNumberOfStrips(f->tiff); i++)
    if (offsets[i] != offsets[0] + (uint64_t)i * rows * (uint64_t)tiff_page_row(p, p->nx))
      return false;
  return true;
}

/* Whether the offsets of all strips of a deep page are known to follow each other; those of the first slice do. */
static bool is_deep_piece(const struct tiff_file *f, const struct tiff_page *p, uint64_t begin)
{
  uint32_t rows = UINT32_MAX;
  TIFFGetFieldDefaulted(f->tiff, TIFFTAG_ROWSPERSTRIP, &rows);
  const uint64_t row = (uint64_t)tiff_page_row(p, p->nx), strips = TIFFNumberOfStrips(f->tiff),
                 all = strips * (uint64_t)p->nz;
  if (strips == 1 && tiff_file_strip(f, 1) == UINT64_MAX)
    return true; /* one strip for all */
  for (uint64_t i = strips; i < all; i++)
    if (tiff_file_strip(f, i) != begin + i / strips * (row * (uint64_t)p->ny) + i % strips * (rows * row))
      return false;
  return true;
}

/* Whether the slices end before the end of the file, or before the directory if that follows the first one. */
static bool have_room(const struct tiff_file *f, uint64_t offset, uint64_t slice, int64_t slices)
{
  uint64_t all, end;
  const uint64_t directory = TIFFCurrentDirOffset(f->tiff), limit = directory > offset ? directory : (uint64_t)f->bytes;
  return !__builtin_mul_overflow(slice, (uint64_t)slices, &all) && !__builtin_add_overflow(all, offset, &end) &&
         end <= limit;
}

/* Whether libtiff wrote, or rewrote, the file: its directory is then after the picture. The number of images may be
 * that of a stack from which the page was taken. */
static bool taken_out(const struct tiff_file *f)
{
  uint64_t *offsets = NULL;
  return TIFFIsTiled(f->tiff) || !TIFFGetField(f->tiff, TIFFTAG_STRIPOFFSETS, &offsets) || !offsets ||
         TIFFCurrentDirOffset(f->tiff) > offsets[0];
}

/* The slices of a page with a depth; those in tiles are read by libtiff. */
static int find_deep(const struct tiff_file *f, const struct tiff_page *p, struct tiff_rest *rest, struct tile_error *e)
{
  const uint64_t slice = (uint64_t)(tiff_page_row(p, p->nx) * p->ny);
  uint16_t compression = COMPRESSION_NONE;
  uint32_t depth = 1;
  TIFFGetFieldDefaulted(f->tiff, TIFFTAG_COMPRESSION, &compression);
  TIFFGetFieldDefaulted(f->tiff, TIFFTAG_TILEDEPTH, &depth);
  if (TIFFIsTiled(f->tiff) && (depth == 1 || compression == COMPRESSION_NONE))
    return TILE_OK;
  if (TIFFIsTiled(f->tiff) || f->page || !TIFFLastDirectory(f->tiff) || !in_one_piece(f, p, &rest->offset) ||
      !is_deep_piece(f, p, rest->offset))
    return tiff_file_reject(f, e,
                            "%lld slices in one page can be read only uncompressed and as the only page: save each "
                            "slice as a page",
                            (long long)p->nz);
  if (!have_room(f, rest->offset, slice, p->nz))
    return tiff_file_reject(f, e, "states %lld slices, but the file is cut off", (long long)p->nz);
  rest->slices = p->nz;
  return TILE_OK;
}

int tiff_rest_find(const struct tiff_file *f, const struct tiff_page *p, const struct tiff_stated *s,
                   struct tiff_rest *rest, struct tile_error *e)
{
  const uint64_t slice = (uint64_t)(tiff_page_row(p, p->nx) * p->ny);
  *rest = (struct tiff_rest){0};
  if (p->nz > 1)
    return find_deep(f, p, rest, e);
  if (!s->by || tiff_stated_is_ome(s) || s->images < 2 || f->page || !TIFFLastDirectory(f->tiff))
    return TILE_OK;
  const bool piece = in_one_piece(f, p, &rest->offset), whole = piece && have_room(f, rest->offset, slice, s->images);
  if (!whole && taken_out(f))
    return TILE_OK;
  if (!piece)
    return tiff_file_reject(f, e, "%s says %lld images, but there is one page", s->by, (long long)s->images);
  if (!whole)
    return tiff_file_reject(f, e, "%s says %lld images, but the file is cut off after %llu of %lld bytes", s->by,
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

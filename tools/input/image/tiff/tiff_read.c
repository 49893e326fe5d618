/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads the values of one page, strip by strip or tile by tile. */
#include "tiff_file.h"

#include <stdlib.h>
#include <string.h>

/* Messages for a strip or tile that libtiff could not decode, or decoded with a message. */
static const char unread[] = "cannot be read", damaged[] = "is damaged";

static int no_memory(const struct tiff_file *f, uint64_t bytes, struct tile_error *e)
{
  tile_fail_memory(e, bytes, f->path);
  return e->code;
}

void tiff_page_to_memory(const struct tiff_page *p, const unsigned char *row, int64_t width, void *values)
{
  size_t channel = (size_t)(p->planar ? 0 : p->channel), stride = (size_t)(p->planar ? 1 : p->channels);
  voxel_type_to_memory(p->type, values, row, (size_t)width, channel, stride);
}

bool tiff_page_is_plain(const struct tiff_page *p)
{
  return voxel_type_in_memory(p->type) == p->type && (p->planar || p->channels == 1);
}

/* The position of value x, y of a slice. */
static char *place(const struct tiff_page *p, void *values, int64_t x, int64_t y)
{
  return (char *)values + (y * p->nx + x) * (voxel_type_in_memory(p->type)->bits / 8);
}

static uint16_t plane_of(const struct tiff_page *p)
{
  return (uint16_t)(p->planar ? p->channel : 0);
}

/* ---- deflate ---- */

/* libtiff accepts a strip or tile that decompresses to more bytes than it should, so there are files whose last strip
 * is complete although the page has fewer rows. But libdeflate omits the run of bytes, 64 KiB at most, that would
 * exceed the end. Such a strip is read by zlib, which reads it to its end. The end is cleared before, so that a damaged
 * strip does not return old values. */
static bool is_deflated(const struct tiff_file *f)
{
  uint16_t compression = COMPRESSION_NONE;
  TIFFGetFieldDefaulted(f->tiff, TIFFTAG_COMPRESSION, &compression);
  return compression == COMPRESSION_DEFLATE || compression == COMPRESSION_ADOBE_DEFLATE;
}

static void clear_end(void *to, size_t bytes)
{
  const size_t most = 1 << 16, end = bytes < most ? bytes : most;
  memset((char *)to + (bytes - end), 0, end);
}

#ifdef TIFFTAG_DEFLATE_SUBCODEC
static tmsize_t read_cut(TIFF *tiff, uint32_t number, void *to, tmsize_t bytes)
{
  int usual = DEFLATE_SUBCODEC_ZLIB;
  TIFFGetField(tiff, TIFFTAG_DEFLATE_SUBCODEC, &usual);
  TIFFSetField(tiff, TIFFTAG_DEFLATE_SUBCODEC, DEFLATE_SUBCODEC_ZLIB);
  const tmsize_t got = TIFFReadEncodedStrip(tiff, number, to, bytes);
  TIFFSetField(tiff, TIFFTAG_DEFLATE_SUBCODEC, usual);
  return got;
}
#else
#define read_cut TIFFReadEncodedStrip
#endif

/* ---- strips ---- */

static tmsize_t decode_strip(const struct tiff_file *f, uint32_t number, void *to, tmsize_t bytes, int64_t rows)
{
  uint32_t stated = UINT32_MAX;
  if (!is_deflated(f))
    return TIFFReadEncodedStrip(f->tiff, number, to, bytes);
  clear_end(to, (size_t)bytes);
  TIFFGetFieldDefaulted(f->tiff, TIFFTAG_ROWSPERSTRIP, &stated);
  const bool cut = stated != UINT32_MAX && rows < stated;
  return (cut ? read_cut : TIFFReadEncodedStrip)(f->tiff, number, to, bytes);
}

/* Decodes strips into `to`, which has room for one; if it is NULL, directly to their positions. */
static int read_strip(const struct tiff_file *f, const struct tiff_page *p, int64_t y, int64_t rows, unsigned char *to,
                      void *values, struct tile_error *e)
{
  int64_t row = tiff_page_row(p, p->nx), bytes = rows * row;
  uint32_t number = TIFFComputeStrip(f->tiff, (uint32_t)y, plane_of(p));
  const bool whole = decode_strip(f, number, to ? (void *)to : place(p, values, 0, y), bytes, rows) >= bytes;
  if (!whole || !tiff_file_content())
    return tiff_file_reject(f, e, "strip %u %s", number, whole ? damaged : unread);
  for (int64_t i = 0; to && i < rows; i++)
    tiff_page_to_memory(p, to + i * row, p->nx, place(p, values, 0, y + i));
  return TILE_OK;
}

static int read_strips(const struct tiff_file *f, const struct tiff_page *p, void *values, struct tile_error *e)
{
  uint32_t stated = UINT32_MAX;
  TIFFGetFieldDefaulted(f->tiff, TIFFTAG_ROWSPERSTRIP, &stated);
  int64_t rows = stated < p->ny ? stated : p->ny, row = tiff_page_row(p, p->nx);
  if (rows < 1)
    return tiff_file_reject(f, e, "strips of no rows");
  unsigned char *buffer = tiff_page_is_plain(p) ? NULL : tile_alloc((size_t)rows, (size_t)row);
  if (!buffer && !tiff_page_is_plain(p))
    return no_memory(f, (uint64_t)(rows * row), e);
  int code = TILE_OK;
  for (int64_t y = 0; y < p->ny && !code; y += rows)
    code = read_strip(f, p, y, rows < p->ny - y ? rows : p->ny - y, buffer, values, e);
  free(buffer);
  return code;
}

/* ---- tiles ---- */

/* Copies the part of a decoded tile that is in the page. */
static void place_tile(const struct tiff_page *p, const unsigned char *tile, const uint32_t side[2], int64_t x,
                       int64_t y, void *values)
{
  int64_t width = side[0] < p->nx - x ? side[0] : p->nx - x;
  int64_t height = side[1] < p->ny - y ? side[1] : p->ny - y;
  for (int64_t row = 0; row < height; row++)
    tiff_page_to_memory(p, tile + row * tiff_page_row(p, side[0]), width, place(p, values, x, y + row));
}

/* libtiff decodes only the first slice of a tile of several; without compression its bytes are the values. */
static tmsize_t read_deep(TIFF *tiff, uint32_t number, void *to, tmsize_t bytes)
{
  return TIFFReadRawTile(tiff, number, to, bytes);
}

static int read_tile(const struct tiff_file *f, uint32_t number, unsigned char *tile, uint64_t bytes, bool deep,
                     struct tile_error *e)
{
  if (is_deflated(f))
    clear_end(tile, bytes);
  const bool whole =
      (deep ? read_deep : TIFFReadEncodedTile)(f->tiff, number, tile, (tmsize_t)bytes) >= (tmsize_t)bytes;
  return whole && tiff_file_content() ? TILE_OK
                                      : tiff_file_reject(f, e, "tile %u %s", number, whole ? damaged : unread);
}

static int read_tiles(const struct tiff_file *f, const struct tiff_page *p, int64_t slice, void *values,
                      struct tile_error *e)
{
  uint32_t side[3] = {0, 0, 1};
  uint64_t plane, bytes;
  TIFFGetField(f->tiff, TIFFTAG_TILEWIDTH, &side[0]);
  TIFFGetField(f->tiff, TIFFTAG_TILELENGTH, &side[1]);
  TIFFGetFieldDefaulted(f->tiff, TIFFTAG_TILEDEPTH, &side[2]);
  side[2] = p->nz > 1 ? side[2] : 1;
  if (!side[0] || !side[1] || !side[2] ||
      __builtin_mul_overflow((uint64_t)tiff_page_row(p, side[0]), side[1], &plane) ||
      __builtin_mul_overflow(plane, side[2], &bytes) || !tiff_file_plausible(f, bytes, p->nx))
    return tiff_file_reject(f, e, "impossible tiles of %u x %u", side[0], side[1]);
  unsigned char *tile = tile_alloc(bytes, 1);
  if (!tile)
    return no_memory(f, bytes, e);
  int code = TILE_OK;
  for (int64_t y = 0; y < p->ny && !code; y += side[1])
    for (int64_t x = 0; x < p->nx && !code; x += side[0]) {
      uint32_t number = TIFFComputeTile(f->tiff, (uint32_t)x, (uint32_t)y, (uint32_t)slice, plane_of(p));
      code = read_tile(f, number, tile, bytes, side[2] > 1, e);
      if (!code && side[2] > 1 && p->type->bits % 8 == 0 && TIFFIsByteSwapped(f->tiff))
        voxel_type_swap(p->type, tile, bytes / ((uint64_t)p->type->bits / 8));
      if (!code)
        place_tile(p, tile + (uint64_t)slice % side[2] * plane, side, x, y, values);
    }
  free(tile);
  return code;
}

int tiff_page_read(const struct tiff_file *f, const struct tiff_page *p, int64_t slice, void *values,
                   struct tile_error *e)
{
  tiff_file_begin_values();
  return TIFFIsTiled(f->tiff) ? read_tiles(f, p, slice, values, e) : read_strips(f, p, values, e);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* BMP files as reconstruction programs write them (NRecon): one value a pixel, or three, without compression. */
#include "picture_page.h"

#include "known_format.h"
#include "regular.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { FILE_HEADER = 14, CORE = 12, HEADER = 40, HEADER_MOST = 124, COLOURS = 256 };

struct bmp {
  const char *path;
  FILE *in;
  uint64_t bytes;         /* of the file */
  unsigned char *row;     /* one as stored */
  uint64_t at, row_bytes; /* where the pixels begin; of a row as stored */
  uint32_t bits, colours; /* of a pixel; of the palette, as far as it is stated */
  bool from_top, core;    /* core: the short header of OS/2 */
  uint32_t header;        /* bytes of the second header */
  uint32_t compression;
  struct picture_page page; /* what is known of it */
};

static uint32_t get16(const unsigned char *at)
{
  return at[0] | (uint32_t)at[1] << 8;
}

static uint32_t get32(const unsigned char *at)
{
  return get16(at) | get16(at + 2) << 16;
}

static bool known_header(uint32_t bytes)
{
  return bytes == CORE || (bytes >= HEADER && bytes <= HEADER_MOST);
}

/* Two letters say little: its name or the second header must confirm them. */
static bool bmp_is(const char *path)
{
  struct file_begin b;
  const char *dot = strrchr(path, '.');
  if (!file_begin_read(&b, path) || !file_begin_has(&b, "BM", 2, 0))
    return false;
  return (dot && strcasecmp(dot, ".bmp") == 0) ||
         (b.length >= FILE_HEADER + 4 && known_header(get32((const unsigned char *)b.bytes + FILE_HEADER)));
}

static int reject(const struct bmp *b, const char *why, struct tile_error *e)
{
  return tile_fail(e, TILE_REJECTED, "%s: %s", b->path, why);
}

static int open_file(struct bmp *b, const char *path, struct tile_error *e)
{
  struct stat status;
  *b = (struct bmp){.path = path, .in = tile_read_regular(path, e)};
  if (!b->in)
    return e->code;
  if (fstat(fileno(b->in), &status))
    return tile_fail(e, TILE_FAILED, "%s: %s", path, strerror(errno));
  b->bytes = (uint64_t)status.st_size;
  return TILE_OK;
}

static void close_file(struct bmp *b)
{
  if (b->in)
    fclose(b->in);
  free(b->row);
}

static int get(struct bmp *b, uint64_t at, void *to, size_t bytes, struct tile_error *e)
{
  errno = 0;
  if (fseeko(b->in, (off_t)at, SEEK_SET) == 0 && fread(to, 1, bytes, b->in) == bytes)
    return TILE_OK;
  return errno ? tile_fail(e, TILE_FAILED, "%s: %s", b->path, strerror(errno)) : reject(b, "a BMP file that is cut", e);
}

/* ---- the headers ---- */

static void take_header(struct bmp *b, const unsigned char *h)
{
  struct picture_page *p = &b->page;
  b->at = get32(h + 10);
  b->header = get32(h + FILE_HEADER);
  b->core = b->header == CORE;
  h += FILE_HEADER;
  const int64_t height = b->core ? (int64_t)get16(h + 6) : (int32_t)get32(h + 8);
  p->nx = b->core ? (int64_t)get16(h + 4) : (int32_t)get32(h + 4);
  p->ny = height < 0 ? -height : height;
  b->from_top = height < 0;
  b->bits = get16(h + (b->core ? 10 : 14));
  b->compression = b->core ? 0 : get32(h + 16);
  b->colours = b->core ? 0 : get32(h + 32);
  b->row_bytes = p->nx > 0 ? ((uint64_t)p->nx * b->bits + 31) / 32 * 4 : 0;
}

static int check_header(const struct bmp *b, struct tile_error *e)
{
  const struct picture_page *p = &b->page;
  if (!known_header(b->header) || p->nx < 1 || p->ny < 1 || p->ny > INT32_MAX)
    return reject(b, "a BMP file without pixels, or with a damaged header", e);
  if (b->compression)
    return reject(b,
                  b->compression <= 2 ? "a BMP file that is compressed (RLE): save it without compression"
                                      : "a BMP file of a kind that is not read: save it as grey levels of 8 bits",
                  e);
  if (b->bits != 1 && b->bits != 4 && b->bits != 8 && b->bits != 24)
    return tile_fail(e, TILE_REJECTED,
                     "%s: a BMP file with %u bits a pixel: 1, 4, 8 and 24 are read; save it as grey levels of 8 bits",
                     b->path, b->bits);
  if (b->at < FILE_HEADER + b->header || b->row_bytes > b->bytes / (uint64_t)p->ny ||
      b->at > b->bytes - b->row_bytes * (uint64_t)p->ny)
    return tile_fail(e, TILE_REJECTED, "%s: a BMP file that is cut: it has %llu bytes, too few for %lld x %lld pixels",
                     b->path, (unsigned long long)b->bytes, (long long)p->nx, (long long)p->ny);
  return TILE_OK;
}

/* Are the colours the greys from black to white, in their order, so that the values are grey levels? */
static int read_palette(struct bmp *b, struct tile_error *e)
{
  unsigned char colour[4 * COLOURS];
  const uint32_t all = 1U << b->bits, bytes = b->core ? 3 : 4,
                 count = b->colours && b->colours < all ? b->colours : all;
  const uint64_t begin = FILE_HEADER + b->header, fit = (b->at - begin) / bytes;
  const uint32_t known = fit < count ? (uint32_t)fit : count;
  int code = get(b, begin, colour, known * bytes, e);
  b->page.grey = known > 1;
  for (uint32_t i = 0; i < known && !code; i++)
    for (int c = 0; c < 3; c++)
      b->page.grey = b->page.grey && colour[i * bytes + (uint32_t)c] == i * 255 / (all - 1);
  return code;
}

static int describe(struct bmp *b, const char *path, struct tile_error *e)
{
  unsigned char h[FILE_HEADER + HEADER] = {0};
  int code = open_file(b, path, e);
  if (!code)
    code = get(b, 0, h, FILE_HEADER + CORE, e);
  if (!code && get32(h + FILE_HEADER) != CORE)
    code = get(b, 0, h, sizeof h, e);
  if (!code) {
    take_header(b, h);
    code = check_header(b, e);
  }
  if (!code && b->bits < 24)
    code = read_palette(b, e);
  b->page.channels = b->bits < 24 ? 1 : 3;
  b->page.colours = b->bits == 24 ? "RGB" : b->page.grey ? "grey" : "palette";
  b->page.type = voxel_type_of('u', b->bits < 8 ? (int)b->bits : 8);
  return code;
}

static int bmp_describe(const char *path, struct picture_page *p, struct tile_error *e)
{
  struct bmp b;
  const int code = describe(&b, path, e);
  *p = b.page;
  close_file(&b);
  return code;
}

/* ---- the pixels ---- */

static int read_rows(struct bmp *b, int channel, char *values, struct tile_error *e)
{
  const struct picture_page *p = &b->page;
  const size_t bytes = (size_t)p->nx * (size_t)voxel_type_in_memory(p->type)->bits / 8;
  const size_t place = (size_t)(p->channels - 1 - channel); /* blue is the first */
  int code = get(b, b->at, b->row, 0, e);
  for (int64_t y = 0; y < p->ny && !code; y++) {
    if (fread(b->row, 1, b->row_bytes, b->in) != b->row_bytes)
      code = ferror(b->in) ? tile_fail(e, TILE_FAILED, "%s: %s", b->path, strerror(errno))
                           : reject(b, "a BMP file that is cut", e);
    if (!code)
      voxel_type_to_memory(p->type, values + (size_t)(b->from_top ? y : p->ny - 1 - y) * bytes, b->row, (size_t)p->nx,
                           place, (size_t)p->channels);
  }
  return code;
}

static int bmp_read(const char *path, const struct picture_page *p, int channel, void *values, struct tile_error *e)
{
  struct bmp b;
  int code = describe(&b, path, e);
  if (!code && (b.page.nx != p->nx || b.page.ny != p->ny || b.page.type != p->type || b.page.channels != p->channels))
    code = reject(&b, "has changed while it was read", e);
  if (!code && !(b.row = tile_alloc(b.row_bytes, 1)))
    code = tile_fail_memory(e, b.row_bytes, "a row");
  if (!code)
    code = read_rows(&b, channel, values, e);
  close_file(&b);
  return code;
}

const struct picture_kind picture_bmp = {"BMP", bmp_is, bmp_describe, bmp_read};

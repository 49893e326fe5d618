#include "tiff_made.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

double tiff_made_value(const struct tiff_made *t, int x, int y, int z)
{
  double value = (7 * x + 13 * y + 29 * z) % 251;
  if (t->kind == 'f')
    return 0.25 * value - 30;
  double scale = t->bits == 8 ? 1 : t->bits == 16 ? 257 : 16843009;
  return t->kind == 'u' ? scale * value : scale * (value - 125);
}

static void store(const struct tiff_made *t, double value, unsigned char *to)
{
  int64_t whole = (int64_t)value;
  float single = (float)value;
  if (t->kind != 'f')
    memcpy(to, &whole, (size_t)t->bits / 8); /* little-endian machine */
  else if (t->bits == 32)
    memcpy(to, &single, sizeof single);
  else
    memcpy(to, &value, sizeof value);
}

static void need(bool good, const char *path)
{
  if (good)
    return;
  perror(path);
  exit(99);
}

enum { SIDE = 16 }; /* of a tile */

static void set_fields(TIFF *tiff, const struct tiff_made *t)
{
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, t->nx);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, t->ny);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, t->bits);
  TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, t->kind == 'u'   ? SAMPLEFORMAT_UINT
                                           : t->kind == 'i' ? SAMPLEFORMAT_INT
                                                            : SAMPLEFORMAT_IEEEFP);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, t->white ? PHOTOMETRIC_MINISWHITE : PHOTOMETRIC_MINISBLACK);
  TIFFSetField(tiff, TIFFTAG_COMPRESSION, t->compression);
  if (t->predictor)
    TIFFSetField(tiff, TIFFTAG_PREDICTOR, t->predictor);
  if (t->tiled) {
    TIFFSetField(tiff, TIFFTAG_TILEWIDTH, SIDE);
    TIFFSetField(tiff, TIFFTAG_TILELENGTH, SIDE);
  } else
    TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, t->rows ? t->rows : t->ny);
}

/* nx*ny values from x, y on; 0 outside the picture. */
static void fill(const struct tiff_made *t, int x, int y, int z, int nx, int ny, unsigned char *to)
{
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++, to += t->bits / 8)
      store(t, x + i < t->nx && y + j < t->ny ? tiff_made_value(t, x + i, y + j, z) : 0, to);
}

static bool write_tiles(TIFF *tiff, const struct tiff_made *t, int z, unsigned char *buffer)
{
  for (int y = 0; y < t->ny; y += SIDE)
    for (int x = 0; x < t->nx; x += SIDE) {
      fill(t, x, y, z, SIDE, SIDE, buffer);
      if (TIFFWriteTile(tiff, buffer, (uint32_t)x, (uint32_t)y, 0, 0) < 0)
        return false;
    }
  return true;
}

static bool write_strips(TIFF *tiff, const struct tiff_made *t, int z, unsigned char *buffer)
{
  int rows = t->rows ? t->rows : t->ny;
  for (int y = 0; y < t->ny; y += rows) {
    int here = rows < t->ny - y ? rows : t->ny - y;
    fill(t, 0, y, z, t->nx, here, buffer);
    if (TIFFWriteEncodedStrip(tiff, (uint32_t)(y / rows), buffer, here * t->nx * t->bits / 8) < 0)
      return false;
  }
  return true;
}

void tiff_make(const char *path, const struct tiff_made *t)
{
  TIFF *tiff = TIFFOpen(path, t->mode);
  unsigned char *buffer = malloc((size_t)(t->nx + SIDE) * (size_t)(t->ny + SIDE) * 8);
  need(tiff && buffer, path);
  for (int z = t->begin; z < t->begin + t->pages; z++) {
    set_fields(tiff, t);
    need(t->tiled ? write_tiles(tiff, t, z, buffer) : write_strips(tiff, t, z, buffer), path);
    need(TIFFWriteDirectory(tiff), path);
  }
  TIFFClose(tiff);
  free(buffer);
}

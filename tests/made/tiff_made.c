#include "tiff_made.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

double tiff_made_value(const struct tiff_made *t, int x, int y, int z)
{
  int value = (7 * x + 13 * y + 29 * z) % 251;
  if (t->kind == 'f')
    return 0.25 * value - 30;
  double scale = t->bits <= 8 ? 1 : t->bits == 16 ? 257 : t->bits == 32 ? 16843009 : 0x1p45 + 1;
  return t->bits < 8 ? value & ((1 << t->bits) - 1) : t->kind == 'u' ? scale * value : scale * (value - 125);
}

/* For a number with 11 significant bits at most. */
static uint16_t half_of(double value)
{
  int exponent;
  double mantissa = frexp(fabs(value), &exponent);
  return value == 0 ? 0 : (uint16_t)((value < 0) << 15 | (exponent + 14) << 10 | ((int)ldexp(mantissa, 11) & 1023));
}

/* Stores the value as number i of a row, on a little-endian machine. */
static void store(const struct tiff_made *t, double value, unsigned char *row, size_t i)
{
  int64_t whole = (int64_t)value;
  float single = (float)value;
  uint16_t half = half_of(value);
  size_t bits = (size_t)t->bits, at = i * bits;
  if (bits < 8)
    row[at / 8] |= (unsigned char)(whole << (8 - bits - at % 8));
  else
    memcpy(row + at / 8,
           t->kind != 'f' ? (void *)&whole
           : bits == 16   ? (void *)&half
           : bits == 32   ? (void *)&single
                          : &value,
           bits / 8);
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
  TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT,
               t->kind == 'u'   ? SAMPLEFORMAT_UINT
               : t->kind == 'i' ? SAMPLEFORMAT_INT
                                : SAMPLEFORMAT_IEEEFP);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, t->channels ? t->channels : 1);
  TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, t->planar ? PLANARCONFIG_SEPARATE : PLANARCONFIG_CONTIG);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC,
               t->channels == 3 ? PHOTOMETRIC_RGB
               : t->white       ? PHOTOMETRIC_MINISWHITE
                                : PHOTOMETRIC_MINISBLACK);
  TIFFSetField(tiff, TIFFTAG_COMPRESSION, t->compression);
  if (t->predictor)
    TIFFSetField(tiff, t->compression == COMPRESSION_CCITTFAX3 ? TIFFTAG_GROUP3OPTIONS : TIFFTAG_PREDICTOR,
                 t->predictor);
  if (t->tiled) {
    TIFFSetField(tiff, TIFFTAG_TILEWIDTH, SIDE);
    TIFFSetField(tiff, TIFFTAG_TILELENGTH, SIDE);
  } else
    TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, t->rows ? t->rows : t->ny);
}

static int channels_of(const struct tiff_made *t)
{
  return t->channels ? t->channels : 1;
}

static int row_bytes(const struct tiff_made *t, int nx)
{
  return (nx * (t->planar ? 1 : channels_of(t)) * t->bits + 7) / 8;
}

/* Fills nx*ny voxels from x, y on: all channels of each, or one plane; 0 outside the picture. */
static void fill(const struct tiff_made *t, int x, int y, int z, int nx, int ny, int plane, unsigned char *to)
{
  int beside = t->planar ? 1 : channels_of(t);
  memset(to, 0, (size_t)(ny * row_bytes(t, nx)));
  for (int j = 0; j < ny; j++, to += row_bytes(t, nx))
    for (int i = 0; i < nx * beside; i++) {
      int at = x + i / beside, channel = plane + i % beside;
      if (at < t->nx && y + j < t->ny)
        store(t, tiff_made_value(t, at, y + j, z + 7 * channel), to, (size_t)i);
    }
}

static bool write_tiles(TIFF *tiff, const struct tiff_made *t, int z, int plane, unsigned char *buffer)
{
  for (int y = 0; y < t->ny; y += SIDE)
    for (int x = 0; x < t->nx; x += SIDE) {
      fill(t, x, y, z, SIDE, SIDE, plane, buffer);
      if (TIFFWriteTile(tiff, buffer, (uint32_t)x, (uint32_t)y, 0, (uint16_t)plane) < 0)
        return false;
    }
  return true;
}

static bool write_strips(TIFF *tiff, const struct tiff_made *t, int z, int plane, unsigned char *buffer)
{
  int rows = t->rows ? t->rows : t->ny;
  for (int y = 0; y < t->ny; y += rows) {
    int here = rows < t->ny - y ? rows : t->ny - y;
    fill(t, 0, y, z, t->nx, here, plane, buffer);
    uint32_t strip = TIFFComputeStrip(tiff, (uint32_t)y, (uint16_t)plane);
    if (TIFFWriteEncodedStrip(tiff, strip, buffer, here * row_bytes(t, t->nx)) < 0)
      return false;
  }
  return true;
}

void tiff_make(const char *path, const struct tiff_made *t)
{
  TIFF *tiff = TIFFOpen(path, t->mode);
  unsigned char *buffer = malloc((size_t)(t->nx + SIDE) * (size_t)(t->ny + SIDE) * 8 * (size_t)channels_of(t));
  need(tiff && buffer, path);
  for (int z = t->begin; z < t->begin + t->pages; z++) {
    set_fields(tiff, t);
    if (t->description && z == t->begin)
      TIFFSetField(tiff, TIFFTAG_IMAGEDESCRIPTION, t->description);
    for (int plane = 0; plane < (t->planar ? channels_of(t) : 1); plane++)
      need(t->tiled ? write_tiles(tiff, t, z, plane, buffer) : write_strips(tiff, t, z, plane, buffer), path);
    need(TIFFWriteDirectory(tiff), path);
  }
  TIFFClose(tiff);
  free(buffer);
}

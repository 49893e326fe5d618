/* One page: what it holds, and its values. */
#include "tiff_file.h"

#include <stdlib.h>
#include <string.h>

static const char *photometric_name(const struct tiff_file *f)
{
  uint16_t photometric;
  if (!TIFFGetField(f->tiff, TIFFTAG_PHOTOMETRIC, &photometric))
    return "unstated";
  return photometric == PHOTOMETRIC_MINISBLACK   ? "MinIsBlack"
         : photometric == PHOTOMETRIC_MINISWHITE ? "MinIsWhite"
                                                 : NULL;
}

static const struct voxel_type *type_of(const struct tiff_file *f, int *bits)
{
  uint16_t stored = 1, format = SAMPLEFORMAT_UINT;
  TIFFGetFieldDefaulted(f->tiff, TIFFTAG_BITSPERSAMPLE, &stored);
  TIFFGetFieldDefaulted(f->tiff, TIFFTAG_SAMPLEFORMAT, &format);
  *bits = stored;
  char kind = format == SAMPLEFORMAT_INT ? 'i' : format == SAMPLEFORMAT_IEEEFP ? 'f' : 'u';
  bool real = format == SAMPLEFORMAT_COMPLEXINT || format == SAMPLEFORMAT_COMPLEXIEEEFP;
  return stored % 8 || real ? NULL : voxel_type_of(kind, stored / 8);
}

/* Nothing is allocated that the file could not fill: as it stands without compression,
 * else within what the densest codec makes of an empty picture. */
static bool plausible(const struct tiff_file *f, uint64_t bytes)
{
  uint16_t compression = COMPRESSION_NONE;
  TIFFGetFieldDefaulted(f->tiff, TIFFTAG_COMPRESSION, &compression);
  return bytes / (compression == COMPRESSION_NONE ? 1 : 65536) <= (uint64_t)f->bytes;
}

static int check_grey(const struct tiff_file *f, struct tiff_page *p, struct tile_error *e)
{
  uint16_t samples = 1, compression = COMPRESSION_NONE;
  int bits;
  TIFFGetFieldDefaulted(f->tiff, TIFFTAG_SAMPLESPERPIXEL, &samples);
  TIFFGetFieldDefaulted(f->tiff, TIFFTAG_COMPRESSION, &compression);
  p->type = type_of(f, &bits);
  p->photometric = photometric_name(f);
  if (samples != 1)
    return tiff_file_reject(f, e, "%d samples a voxel: convert it to one channel of grey levels", samples);
  if (!p->photometric)
    return tiff_file_reject(f, e, "not grey levels (colour, palette or mask): convert it to grey levels");
  if (!p->type)
    return tiff_file_reject(f, e, "%d bits a voxel in this format are not supported: there are " VOXEL_TYPE_NAMES,
                            bits);
  if (!TIFFIsCODECConfigured(compression))
    return tiff_file_reject(f, e, "compression %d is not known to this libtiff", compression);
  return TILE_OK;
}

/* ImageJ writes stacks of more than 4 GiB as one page with the rest behind it. */
static int check_imagej(const struct tiff_file *f, const struct tiff_page *p, struct tile_error *e)
{
  char *text = NULL, *at;
  if (f->page || !TIFFGetField(f->tiff, TIFFTAG_IMAGEDESCRIPTION, &text) || strncmp(text, "ImageJ=", 7) ||
      !(at = strstr(text, "images=")))
    return TILE_OK;
  long images = strtol(at + 7, NULL, 10);
  bool alone = TIFFLastDirectory(f->tiff);
  if (alone && images > 1 && f->bytes / images >= p->nx * p->ny * p->type->bytes)
    return tiff_file_reject(f, e, "ImageJ's format for large stacks (%ld images behind one page): save it as raw "
                                  "data and use --raw", images);
  return TILE_OK;
}

int tiff_page_describe(const struct tiff_file *f, struct tiff_page *p, struct tile_error *e)
{
  uint32_t nx = 0, ny = 0, nz = 1;
  if (!TIFFGetField(f->tiff, TIFFTAG_IMAGEWIDTH, &nx) || !TIFFGetField(f->tiff, TIFFTAG_IMAGELENGTH, &ny) || !nx || !ny)
    return tiff_file_reject(f, e, "states no size");
  TIFFGetFieldDefaulted(f->tiff, TIFFTAG_IMAGEDEPTH, &nz);
  if (nz > 1)
    return tiff_file_reject(f, e, "%u slices in one page are not supported", nz);
  p->nx = nx;
  p->ny = ny;
  int code = check_grey(f, p, e);
  if (code)
    return code;
  uint64_t bytes;
  if (__builtin_mul_overflow((uint64_t)nx * ny, (uint64_t)p->type->bytes, &bytes) || !plausible(f, bytes))
    return tiff_file_reject(f, e, "claims %u x %u voxels of %s, more than a file of %lld bytes can hold", nx, ny,
                            p->type->name, (long long)f->bytes);
  return check_imagej(f, p, e);
}

bool tiff_page_equal(const struct tiff_page *a, const struct tiff_page *b)
{
  return a->nx == b->nx && a->ny == b->ny && a->type == b->type && strcmp(a->photometric, b->photometric) == 0;
}

static int no_memory(const struct tiff_file *f, uint64_t bytes, struct tile_error *e)
{
  tile_fail_memory(e, bytes, f->path);
  return e->code;
}

static int read_strips(const struct tiff_file *f, const struct tiff_page *p, double *values, struct tile_error *e)
{
  uint32_t stated = UINT32_MAX;
  TIFFGetFieldDefaulted(f->tiff, TIFFTAG_ROWSPERSTRIP, &stated);
  int64_t rows = stated < p->ny ? stated : p->ny, row = p->nx * p->type->bytes;
  if (rows < 1)
    return tiff_file_reject(f, e, "strips of no rows");
  void *buffer = tile_alloc((size_t)rows, (size_t)row);
  if (!buffer)
    return no_memory(f, (uint64_t)(rows * row), e);
  int code = TILE_OK;
  for (int64_t y = 0; y < p->ny && !code; y += rows) {
    int64_t here = rows < p->ny - y ? rows : p->ny - y;
    if (TIFFReadEncodedStrip(f->tiff, (uint32_t)(y / rows), buffer, here * row) < here * row)
      code = tiff_file_reject(f, e, "strip %lld cannot be read", (long long)(y / rows));
    else
      p->type->widen(values + y * p->nx, buffer, (size_t)(here * p->nx));
  }
  free(buffer);
  return code;
}

/* The part of a decoded tile that lies in the page. */
static void place_tile(const struct tiff_page *p, const unsigned char *tile, const uint32_t side[2], int64_t x,
                       int64_t y, double *values)
{
  int64_t width = side[0] < p->nx - x ? side[0] : p->nx - x;
  int64_t height = side[1] < p->ny - y ? side[1] : p->ny - y;
  for (int64_t row = 0; row < height; row++)
    p->type->widen(values + (y + row) * p->nx + x, tile + row * side[0] * p->type->bytes, (size_t)width);
}

static int read_tiles(const struct tiff_file *f, const struct tiff_page *p, double *values, struct tile_error *e)
{
  uint32_t side[2] = { 0, 0 };
  uint64_t bytes;
  TIFFGetField(f->tiff, TIFFTAG_TILEWIDTH, &side[0]);
  TIFFGetField(f->tiff, TIFFTAG_TILELENGTH, &side[1]);
  if (!side[0] || !side[1] ||
      __builtin_mul_overflow((uint64_t)side[0] * side[1], (uint64_t)p->type->bytes, &bytes) || !plausible(f, bytes))
    return tiff_file_reject(f, e, "impossible tiles of %u x %u", side[0], side[1]);
  unsigned char *tile = tile_alloc(bytes, 1);
  if (!tile)
    return no_memory(f, bytes, e);
  int code = TILE_OK;
  for (int64_t y = 0; y < p->ny && !code; y += side[1])
    for (int64_t x = 0; x < p->nx && !code; x += side[0]) {
      uint32_t number = TIFFComputeTile(f->tiff, (uint32_t)x, (uint32_t)y, 0, 0);
      if (TIFFReadEncodedTile(f->tiff, number, tile, (tmsize_t)bytes) < (tmsize_t)bytes)
        code = tiff_file_reject(f, e, "tile %u cannot be read", number);
      else
        place_tile(p, tile, side, x, y, values);
    }
  free(tile);
  return code;
}

int tiff_page_read(const struct tiff_file *f, const struct tiff_page *p, double *values, struct tile_error *e)
{
  return TIFFIsTiled(f->tiff) ? read_tiles(f, p, values, e) : read_strips(f, p, values, e);
}

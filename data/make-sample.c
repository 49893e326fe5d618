/* make-sample FOLDER [SIZE]: a small CT scan that nobody had to take.
 *
 * A random pack of overlapping bright grains with dark pores between them,
 * blurred as by a detector, with noise; written as FOLDER/scan0000.tif ..., one
 * 8-bit slice each. The same files on every machine. */
#include "random.h"
#include "source.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <tiffio.h>

enum { DEFAULT_SIZE = 96, PORE = 70, GRAIN = 165, NOISE = 14 };

static void die(const char *what, const char *why)
{
  fprintf(stderr, "make-sample: %s: %s\n", what, why);
  exit(1);
}

/* 1 in pores, 0 in grains; size^3 values, x fastest. */
static double *make_pores(int64_t size)
{
  struct source s;
  struct tile_error e;
  double *pores = tile_alloc((size_t)(size * size * size), sizeof *pores);
  if (!pores)
    die("volume", strerror(ENOMEM));
  if (source_shape(&s, "spheres:porosity=0.38,d=20,seed=2024", (int64_t[]){ size, size, size }, &e))
    die("grains", e.text);
  for (int64_t z = 0; z < size; z++)
    s.read(&s, z, pores + z * size * size, &e);
  s.close(&s);
  return pores;
}

static int64_t clamp(int64_t i, int64_t size)
{
  return i < 0 ? 0 : i < size ? i : size - 1;
}

/* One line of values, `stride` apart, through the binomial filter 1 4 6 4 1. */
static void blur_line(double *line, int64_t stride, int64_t size, double *copy)
{
  static const double weight[] = { 1. / 16, 4. / 16, 6. / 16, 4. / 16, 1. / 16 };
  for (int64_t i = 0; i < size; i++)
    copy[i] = line[i * stride];
  for (int64_t i = 0; i < size; i++) {
    double sum = 0;
    for (int k = 0; k < 5; k++)
      sum += weight[k] * copy[clamp(i + k - 2, size)];
    line[i * stride] = sum;
  }
}

static void blur(double *values, int64_t size)
{
  double *copy = tile_alloc((size_t)size, sizeof *copy);
  if (!copy)
    die("line", strerror(ENOMEM));
  const int64_t stride[] = { 1, size, size * size };
  for (int a = 0; a < 3; a++)
    for (int64_t i = 0; i < size; i++)
      for (int64_t j = 0; j < size; j++)
        blur_line(values + i * stride[(a + 1) % 3] + j * stride[(a + 2) % 3], stride[a], size, copy);
  free(copy);
}

/* The sum of twelve uniform numbers: near enough to normal, mean 0, variance 1. */
static double noise(struct random *r)
{
  double sum = -6;
  for (int i = 0; i < 12; i++)
    sum += random_real(r);
  return sum;
}

static unsigned char grey(double pore, struct random *r)
{
  double level = GRAIN + (PORE - GRAIN) * pore + NOISE * noise(r);
  return (unsigned char)lround(fmin(fmax(level, 0), 255));
}

static void write_slice(const char *path, unsigned char *slice, uint32_t size)
{
  TIFF *t = TIFFOpen(path, "wl");
  if (!t)
    die(path, strerror(errno));
  TIFFSetField(t, TIFFTAG_IMAGEWIDTH, size);
  TIFFSetField(t, TIFFTAG_IMAGELENGTH, size);
  TIFFSetField(t, TIFFTAG_BITSPERSAMPLE, 8);
  TIFFSetField(t, TIFFTAG_SAMPLESPERPIXEL, 1);
  TIFFSetField(t, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
  TIFFSetField(t, TIFFTAG_COMPRESSION, COMPRESSION_NONE);
  TIFFSetField(t, TIFFTAG_ROWSPERSTRIP, size);
  bool good = TIFFWriteEncodedStrip(t, 0, slice, (tmsize_t)size * size) >= 0;
  if (!good || !TIFFFlush(t))
    die(path, "cannot be written");
  TIFFClose(t);
}

static void write_stack(const char *folder, const double *pores, int64_t size)
{
  struct random r = { 1 };
  char path[4096];
  unsigned char *slice = tile_alloc((size_t)(size * size), 1);
  if (!slice)
    die("slice", strerror(ENOMEM));
  for (int64_t z = 0; z < size; z++) {
    for (int64_t i = 0; i < size * size; i++)
      slice[i] = grey(pores[z * size * size + i], &r);
    snprintf(path, sizeof path, "%s/scan%04lld.tif", folder, (long long)z);
    write_slice(path, slice, (uint32_t)size);
  }
  free(slice);
}

int main(int argc, char **argv)
{
  int64_t size = argc == 3 ? strtol(argv[2], NULL, 10) : DEFAULT_SIZE;
  if (argc < 2 || argc > 3 || size < 1 || size > 1024) {
    fputs("usage: make-sample FOLDER [SIZE]\n", stderr);
    return 2;
  }
  if (mkdir(argv[1], 0777) && errno != EEXIST)
    die(argv[1], strerror(errno));
  double *pores = make_pores(size);
  blur(pores, size);
  write_stack(argv[1], pores, size);
  free(pores);
  return 0;
}

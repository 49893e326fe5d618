/* SPDX-License-Identifier: BSD-3-Clause */
/* make-sample FOLDER [SIZE [KIND]]: a small synthetic CT scan.
 *
 * A random pack of overlapping bright grains with dark pores between them, blurred as by a detector, with noise;
 * written as FOLDER/scan0000.tif ..., one 8-bit slice each, or as one of the other kinds of sample.h. The files are the
 * same on every machine. */
#include "random.h"
#include "sample.h"
#include "source.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { DEFAULT_SIZE = 96, PORE = 70, GRAIN = 165, NOISE = 14 };

void sample_die(const char *what, const char *why)
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
    sample_die("volume", strerror(ENOMEM));
  if (source_shape(&s, "spheres:porosity=0.38,d=20,seed=2024", (int64_t[]){size, size, size}, &e))
    sample_die("grains", e.text);
  for (int64_t z = 0; z < size; z++)
    s.read(&s, z, pores + z * size * size, &e);
  s.close(&s);
  return pores;
}

static int64_t clamp(int64_t i, int64_t size)
{
  return i < 0 ? 0 : i < size ? i : size - 1;
}

/* Applies the binomial filter 1 4 6 4 1 to one line of values, `stride` apart. */
static void blur_line(double *line, int64_t stride, int64_t size, double *copy)
{
  static const double weight[] = {1. / 16, 4. / 16, 6. / 16, 4. / 16, 1. / 16};
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
    sample_die("line", strerror(ENOMEM));
  const int64_t stride[] = {1, size, size * size};
  for (int a = 0; a < 3; a++)
    for (int64_t i = 0; i < size; i++)
      for (int64_t j = 0; j < size; j++)
        blur_line(values + i * stride[(a + 1) % 3] + j * stride[(a + 2) % 3], stride[a], size, copy);
  free(copy);
}

/* The sum of twelve uniform random numbers: close to normal, mean 0, variance 1. */
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

static unsigned char *make_grey(const double *pores, int64_t size)
{
  struct random r = {1};
  const size_t count = (size_t)(size * size * size);
  unsigned char *level = tile_alloc(count, 1);
  if (!level)
    sample_die("volume", strerror(ENOMEM));
  for (size_t i = 0; i < count; i++)
    level[i] = grey(pores[i], &r);
  return level;
}

static sample_writer *writer_named(const char *name)
{
  static const struct {
    const char *name;
    sample_writer *write;
  } kinds[] = {{"slices", sample_slices}, {"imagej", sample_imagej}, {"ome", sample_ome},
               {"labels", sample_labels}, {"raw", sample_raw},       {"dicom", sample_dicom}};
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
    if (strcmp(kinds[k].name, name) == 0)
      return kinds[k].write;
  return NULL;
}

int main(int argc, char **argv)
{
  int64_t size = argc >= 3 ? strtol(argv[2], NULL, 10) : DEFAULT_SIZE;
  sample_writer *write = writer_named(argc == 4 ? argv[3] : "slices");
  if (argc < 2 || argc > 4 || size < 1 || size > 1024 || !write) {
    fputs("usage: make-sample FOLDER [SIZE [slices|imagej|ome|labels|raw|dicom]]\n", stderr);
    return 2;
  }
  if (mkdir(argv[1], 0777) && errno != EEXIST)
    sample_die(argv[1], strerror(errno));
  double *pores = make_pores(size);
  blur(pores, size);
  const struct sample s = {.size = size, .grey = make_grey(pores, size), .pores = pores};
  write(argv[1], &s);
  free(s.grey);
  free(pores);
  return 0;
}

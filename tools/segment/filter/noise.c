/* SPDX-License-Identifier: BSD-3-Clause */
#include "noise.h"

#include <math.h>
#include <stdlib.h>

enum { SLICES = 16, ENOUGH = 1 << 18 }; /* voxels of a slice: of larger ones only some rows are taken */

/* Medians of magnitudes of normal numbers of standard deviation 1 are this large. */
static const double median_of_normal = 0.6744897501960817;

struct look {
  struct source *from;
  double *slice[3]; /* one after the other, or only the middle one */
  float *found;     /* magnitudes in a slice */
  float *flat;      /* in it the values of neighbourhoods that have a single one */
  int64_t next;     /* slice of a source that is only read in order */
};

/* Sources that only go forward are read slice by slice. */
static int read_slice(struct look *l, int64_t z, double *to, struct tile_error *e)
{
  int code = TILE_OK;
  for (; l->from->forward && l->next < z && !code; l->next++)
    code = l->from->read(l->from, l->next, to, e);
  l->next = z + 1;
  return code ? code : l->from->read(l->from, z, to, e);
}

/* The second difference along x and y at the middle of 3 x 3 values. */
static double difference(const double *at, int64_t nx)
{
  return at[-nx - 1] - 2 * at[-nx] + at[-nx + 1] - 2 * (at[-1] - 2 * at[0] + at[1]) + at[nx - 1] - 2 * at[nx] +
         at[nx + 1];
}

static void exchange(float *a, float *b)
{
  const float was = *a;
  *a = *b;
  *b = was;
}

/* NaN if there are no numbers. Sorts no more than it must (Hoare 1961): sorting would take most of the time. */
static double median(float *v, int64_t count)
{
  const int64_t middle = count / 2;
  for (int64_t low = 0, high = count - 1; low < high;) {
    const float pivot = v[middle];
    int64_t i = low, j = high;
    while (i <= j) {
      for (; v[i] < pivot; i++)
        ;
      for (; v[j] > pivot; j--)
        ;
      if (i <= j)
        exchange(&v[i++], &v[j--]);
    }
    low = j < middle ? i : low;
    high = i > middle ? j : high;
  }
  return count ? (double)v[middle] : (double)NAN;
}

/* Whether all around have the value of the voxel. */
static bool is_flat(const struct look *l, int64_t i)
{
  const int64_t nx = l->from->grid[0];
  const double value = l->slice[1][i];
  for (int k = 0; k < 3; k++)
    for (int64_t j = i - nx; l->slice[k] && j <= i + nx; j += nx)
      if (l->slice[k][j - 1] != value || l->slice[k][j] != value || l->slice[k][j + 1] != value)
        return false;
  return true;
}

static int ascending(const void *a, const void *b)
{
  const float x = *(const float *)a, y = *(const float *)b;
  return (x > y) - (x < y);
}

/* How many of these are not the most frequent one. */
static int64_t rarer(float *value, int64_t count)
{
  int64_t most = 0;
  qsort(value, (size_t)count, sizeof *value, ascending);
  for (int64_t i = 0, first = 0; i < count; i++) {
    first = value[i] == value[first] ? first : i;
    most = i - first + 1 > most ? i - first + 1 : most;
  }
  return count - most;
}

static double noise_of_slice(const struct look *l)
{
  const int64_t nx = l->from->grid[0], ny = l->from->grid[1];
  const bool deep = l->slice[0];
  const int64_t step = nx * ny / ENOUGH + 1;
  int64_t count = 0, flat = 0;
  for (int64_t y = 1; y < ny - 1; y += step)
    for (int64_t x = 1; x < nx - 1; x++) {
      const int64_t i = y * nx + x;
      if (is_flat(l, i)) {
        l->flat[flat++] = (float)l->slice[1][i];
        continue;
      }
      double d = difference(l->slice[1] + i, nx);
      if (deep)
        d = difference(l->slice[0] + i, nx) - 2 * d + difference(l->slice[2] + i, nx);
      if (!isnan(d))
        l->found[count++] = (float)fabs(d);
    }
  for (int64_t more = rarer(l->flat, flat); more > 0; more--)
    l->found[count++] = 0;
  return median(l->found, count) / (median_of_normal * (deep ? sqrt(216) : 6));
}

static int look_at(struct look *l, double *sigma, struct tile_error *e)
{
  const int64_t nz = l->from->grid[2], inner = l->slice[0] ? nz - 2 : nz, some = inner < SLICES ? inner : SLICES;
  float found[SLICES];
  int64_t count = 0;
  for (int64_t i = 0; i < some; i++) {
    const int64_t z = (2 * i + 1) * inner / (2 * some) + (l->slice[0] ? 1 : 0);
    for (int64_t k = -1; k <= 1; k++)
      if (l->slice[k + 1] && read_slice(l, z + k, l->slice[k + 1], e))
        return e->code;
    const double noise = noise_of_slice(l);
    if (!isnan(noise))
      found[count++] = (float)noise;
  }
  *sigma = count ? median(found, count) : 0;
  return TILE_OK;
}

int noise_estimate(struct source *s, double *sigma, struct tile_error *e)
{
  const size_t count = (size_t)(s->grid[0] * s->grid[1]);
  if (!s->rereadable)
    return tile_fail(e, TILE_USAGE, "the noise is estimated from the image, which a pipe cannot give twice: state it");
  double *values = tile_alloc(count, 3 * sizeof *values);
  struct look l = {.from = s, .found = tile_alloc(count, 2 * sizeof *l.found)};
  l.flat = l.found ? l.found + count : NULL;
  for (int k = s->grid[2] < 3 ? 1 : 0; values && k < (s->grid[2] < 3 ? 2 : 3); k++)
    l.slice[k] = values + (size_t)k * count;
  int code = values && l.found ? look_at(&l, sigma, e) : tile_fail_memory(e, count * 32, "four slices");
  free(values);
  free(l.found);
  return code;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* filter_rings(): takes rings around a centre off each slice: at each radius the median of what voxels differ from the
 * level of their class, the dark or the bright one of the slice, above the running median of these along the radius
 * (after the median over the angle in polar coordinates of Sijbers and Postnov 2004; with the levels, grains and pores
 * are no rings, and without a polar grid no voxel is a mean of two classes). */
#include "filter.h"
#include "threshold.h"
#include "numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDEST = 2 * FILTER_RINGS_MOST + 1 };

struct rings {
  struct filter filter;
  double centre[2];
  int64_t half, radii;           /* of the running median along the radius: 2 half + 1; radii: 0, 1 ... voxels */
  double threshold, level[2];    /* of the slice */
  int64_t *begin, *voxel;        /* of each radius its voxels in the slice */
  double *other, *median, *ring; /* the differences, radius by radius; of each radius their median; the ring */
};

static double radius_of(const struct rings *f, int64_t voxel)
{
  const int64_t nx = f->filter.from.grid[0];
  return hypot((double)(voxel % nx) - f->centre[0], (double)(voxel / nx) - f->centre[1]);
}

static double median_of(double *v, int64_t count)
{
  qsort(v, (size_t)count, sizeof *v, tile_ascending);
  return (v[count / 2] + v[(count - 1) / 2]) / 2;
}

/* NaN where there are no numbers. */
static void find_median(const struct rings *f, int64_t r)
{
  double *v = f->other + f->begin[r];
  int64_t count = 0;
  for (int64_t i = f->begin[r]; i < f->begin[r + 1]; i++) {
    const double value = f->filter.values[f->voxel[i]];
    if (!isnan(value))
      v[count++] = value - f->level[value >= f->threshold];
  }
  f->median[r] = count ? median_of(v, count) : (double)NAN;
}

static void find_ring(const struct rings *f, int64_t r)
{
  double around[WIDEST];
  int64_t count = 0;
  for (int64_t i = r - f->half; i <= r + f->half; i++)
    if (i >= 0 && i < f->radii && !isnan(f->median[i]))
      around[count++] = f->median[i];
  f->ring[r] = isnan(f->median[r]) ? 0 : f->median[r] - median_of(around, count);
}

/* Radii without numbers, outside the mask or the image, have the ring of the one below, or else of the first above. */
static void continue_rings(const struct rings *f)
{
  int64_t first = 0;
  while (first < f->radii && isnan(f->median[first]))
    first++;
  for (int64_t r = 0; r < f->radii && first < f->radii; r++)
    if (isnan(f->median[r]))
      f->ring[r] = f->ring[r < first ? first : r - 1];
}

/* A slice of a single value has one class. */
static int find_levels(struct rings *f, struct tile_error *e)
{
  const struct source *from = &f->filter.from;
  struct histogram *h;
  struct tile_error none;
  if (histogram_new(&h, from->type[0] != 'f' && !from->means, e))
    return e->code;
  histogram_add(h, f->filter.values, (size_t)(from->grid[0] * from->grid[1]));
  if (histogram_otsu(h, &f->threshold, &none))
    f->threshold = INFINITY;
  histogram_means(h, f->threshold, f->level);
  histogram_free(h);
  return TILE_OK;
}

static void take_off(const struct rings *f, int64_t y, double *values)
{
  const int64_t nx = f->filter.from.grid[0];
  for (int64_t x = 0; x < nx; x++) {
    const double r = radius_of(f, y * nx + x), low = floor(r);
    const double *ring = f->ring + (int64_t)low;
    values[x] = f->filter.values[y * nx + x] - (ring[0] + (r - low) * (ring[1] - ring[0]));
  }
}

static int read_rings(struct source *s, int64_t z, double *values, struct tile_error *e)
{
  struct rings *f = s->state;
  const int64_t nx = s->grid[0], ny = s->grid[1];
  if (f->filter.from.read(&f->filter.from, z, f->filter.values, e) || find_levels(f, e))
    return e->code;
#pragma omp parallel for schedule(dynamic, 8)
  for (int64_t r = 0; r < f->radii; r++)
    find_median(f, r);
  for (int64_t r = 0; r < f->radii; r++)
    find_ring(f, r);
  continue_rings(f);
#pragma omp parallel for
  for (int64_t y = 0; y < ny; y++)
    take_off(f, y, values + y * nx);
  return TILE_OK;
}

/* Sorts the voxels of a slice by their radius. */
static void sort_voxels(const struct rings *f, int64_t count)
{
  for (int64_t i = 0; i < count; i++)
    f->begin[(int64_t)rint(radius_of(f, i)) + 2]++;
  for (int64_t r = 2; r <= f->radii + 1; r++)
    f->begin[r] += f->begin[r - 1];
  for (int64_t i = 0; i < count; i++)
    f->voxel[f->begin[(int64_t)rint(radius_of(f, i)) + 1]++] = i;
}

static int begin(struct rings *f, struct tile_error *e)
{
  const int64_t *grid = f->filter.from.grid, count = grid[0] * grid[1];
  const double wide = fmax(fabs(f->centre[0]), fabs((double)grid[0] - f->centre[0])),
               high = fmax(fabs(f->centre[1]), fabs((double)grid[1] - f->centre[1]));
  f->radii = (int64_t)hypot(wide, high) + 2;
  f->begin = filter_alloc(&f->filter, (size_t)f->radii + 2, sizeof *f->begin, e);
  f->voxel = f->begin ? filter_alloc(&f->filter, (size_t)count, sizeof *f->voxel, e) : NULL;
  f->other = f->voxel ? filter_alloc(&f->filter, (size_t)count, sizeof *f->other, e) : NULL;
  f->median = f->other ? filter_alloc(&f->filter, (size_t)f->radii, sizeof *f->median, e) : NULL;
  f->ring = f->median ? filter_alloc(&f->filter, (size_t)f->radii + 1, sizeof *f->ring, e) : NULL;
  if (!f->ring)
    return e->code;
  sort_voxels(f, count);
  return TILE_OK;
}

int filter_rings(struct source *s, const double centre[2], int64_t widest, struct tile_error *e)
{
  void *state;
  if (filter_wrap(s, read_rings, &state, sizeof(struct rings), (size_t)(s->grid[0] * s->grid[1]), e))
    return e->code;
  struct rings *f = state;
  s->slow = true;
  memcpy(f->centre, centre, sizeof f->centre);
  f->half = widest;
  const int code = begin(f, e);
  if (code)
    filter_unwrap(s);
  return code;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* filter_resample(): cubic voxels of another size. The new grid begins at the same corner as the old one; a value is
 * interpolated at the new centre between the old centres around it. */
#include "filter.h"

#include <math.h>
#include <string.h>

struct resample {
  struct filter filter;
  double ratio[3]; /* new side / old side */
  bool nearest;
  int64_t have[2]; /* numbers of the slices in plane[]; -1: none */
  /* part of filter.values, after one old slice */
  double *plane[2]; /* old slices, resampled along x and y; slice z in plane[z % 2] */
  double *known;    /* with NaN, which count as 0: an old slice, 1 where it has numbers; otherwise NULL */
  double *part[2];  /* the same of it */
  double *x;        /* positions of the new centres along x, in old voxels from the first old centre */
};

/* Outside the outer centres the values are those of the outer voxels. */
static double position(const struct resample *r, int a, int64_t i)
{
  double at = ((double)i + 0.5) * r->ratio[a], most = (double)(r->filter.from.grid[a] - 1);
  at = r->nearest ? floor(at) : at - 0.5;
  return at < 0 ? 0 : at > most ? most : at;
}

/* Interpolates; `more` is 0 ... 1. */
static double between(double lower, double upper, double more)
{
  return lower + more * (upper - lower);
}

static void resample_row(const struct resample *r, const double *low, const double *high, double more, int64_t nx,
                         double *to)
{
  const int64_t last = r->filter.from.grid[0] - 1;
  for (int64_t i = 0; i < nx; i++) {
    int64_t x = (int64_t)r->x[i], next = x < last ? x + 1 : x;
    double along = r->x[i] - (double)x;
    to[i] = between(between(low[x], low[next], along), between(high[x], high[next], along), more);
  }
}

static void resample_slice(const struct resample *r, const int64_t grid[3], const double *from, double *to)
{
  const int64_t *old = r->filter.from.grid;
  for (int64_t j = 0; j < grid[1]; j++) {
    double at = position(r, 1, j);
    int64_t y = (int64_t)at, next = y < old[1] - 1 ? y + 1 : y;
    resample_row(r, from + y * old[0], from + next * old[0], at - (double)y, grid[0], to + j * grid[0]);
  }
}

/* Separates the numbers of an old slice from where they are. */
static void find_known(const struct resample *r)
{
  double *values = r->filter.values;
  for (size_t i = 0; i < filter_slice(&r->filter); i++) {
    r->known[i] = isnan(values[i]) ? 0 : 1;
    values[i] = isnan(values[i]) ? 0 : values[i];
  }
}

static int need_slice(struct source *s, int64_t z, struct tile_error *e)
{
  struct resample *r = s->state;
  int slot = (int)(z % 2);
  if (r->have[slot] == z)
    return TILE_OK;
  r->have[slot] = -1;
  int code = r->filter.from.read(&r->filter.from, z, r->filter.values, e);
  if (code)
    return code;
  if (r->known) {
    find_known(r);
    resample_slice(r, s->grid, r->known, r->part[slot]);
  }
  resample_slice(r, s->grid, r->filter.values, r->plane[slot]);
  r->have[slot] = z;
  return TILE_OK;
}

/* Only a pipe whose end was read is known to have its stated length. */
static int read_end(struct source *s, int64_t z, int64_t seen, struct tile_error *e)
{
  struct source *from = &((struct resample *)s->state)->filter.from;
  if (from->rereadable || z + 1 < s->grid[2] || seen + 1 == from->grid[2])
    return TILE_OK;
  return need_slice(s, from->grid[2] - 1, e);
}

static int read_resample(struct source *s, int64_t z, double *values, struct tile_error *e)
{
  struct resample *r = s->state;
  double at = position(r, 2, z);
  int64_t low = (int64_t)at, high = at > (double)low ? low + 1 : low;
  if (need_slice(s, low, e) || need_slice(s, high, e))
    return e->code;
  const double *a = r->plane[low % 2], *b = r->plane[high % 2];
  for (int64_t i = 0; i < s->grid[0] * s->grid[1]; i++)
    values[i] = between(a[i], b[i], at - (double)low);
  for (int64_t i = 0; i < s->grid[0] * s->grid[1] && r->known; i++) {
    const double part = between(r->part[low % 2][i], r->part[high % 2][i], at - (double)low);
    values[i] = part >= 0.5 ? values[i] / part : (double)NAN;
  }
  return read_end(s, z, high, e);
}

/* A rest at the upper ends is dropped; a millionth of a voxel is rounding. */
static int find_size(const struct source *s, double side, int64_t grid[3], struct tile_error *e)
{
  for (int a = 0; a < 3; a++) {
    double voxels = floor((double)s->grid[a] * s->spacing[a] / side + 1e-6);
    if (!(voxels >= 1))
      return tile_fail(e, TILE_USAGE, "--resample: the image is shorter than one such voxel along %c", "xyz"[a]);
    if (!(voxels <= INT32_MAX))
      return tile_fail(e, TILE_USAGE, "--resample: %.3g voxels along %c are too many", voxels, "xyz"[a]);
    grid[a] = (int64_t)voxels;
  }
  if ((double)grid[0] * (double)grid[1] > 0x1p50)
    return tile_fail(e, TILE_FAILED, "--resample: a slice of %lld x %lld voxels does not fit in memory",
                     (long long)grid[0], (long long)grid[1]);
  return TILE_OK;
}

static void begin(struct resample *r, const int64_t grid[3], double side, bool nearest)
{
  const struct source *from = &r->filter.from;
  int64_t slice = grid[0] * grid[1];
  r->nearest = nearest;
  r->have[0] = r->have[1] = -1;
  r->plane[0] = r->filter.values + from->grid[0] * from->grid[1];
  r->plane[1] = r->plane[0] + slice;
  r->x = r->plane[1] + slice;
  r->known = from->nans ? r->x + grid[0] : NULL;
  r->part[0] = r->x + grid[0] + from->grid[0] * from->grid[1];
  r->part[1] = r->part[0] + slice;
  for (int a = 0; a < 3; a++)
    r->ratio[a] = side / from->spacing[a];
  for (int64_t i = 0; i < grid[0]; i++)
    r->x[i] = position(r, 0, i);
}

int filter_resample(struct source *s, double side, bool nearest, struct tile_error *e)
{
  int64_t grid[3];
  void *state;
  if (!(s->spacing[0] > 0 && s->spacing[1] > 0 && s->spacing[2] > 0))
    return tile_fail(e, TILE_USAGE, "--resample: the image does not state the size of its voxels: give --voxel, too");
  if (find_size(s, side, grid, e))
    return e->code;
  const int64_t slices = s->grid[0] * s->grid[1] + 2 * grid[0] * grid[1];
  const size_t count = (size_t)(slices * (s->nans ? 2 : 1) + grid[0]);
  if (filter_wrap(s, read_resample, &state, sizeof(struct resample), count, e))
    return e->code;
  s->slow = true;
  begin(state, grid, side, nearest);
  for (int a = 0; a < 3; a++)
    filter_move(s, a, side / s->spacing[a] / 2 - 0.5, side / s->spacing[a]);
  memcpy(s->grid, grid, sizeof s->grid);
  s->dx = s->spacing[0] = s->spacing[1] = s->spacing[2] = side;
  s->means = s->means || !nearest;
  return TILE_OK;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* filter_flatten(): evens out the level of the bright class, along the radius from an axis along z (beam hardening) and
 * from slice to slice (drift of the beam). The dark class has the level `dark`, from which all levels are scaled. */
#include "filter.h"
#include "threshold.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TERMS = 3 }; /* of the polynomial in the square of the radius */

struct flatten {
  struct filter filter;
  double centre[2], dark, threshold;
  double *scale;  /* of each slice */
  double *radial; /* of each voxel of a slice, after the fit; before it the square of its radius */
  int64_t *ring;  /* the whole part of its radius */
  int64_t rings;
  double *sum, *count; /* of the bright voxels of each ring: their levels over that of their slice */
};

/* ---- the levels ---- */

static int find_classes(struct flatten *f, struct tile_error *e)
{
  struct source *from = &f->filter.from;
  struct histogram *h;
  double mean[2];
  int code = histogram_new(&h, from->type[0] != 'f' && !from->means, e);
  for (int64_t z = 0; z < from->grid[2] && !code; z++) {
    code = from->read(from, z, f->filter.values, e);
    if (!code)
      histogram_add(h, f->filter.values, filter_slice(&f->filter));
  }
  if (!code)
    code = histogram_otsu(h, &f->threshold, e);
  if (!code)
    histogram_means(h, f->threshold, mean);
  f->dark = code ? 0 : mean[0];
  histogram_free(h);
  return code;
}

/* Adds the bright voxels of a slice; its scale is for now the level of its bright class above the dark one. */
static void add_slice(struct flatten *f, int64_t z, double *sum, double *count)
{
  const double *v = f->filter.values;
  double all = 0, bright = 0;
  memset(sum, 0, (size_t)f->rings * sizeof *sum);
  memset(count, 0, (size_t)f->rings * sizeof *count);
  for (size_t i = 0; i < filter_slice(&f->filter); i++)
    if (v[i] >= f->threshold) {
      sum[f->ring[i]] += v[i] - f->dark;
      count[f->ring[i]]++;
    }
  for (int64_t r = 0; r < f->rings; r++) {
    all += sum[r];
    bright += count[r];
  }
  f->scale[z] = bright > 0 ? all / bright : 0;
  for (int64_t r = 0; r < f->rings && bright > 0; r++) {
    f->sum[r] += sum[r] / f->scale[z];
    f->count[r] += count[r];
  }
}

static int find_levels(struct flatten *f, struct tile_error *e)
{
  struct source *from = &f->filter.from;
  double *sum = tile_alloc((size_t)f->rings * 2, sizeof *sum), all = 0, slices = 0;
  int code = sum ? TILE_OK : tile_fail_memory(e, (size_t)f->rings * 2 * sizeof *sum, "radial means");
  for (int64_t z = 0; z < from->grid[2] && !code; z++) {
    code = from->read(from, z, f->filter.values, e);
    if (!code)
      add_slice(f, z, sum, sum + f->rings);
    all += f->scale[z];
    slices += f->scale[z] > 0;
  }
  free(sum);
  for (int64_t z = 0; z < from->grid[2]; z++)
    f->scale[z] = f->scale[z] > 0 ? all / slices / f->scale[z] : 1;
  return code;
}

/* ---- the polynomial ---- */

/* Gauss elimination of a positive definite system of TERMS equations; terms that nothing determines are 0. */
static void solve(double a[TERMS][TERMS + 1], double *to)
{
  for (int i = 0; i < TERMS; i++)
    for (int j = i + 1; j < TERMS; j++) {
      const double part = a[i][i] > 1e-12 * a[0][0] ? a[j][i] / a[i][i] : 0;
      for (int k = i; k <= TERMS; k++)
        a[j][k] -= part * a[i][k];
    }
  for (int i = TERMS - 1; i >= 0; i--) {
    double rest = a[i][TERMS];
    for (int k = i + 1; k < TERMS; k++)
      rest -= a[i][k] * to[k];
    to[i] = a[i][i] > 1e-12 * a[0][0] ? rest / a[i][i] : 0;
  }
}

/* Least squares of the means of the rings, weighted by their voxels; at the middle of the ring, in units of the last. */
static void fit(const struct flatten *f, double *term)
{
  double a[TERMS][TERMS + 1] = {{0}};
  for (int64_t r = 0; r < f->rings; r++) {
    const double at = ((double)r + 0.5) / (double)f->rings;
    double power[2 * TERMS] = {1};
    for (int i = 1; i < 2 * TERMS; i++)
      power[i] = power[i - 1] * at * at;
    for (int i = 0; i < TERMS; i++) {
      for (int k = 0; k < TERMS; k++)
        a[i][k] += f->count[r] * power[i + k];
      a[i][TERMS] += f->sum[r] * power[i];
    }
  }
  solve(a, term);
}

static void set_radial(struct flatten *f)
{
  double term[TERMS];
  fit(f, term);
  for (size_t i = 0; i < filter_slice(&f->filter); i++) {
    const double square = f->radial[i] / ((double)f->rings * (double)f->rings);
    double level = 0;
    for (int k = TERMS - 1; k >= 0; k--)
      level = level * square + term[k];
    f->radial[i] = 1 / fmax(level, 0.05); /* a tenfold level is no beam hardening */
  }
}

/* ---- slices ---- */

static int read_flatten(struct source *s, int64_t z, double *values, struct tile_error *e)
{
  const struct flatten *f = s->state;
  const int64_t nx = s->grid[0], ny = s->grid[1];
  int code = f->filter.from.read(&((struct flatten *)s->state)->filter.from, z, values, e);
#pragma omp parallel for
  for (int64_t y = 0; y < ny; y++)
    for (int64_t i = y * nx; i < (y + 1) * nx && !code; i++)
      values[i] = f->dark + (values[i] - f->dark) * f->scale[z] * f->radial[i];
  return code;
}

static int begin(struct flatten *f, struct tile_error *e)
{
  const int64_t *grid = f->filter.from.grid;
  const double wide = fmax(f->centre[0], (double)grid[0] - f->centre[0]),
               high = fmax(f->centre[1], (double)grid[1] - f->centre[1]);
  f->rings = (int64_t)hypot(wide, high) + 2;
  f->scale = filter_alloc(&f->filter, (size_t)grid[2], sizeof *f->scale, e);
  f->radial = f->scale ? filter_alloc(&f->filter, filter_slice(&f->filter), sizeof *f->radial, e) : NULL;
  f->ring = f->radial ? filter_alloc(&f->filter, filter_slice(&f->filter), sizeof *f->ring, e) : NULL;
  f->sum = f->ring ? filter_alloc(&f->filter, (size_t)f->rings, sizeof *f->sum, e) : NULL;
  f->count = f->sum ? filter_alloc(&f->filter, (size_t)f->rings, sizeof *f->count, e) : NULL;
  if (!f->count)
    return e->code;
  for (size_t i = 0; i < filter_slice(&f->filter); i++) {
    const double x = (double)((int64_t)i % grid[0]) - f->centre[0], y = (double)((int64_t)i / grid[0]) - f->centre[1];
    f->radial[i] = x * x + y * y;
    f->ring[i] = (int64_t)sqrt(f->radial[i]);
  }
  return find_classes(f, e) || find_levels(f, e) ? e->code : TILE_OK;
}

int filter_flatten(struct source *s, const double centre[2], struct tile_error *e)
{
  void *state;
  if (!s->rereadable)
    return tile_fail(e, TILE_USAGE, "--flatten reads its input three times, which a pipe cannot: name a file");
  if (filter_wrap(s, read_flatten, &state, sizeof(struct flatten), (size_t)(s->grid[0] * s->grid[1]), e))
    return e->code;
  struct flatten *f = state;
  s->slow = true;
  memcpy(f->centre, centre, sizeof f->centre);
  const int code = begin(f, e);
  if (code)
    filter_unwrap(s);
  else
    set_radial(f);
  return code;
}

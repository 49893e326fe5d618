/* SPDX-License-Identifier: BSD-3-Clause */
/* filter_local(): the difference of each value from the threshold of its neighbourhood (Sauvola and Pietikainen 2000),
 * so that what comes after needs no other threshold than 0. */
#include "stack.h"

#include <math.h>
#include <string.h>

/* Of each slice in memory: the values, above the least of all; their sums over the square around each voxel, the sums
 * of their squares; with NaN how many are numbers. */
enum { VALUES, SUMS, SQUARES, NUMBERS };

struct local {
  struct filter filter;
  struct stack stack;
  struct local_threshold how;
  int64_t radius, above; /* along x and y; along z */
  bool nans;
  double *along; /* a slice: sums along x */
  double *part;  /* a slice of values */
  double *total[3];
};

/* Index i of an axis of n voxels whose mirror is the middle of the outer voxel, as in scikit-image. */
static int64_t turned(int64_t i, int64_t n)
{
  i = i < 0 ? -i : i;
  return n == 1 ? 0 : i < n ? i : 2 * (n - 1) - i;
}

/* ---- sums over squares ---- */

FILTER_WIDE static void add_row(double *restrict to, const double *restrict from, int64_t count)
{
#pragma omp simd
  for (int64_t x = 0; x < count; x++)
    to[x] += from[x];
}

/* Of integers these running sums are exact. */
static void sum_along(const struct local *f, const double *row, double *to)
{
  const int64_t nx = f->filter.from.grid[0], r = f->radius;
  double sum = 0;
  for (int64_t i = -r; i < r; i++)
    sum += row[turned(i, nx)];
  for (int64_t x = 0; x < nx; x++) {
    sum += row[turned(x + r, nx)];
    to[x] = sum;
    sum -= row[turned(x - r, nx)];
  }
}

static void sum_square(const struct local *f, const double *values, double *to)
{
  const int64_t nx = f->filter.from.grid[0], ny = f->filter.from.grid[1];
#pragma omp parallel for
  for (int64_t y = 0; y < ny; y++)
    sum_along(f, values + y * nx, f->along + y * nx);
#pragma omp parallel for
  for (int64_t y = 0; y < ny; y++) {
    memset(to + y * nx, 0, (size_t)nx * sizeof *to);
    for (int64_t j = y - f->radius; j <= y + f->radius; j++)
      add_row(to + y * nx, f->along + turned(j, ny) * nx, nx);
  }
}

static void put_slice(void *with, const double *values, void *to)
{
  const struct local *f = with;
  const size_t count = filter_slice(&f->filter);
  double *part = to;
  for (size_t i = 0; i < count; i++) {
    part[VALUES * count + i] = values[i] - f->how.least;
    f->part[i] = isnan(values[i]) ? 0 : values[i] - f->how.least;
  }
  sum_square(f, f->part, part + SUMS * count);
  for (size_t i = 0; i < count; i++)
    f->part[i] *= f->part[i];
  sum_square(f, f->part, part + SQUARES * count);
  for (size_t i = 0; i < count && f->nans; i++)
    f->part[i] = isnan(values[i]) ? 0 : 1;
  if (f->nans)
    sum_square(f, f->part, part + NUMBERS * count);
}

/* ---- slices ---- */

static const double *part_of(const struct local *f, int64_t z, int part)
{
  const double *slice = stack_slice(&f->stack, turned(z, f->filter.from.grid[2]));
  return slice + (size_t)part * filter_slice(&f->filter);
}

static double difference(const struct local *f, double value, double sum, double square, double count)
{
  const double mean = sum / count, variance = square / count - mean * mean;
  return value - mean * (1 + f->how.k * (sqrt(fmax(variance, 0)) / f->how.range - 1));
}

static void threshold_row(const struct local *f, int64_t y, int64_t z, double *values)
{
  const int64_t nx = f->filter.from.grid[0], wide = 2 * f->radius + 1;
  const double all = (double)(wide * wide * (2 * f->above + 1));
  for (int part = SUMS; part <= (f->nans ? NUMBERS : SQUARES); part++) {
    double *total = f->total[part - SUMS] + y * nx;
    memset(total, 0, (size_t)nx * sizeof *total);
    for (int64_t k = z - f->above; k <= z + f->above; k++)
      add_row(total, part_of(f, k, part) + y * nx, nx);
  }
  const double *value = part_of(f, z, VALUES) + y * nx;
  for (int64_t x = 0, i = y * nx; x < nx; x++, i++)
    values[i] = difference(f, value[x], f->total[0][i], f->total[1][i], f->nans ? f->total[2][i] : all);
}

static int read_local(struct source *s, int64_t z, double *values, struct tile_error *e)
{
  struct local *f = s->state;
  if (stack_fetch(&f->stack, z - f->above, z + f->above + 1, e))
    return e->code;
#pragma omp parallel for
  for (int64_t y = 0; y < s->grid[1]; y++)
    threshold_row(f, y, z, values);
  return TILE_OK;
}

/* ---- the range of all values ---- */

static int find_range(struct local *f, struct tile_error *e)
{
  struct source *from = &f->filter.from;
  double low = INFINITY, high = -INFINITY;
  int code = TILE_OK;
  for (int64_t z = 0; z < from->grid[2] && !code; z++) {
    code = from->read(from, z, f->filter.values, e);
    for (size_t i = 0; i < filter_slice(&f->filter) && !code; i++) {
      low = f->filter.values[i] < low ? f->filter.values[i] : low;
      high = f->filter.values[i] > high ? f->filter.values[i] : high;
    }
  }
  if (!code && !(high > low))
    return tile_fail(e, TILE_REJECTED, "no threshold separates the voxels: all have the value %g", low);
  f->how.least = low;
  f->how.range = f->how.range > 0 ? f->how.range : (high - low) / 2;
  return code;
}

static int begin(struct local *f, struct tile_error *e)
{
  const size_t count = filter_slice(&f->filter), parts = f->nans ? 4 : 3;
  f->along = filter_alloc(&f->filter, count, sizeof *f->along, e);
  f->part = f->along ? filter_alloc(&f->filter, count, sizeof *f->part, e) : NULL;
  f->total[0] = f->part ? filter_alloc(&f->filter, count, (parts - 1) * sizeof *f->total[0], e) : NULL;
  if (!f->total[0] || stack_begin(&f->stack, &f->filter, 2 * f->above + 1, count * parts * sizeof(double), e))
    return e->code;
  f->total[1] = f->total[0] + count;
  f->total[2] = f->total[1] + count;
  f->stack.put = put_slice;
  f->stack.with = f;
  return find_range(f, e);
}

int filter_local(struct source *s, int64_t radius, struct local_threshold *how, struct tile_error *e)
{
  void *state;
  for (int a = 0; a < 3; a++)
    if (radius >= s->grid[a] && s->grid[a] > 1)
      return tile_fail(e, TILE_USAGE, "--segment local:%lld reaches beyond the image, which has %lld voxels along %c",
                       (long long)radius, (long long)s->grid[a], "xyz"[a]);
  if (filter_wrap(s, read_local, &state, sizeof(struct local), (size_t)(s->grid[0] * s->grid[1]), e))
    return e->code;
  struct local *f = state;
  s->slow = s->means = true;
  f->how = *how;
  f->radius = radius;
  f->above = s->grid[2] > 1 ? radius : 0;
  f->nans = s->nans;
  const int code = begin(f, e);
  *how = f->how;
  if (code)
    filter_unwrap(s);
  return code;
}

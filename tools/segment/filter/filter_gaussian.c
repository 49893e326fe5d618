/* SPDX-License-Identifier: BSD-3-Clause */
/* filter_gaussian() and filter_unsharp(): the mean of the neighbours, weighted by a Gaussian that ends at four standard
 * deviations, along one axis after the other. */
#include "stack.h"

#include <math.h>
#include <string.h>

struct gaussian {
  struct filter filter;
  struct stack stack; /* of each slice: smoothed along x and y; as it was, if `raw`; with NaN the weights of numbers */
  double amount;      /* of unsharp masking; 0: none */
  bool nans, raw;
  int64_t reach;
  double *weight; /* reach + 1 of them, the middle first */
  double *across; /* a slice, smoothed along x */
  double *known;  /* with NaN: a slice of weights, or of numbers */
};

/* ---- one axis ---- */

FILTER_WIDE static void add_scaled(double *to, const double *low, const double *high, double weight, int64_t count)
{
#pragma omp simd
  for (int64_t i = 0; i < count; i++)
    to[i] += weight * (low[i] + high[i]);
}

FILTER_WIDE static void set_scaled(double *to, const double *from, double weight, int64_t count)
{
#pragma omp simd
  for (int64_t i = 0; i < count; i++)
    to[i] = weight * from[i];
}

static double smooth_at(const struct gaussian *g, const double *row, int64_t x)
{
  const int64_t nx = g->filter.from.grid[0];
  double sum = g->weight[0] * row[x];
  for (int64_t i = 1; i <= g->reach; i++)
    sum += g->weight[i] * (row[filter_mirrored(x - i, nx)] + row[filter_mirrored(x + i, nx)]);
  return sum;
}

static void smooth_row(const struct gaussian *g, const double *row, double *to)
{
  const int64_t nx = g->filter.from.grid[0], r = g->reach, middle = nx - 2 * r;
  if (middle > 0)
    set_scaled(to + r, row + r, g->weight[0], middle);
  for (int64_t i = 1; i <= r && middle > 0; i++)
    add_scaled(to + r, row + r - i, row + r + i, g->weight[i], middle);
  for (int64_t x = 0; x < nx; x++) {
    if (middle > 0 && x == r)
      x += middle;
    if (x < nx)
      to[x] = smooth_at(g, row, x);
  }
}

/* Smooths `from` along x and y. */
static void smooth_slice(const struct gaussian *g, const double *from, double *to)
{
  const int64_t nx = g->filter.from.grid[0], ny = g->filter.from.grid[1];
#pragma omp parallel for
  for (int64_t y = 0; y < ny; y++)
    smooth_row(g, from + y * nx, g->across + y * nx);
#pragma omp parallel for
  for (int64_t y = 0; y < ny; y++) {
    set_scaled(to + y * nx, g->across + y * nx, g->weight[0], nx);
    for (int64_t i = 1; i <= g->reach; i++)
      add_scaled(to + y * nx, g->across + filter_mirrored(y - i, ny) * nx, g->across + filter_mirrored(y + i, ny) * nx,
                 g->weight[i], nx);
  }
}

/* What is not a number has the weight 0. */
static void put_slice(void *with, const double *values, void *to)
{
  const struct gaussian *g = with;
  const size_t count = filter_slice(&g->filter);
  double *smooth = to;
  if (g->raw)
    memcpy(smooth + count, values, count * sizeof *values);
  for (size_t i = 0; i < count && g->nans; i++)
    g->known[i] = isnan(values[i]) ? 0 : 1;
  if (g->nans)
    smooth_slice(g, g->known, smooth + 2 * count);
  for (size_t i = 0; i < count && g->nans; i++)
    g->known[i] = isnan(values[i]) ? 0 : values[i];
  smooth_slice(g, g->nans ? g->known : values, smooth);
}

/* ---- slices ---- */

static void smooth_rows(const struct gaussian *g, int64_t z, size_t begin, double *to)
{
  const int64_t nx = g->filter.from.grid[0], ny = g->filter.from.grid[1];
#pragma omp parallel for
  for (int64_t y = 0; y < ny; y++) {
    const size_t at = begin + (size_t)(y * nx);
    set_scaled(to + y * nx, (const double *)stack_slice(&g->stack, z) + at, g->weight[0], nx);
    for (int64_t i = 1; i <= g->reach; i++)
      add_scaled(to + y * nx, (const double *)stack_slice(&g->stack, z - i) + at,
                 (const double *)stack_slice(&g->stack, z + i) + at, g->weight[i], nx);
  }
}

/* Divides by the weights of the numbers; what is not a number stays so. */
static void divide(const struct gaussian *g, int64_t z, const double *was, double *values)
{
  smooth_rows(g, z, 2 * filter_slice(&g->filter), g->across);
  for (size_t i = 0; i < filter_slice(&g->filter); i++)
    values[i] = isnan(was[i]) ? (double)NAN : values[i] / g->across[i];
}

static int read_gaussian(struct source *s, int64_t z, double *values, struct tile_error *e)
{
  struct gaussian *g = s->state;
  if (stack_fetch(&g->stack, z - g->reach, z + g->reach + 1, e))
    return e->code;
  const double *was = (const double *)stack_slice(&g->stack, z) + filter_slice(&g->filter);
  smooth_rows(g, z, 0, values);
  if (g->nans)
    divide(g, z, was, values);
  for (size_t i = 0; g->amount > 0 && i < filter_slice(&g->filter); i++)
    values[i] = was[i] + g->amount * (was[i] - values[i]);
  return TILE_OK;
}

static void set_weights(struct gaussian *g, double sigma)
{
  double sum = 0;
  for (int64_t i = 0; i <= g->reach; i++) {
    g->weight[i] = exp(-0.5 * (double)(i * i) / (sigma * sigma));
    sum += i ? 2 * g->weight[i] : g->weight[i];
  }
  for (int64_t i = 0; i <= g->reach; i++)
    g->weight[i] /= sum;
}

static int begin(struct gaussian *g, double sigma, struct tile_error *e)
{
  const size_t count = filter_slice(&g->filter), parts = g->nans ? 3 : g->raw ? 2 : 1;
  g->weight = filter_alloc(&g->filter, (size_t)g->reach + 1, sizeof *g->weight, e);
  g->across = g->weight ? filter_alloc(&g->filter, count, sizeof *g->across, e) : NULL;
  g->known = g->across && g->nans ? filter_alloc(&g->filter, count, sizeof *g->known, e) : NULL;
  if (!g->across || (g->nans && !g->known) ||
      stack_begin(&g->stack, &g->filter, 2 * g->reach + 1, count * parts * sizeof(double), e))
    return e->code;
  g->stack.put = put_slice;
  g->stack.with = g;
  set_weights(g, sigma);
  return TILE_OK;
}

int filter_unsharp(struct source *s, double sigma, double amount, struct tile_error *e)
{
  void *state;
  if (filter_wrap(s, read_gaussian, &state, sizeof(struct gaussian), (size_t)(s->grid[0] * s->grid[1]), e))
    return e->code;
  struct gaussian *g = state;
  s->slow = true;
  g->amount = amount;
  g->nans = s->nans;
  g->raw = s->nans || amount > 0;
  g->reach = (int64_t)(4 * sigma + 0.5);
  const int code = begin(g, sigma, e);
  if (code)
    filter_unwrap(s);
  return code;
}

int filter_gaussian(struct source *s, double sigma, struct tile_error *e)
{
  return filter_unsharp(s, sigma, 0, e);
}

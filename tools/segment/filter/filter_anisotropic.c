/* SPDX-License-Identifier: BSD-3-Clause */
/* filter_anisotropic(): diffusion that edges stop (Perona and Malik 1990): each step is a source of its own, with three
 * slices, that reads the one before it. */
#include "stack.h"

#include <math.h>
#include <string.h>

struct anisotropic {
  struct filter filter;
  struct stack stack;
  double per_square; /* 1 / kappa^2 */
};

/* Of the flow that the explicit scheme allows, 1/6, with a margin. */
static const double step = 1.0 / 7;

/* Adds the flow from a row of neighbours, D (1 + (D / kappa)^2)^-1 with the difference D; none from what is not a
 * number. */
FILTER_WIDE static void add_flow(const double *restrict at, const double *restrict beside, double per_square,
                                 double *restrict to, int64_t count)
{
#pragma omp simd
  for (int64_t x = 0; x < count; x++) {
    const double d = beside[x] - at[x], flow = d / (1 + per_square * d * d);
    to[x] += step * (flow == flow ? flow : 0);
  }
}

static void flow_row(const struct anisotropic *f, int64_t y, int64_t z, double *to)
{
  const int64_t *grid = f->filter.from.grid, nx = grid[0];
  const double *slice = stack_slice(&f->stack, z), *at = slice + y * nx;
  const double *const beside[4] = {
      (const double *)stack_slice(&f->stack, z - 1) + y * nx, (const double *)stack_slice(&f->stack, z + 1) + y * nx,
      slice + filter_mirrored(y - 1, grid[1]) * nx, slice + filter_mirrored(y + 1, grid[1]) * nx};
  memcpy(to, at, (size_t)nx * sizeof *to);
  for (int i = 0; i < 4; i++)
    add_flow(at, beside[i], f->per_square, to, nx);
  add_flow(at + 1, at, f->per_square, to + 1, nx - 1);
  add_flow(at, at + 1, f->per_square, to, nx - 1);
}

static int read_anisotropic(struct source *s, int64_t z, double *values, struct tile_error *e)
{
  struct anisotropic *f = s->state;
  const int64_t nx = s->grid[0], ny = s->grid[1];
  if (stack_fetch(&f->stack, z - 1, z + 2, e))
    return e->code;
#pragma omp parallel for
  for (int64_t y = 0; y < ny; y++)
    flow_row(f, y, z, values + y * nx);
  return TILE_OK;
}

static int add_step(struct source *s, double kappa, struct tile_error *e)
{
  const size_t count = (size_t)(s->grid[0] * s->grid[1]);
  void *state;
  if (filter_wrap(s, read_anisotropic, &state, sizeof(struct anisotropic), 1, e))
    return e->code;
  struct anisotropic *f = state;
  s->slow = true;
  f->per_square = fmin(1 / (kappa * kappa), 1e300);
  const int code = stack_begin(&f->stack, &f->filter, 3, count * sizeof(double), e);
  if (code)
    filter_unwrap(s);
  return code;
}

int filter_anisotropic(struct source *s, int64_t steps, double kappa, struct tile_error *e)
{
  int code = TILE_OK;
  for (int64_t i = 0; i < steps && !code; i++)
    code = add_step(s, kappa, e);
  return code;
}

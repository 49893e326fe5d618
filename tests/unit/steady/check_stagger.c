/* SPDX-License-Identifier: BSD-3-Clause */
/* Momentum that alternates from node to node and from step to step: steps keep it, and it can be removed. */
#include "stagger.h"
#include "flow_made.h"
#include "suite.h"

#include <math.h>

#define EVEN 2e-3
#define UNEVEN 1e-3

/* Momentum along each axis: EVEN at all nodes, and UNEVEN with a sign that alternates along that axis. */
static void put_both(struct made *m)
{
  double *field = calloc(made_nodes(m) * LBM_FIELDS, sizeof *field);
  for (size_t n = 0; n < made_nodes(m); n++) {
    const size_t x = (size_t)m->domain.grid[0], y = (size_t)m->domain.grid[1], at[3] = {n % x, n / x % y, n / x / y};
    for (int a = 0; a < 3; a++)
      field[LBM_FIELDS * n + 1 + (size_t)a] = EVEN + (at[a] & 1 ? -UNEVEN : UNEVEN);
  }
  made_put_fields(m, field);
  free(field);
}

/* The mean over all nodes of both parts, along an axis. */
static void find_both(struct made *m, int axis, double *even, double *uneven)
{
  double *field = made_fields(m);
  const size_t nodes = made_nodes(m), x = (size_t)m->domain.grid[0], y = (size_t)m->domain.grid[1];
  *even = *uneven = 0;
  for (size_t n = 0; n < nodes; n++) {
    const size_t at[3] = {n % x, n / x % y, n / x / y};
    const double u = field[LBM_FIELDS * n + 1 + (size_t)axis] / (double)nodes;
    *even += u;
    *uneven += at[axis] & 1 ? -u : u;
  }
  free(field);
}

static void compare(struct made *m, double uneven, double tolerance)
{
  for (int axis = 0; axis < 3; axis++) {
    double a, b;
    find_both(m, axis, &a, &b);
    ck_assert_double_eq_tol(a, EVEN, tolerance);
    ck_assert_double_eq_tol(b, uneven, tolerance);
  }
}

LOOP_TEST(what_alternates_is_taken_out, LBM_PRECISIONS *LBM_LAYOUTS)
{
  static const double tolerance[] = {
      [LBM_FP64] = 1e-9, [LBM_FP32] = 1e-8, [LBM_FP64_FP32] = 1e-8, [LBM_FP32_FP16] = 1e-5};
  struct made m;
  struct lbm_stagger *s;
  made_domain(&m, full_bits(8, 12, 16), (struct tile_make){.periodic = TILE_X | TILE_Y | TILE_Z});
  m.setup.equilibrium = LBM_STOKES;
  m.setup.tau = 1.7;
  m.setup.precision = (enum lbm_precision)(_i / LBM_LAYOUTS);
  m.setup.layout = (enum lbm_layout)(_i % LBM_LAYOUTS);
  if (!lbm_layout_stores(m.setup.layout, m.setup.precision)) {
    made_free(&m);
    return;
  }
  made_flow(&m);
  put_both(&m);
  for (int n = 1; n <= 4; n++) {
    made_step(&m, 1);
    compare(&m, n % 2 ? -UNEVEN : UNEVEN, tolerance[m.setup.precision]);
  }
  OK(&m, lbm_stagger_new(&s, m.flow, &m.e));
  for (int n = 0; n < 2; n++) {
    OK(&m, lbm_stagger_step(s, &m.e));
    compare(&m, 0, tolerance[m.setup.precision]);
  }
  ck_assert_int_eq(lbm_steps_done(m.flow), 6);
  lbm_stagger_free(s);
  made_free(&m);
}

/* Only beside walls with known distances, in flow without inertia. */
TEST(only_where_it_is_of_use)
{
  struct made m;
  made_domain(&m, full_bits(8, 8, 8), (struct tile_make){.periodic = TILE_X | TILE_Y | TILE_Z});
  m.setup.equilibrium = LBM_STOKES;
  m.setup.walls = LBM_WALLS_INTERPOLATED;
  made_flow(&m);
  ck_assert(!lbm_stagger_serves(m.flow)); /* without distances */
  made_free(&m);
}

int main(void)
{
  return run_tests("stagger", 60, CK_FORK_GETENV);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Creeping flow: linear, and its steady state by TRT the same at every tau. */
#include <math.h>

#include "flow_made.h"
#include "suite.h"

/* A porous box with odd sizes and tiles that begin outside it, driven along z by a force (ways & 1) or by pressures at its
 * faces; TRT or MRT (ways & 2). */
enum { WAYS = 2 };
static void made_rock(struct made *m, int ways, double tau)
{
  const bool force = ways & 1;
  static const struct tile_patch ends[] = {{.name = "inlet", .face = "z-"}, {.name = "outlet", .face = "z+"}};
  struct tile_make how = {.periodic = TILE_X | TILE_Z, .offset = {0, 2, 0}};
  if (!force)
    how = (struct tile_make){.periodic = TILE_X, .offset = {0, 1, 2}, .patches = 2, .patch = ends};
  made_domain(m, random_bits((const int64_t[]){9, 7, 13}, 0.85, 5), how);
  m->setup.equilibrium = LBM_STOKES;
  m->setup.tau = tau;
  m->setup.collision = ways & 2 ? LBM_MRT : LBM_TRT;
  if (force)
    m->setup.force[2] = 1e-6;
  else {
    m->condition[0] = (struct lbm_condition){.kind = LBM_AT_PRESSURE, .velocity = {0}, .density = 3e-5};
    m->condition[1] = (struct lbm_condition){.kind = LBM_AT_PRESSURE, .velocity = {0}, .density = 0};
  }
  made_flow(m);
  if (!force)
    OK(m, lbm_start_gradient(m->flow, 2, 3e-5, 0, &m->e));
}

/* Viscosity times the mean velocity along z: the result that does not depend on tau. */
static double shown(struct made *m, double tau, double *spread)
{
  struct lbm_totals s;
  OK(m, lbm_totals_spread(m->flow, 2, &s, spread, &m->e));
  return (tau - 0.5) / 3 * s.velocity[2];
}

enum { LONG = 6000 };

LOOP_TEST(steady_flow_has_no_tau, WAYS)
{
  static const double taus[] = {0.55, 0.7, 1, 2};
  double first = 0, spread;
  for (int i = 0; i < 4; i++) {
    struct made m;
    made_rock(&m, _i, taus[i]);
    made_step(&m, LONG);
    double now = shown(&m, taus[i], &spread);
    first = i ? first : now;
    ck_assert_double_gt(now, 0);
    ck_assert_double_eq_tol(now / first, 1, 1e-9);
    made_free(&m);
  }
}

/* By MRT it does: k of this box differs by more than half between tau 0.55 and 2. */
TEST(flow_by_mrt_depends_on_tau)
{
  static const double taus[] = {0.55, 2};
  double k[2], spread;
  for (int i = 0; i < 2; i++) {
    struct made m;
    made_rock(&m, 3, taus[i]);
    made_step(&m, LONG);
    k[i] = shown(&m, taus[i], &spread);
    ck_assert(lbm_depends_on_tau(&m.setup));
    made_free(&m);
  }
  ck_assert_double_gt(k[1] / k[0], 1.5);
}

LOOP_TEST(a_change_of_tau_keeps_the_steady_flow, WAYS)
{
  static const double taus[] = {1, 0.875, 0.52, 2.5, 0.6};
  struct made m;
  double spread;
  made_rock(&m, _i, 0.7);
  made_step(&m, LONG);
  const double before = shown(&m, 0.7, &spread);
  for (int i = 0; i < 5; i++) {
    OK(&m, lbm_change_tau(m.flow, taus[i], &m.e));
    for (int steps = 0; steps < 20; steps += 5) {
      ck_assert_double_eq_tol(shown(&m, taus[i], &spread) / before, 1, 1e-10);
      made_step(&m, steps);
    }
  }
  ck_assert_int_eq(lbm_steps_done(m.flow), LONG + 5 * (1 + 0 + 5 + 10 + 15));
  made_free(&m);
}

/* The flux through every slice of a steady flow is equal; before that it is not. */
LOOP_TEST(flux_is_the_same_everywhere, 2)
{
  struct made m;
  double spread;
  made_rock(&m, _i, 0.7);
  made_step(&m, 10);
  shown(&m, 0.7, &spread);
  ck_assert_double_gt(spread, 1e-3);
  made_step(&m, LONG);
  shown(&m, 0.7, &spread);
  ck_assert_double_lt(spread, 1e-10);
  made_free(&m);
}

/* Over six decades of the drive the flow is the same, in proportion to the drive. */
LOOP_TEST(linear_in_the_drive, LBM_COLLISIONS)
{
  double first = 0;
  for (int decade = 0; decade <= 6; decade++) {
    struct made m;
    struct lbm_totals s;
    const double drive = 1e-8 * pow(10, decade);
    made_domain(&m, random_bits((const int64_t[]){9, 8, 7}, 0.9, 2), (struct tile_make){.periodic = TILE_X});
    m.setup.equilibrium = LBM_STOKES;
    m.setup.collision = (enum lbm_collision)_i;
    m.setup.force[0] = drive;
    made_flow(&m);
    made_step(&m, 300);
    OK(&m, lbm_totals(m.flow, &s, &m.e));
    first = decade ? first : s.velocity[0] / drive;
    ck_assert_double_gt(first, 0);
    ck_assert_double_eq_tol(s.velocity[0] / drive / first, 1, 1e-12);
    made_free(&m);
  }
}

int main(void)
{
  return run_tests("stokes", 0, CK_FORK_GETENV);
}

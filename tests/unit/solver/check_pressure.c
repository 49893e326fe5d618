/* Corrections of the pressure: what they remove, and what they leave. Reference: the steady flow itself, which without a
 * drive is at rest, and which plain steps lead to. */
#include <math.h>

#include "flow_made.h"
#include "pressure.h"
#include "suite.h"

enum { NX = 8, NY = 8, NZ = 96, BETWEEN = 40 };

/* A long random packing; pressure 0 at both ends (force false), or periodic with a force along z. */
static void made_packing(struct made *m, bool force, int threads)
{
  static const struct tile_patch ends[] = {{.name = "inlet", .face = "z-"}, {.name = "outlet", .face = "z+"}};
  struct tile_make how = {.periodic = TILE_X | TILE_Y | TILE_Z};
  if (!force)
    how = (struct tile_make){.periodic = TILE_X | TILE_Y, .patches = 2, .patch = ends};
  made_domain(m, random_bits((const int64_t[]){NX, NY, NZ}, 0.8, 7), how);
  m->setup.equilibrium = LBM_STOKES;
  m->setup.tau = 2.5;
  m->setup.threads = threads;
  m->setup.device = "cpu";
  for (int p = 0; p < 2; p++)
    m->condition[p] = (struct lbm_condition){LBM_AT_PRESSURE, {0}, 0};
  m->setup.force[2] = force ? 1e-6 : 0;
  made_flow(m);
}

/* A pressure that is too high in the middle, as it is when it has hardly spread along the sample. */
static void put_bump(struct made *m)
{
  double *field = calloc(made_nodes(m) * LBM_FIELDS, sizeof *field);
  for (size_t n = 0; n < made_nodes(m); n++) {
    const double z = (double)(n / (NX * NY)) / (NZ - 1);
    field[LBM_FIELDS * n] = 1e-4 * z * (1 - z);
  }
  made_put_fields(m, field);
  free(field);
}

static double largest_density(struct made *m)
{
  double range[2];
  OK(m, lbm_density_range(m->flow, range, &m->e));
  return fmax(range[1], -range[0]);
}

/* That many corrections, BETWEEN steps from one to the next. */
static void correct(struct made *m, int count)
{
  struct lbm_pressure *p;
  ck_assert(lbm_pressure_serves(m->flow));
  OK(m, lbm_pressure_new(&p, m->flow, &m->e));
  for (int i = 0; i < count; i++) {
    made_step(m, BETWEEN - LBM_PRESSURE_STEPS);
    OK(m, lbm_pressure_correct(p, &m->e));
  }
  lbm_pressure_free(p);
}

START_TEST(smooth_error_goes)
{
  struct made m;
  made_packing(&m, false, 0);
  put_bump(&m);
  const double before = largest_density(&m);
  made_step(&m, 3 * BETWEEN);
  ck_assert_double_gt(largest_density(&m), 0.8 * before); /* a diffusion over 96 nodes */
  put_bump(&m);
  correct(&m, 3);
  ck_assert_double_lt(largest_density(&m), 0.05 * before);
  made_free(&m);
}
END_TEST

/* Where the flow is steady there is nothing to correct, and no mass comes or goes. */
START_TEST(steady_flow_stays)
{
  struct made m;
  struct lbm_survey then, now;
  made_packing(&m, true, 0);
  correct(&m, 40);
  made_step(&m, 4000);
  OK(&m, lbm_survey(m.flow, &then, &m.e));
  correct(&m, 1);
  OK(&m, lbm_survey(m.flow, &now, &m.e));
  ck_assert_double_eq_tol(now.velocity[2] / then.velocity[2], 1, 1e-9);
  ck_assert_double_eq_tol(now.mass, 0, 1e-14 * (double)made_nodes(&m));
  made_free(&m);
}
END_TEST

/* Corrected on the way or not, the flow ends as the same one. */
START_TEST(same_steady_flow)
{
  struct made plain, corrected;
  made_packing(&plain, true, 0);
  made_packing(&corrected, true, 0);
  const double steady = made_steady(&plain, 2, 1e-11, 500, 200000);
  correct(&corrected, 20);
  ck_assert_double_eq_tol(made_superficial(&corrected, 2) / steady, 1, 1e-6);
  made_free(&plain);
  made_free(&corrected);
}
END_TEST

START_TEST(threads_do_not_matter)
{
  struct made m[2];
  double *f[2];
  for (int i = 0; i < 2; i++) {
    made_packing(m + i, false, i ? 3 : 1);
    put_bump(m + i);
    correct(m + i, 2);
    f[i] = made_populations(m + i);
  }
  ck_assert_mem_eq(f[0], f[1], made_nodes(m) * LBM_Q * sizeof(double));
  for (int i = 0; i < 2; i++) {
    free(f[i]);
    made_free(m + i);
  }
}
END_TEST

START_TEST(only_where_it_holds)
{
  struct made m;
  made_packing(&m, true, 0);
  m.setup.precision = LBM_FP32;
  made_flow(&m);
  ck_assert(!lbm_pressure_serves(m.flow));
  m.setup.precision = LBM_FP64;
  m.setup.equilibrium = LBM_QUASI;
  made_flow(&m);
  ck_assert(!lbm_pressure_serves(m.flow));
  made_free(&m);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("pressure");
  TCase *t = tcase_create("pressure");
  tcase_set_timeout(t, 120);
  tcase_add_test(t, smooth_error_goes);
  tcase_add_test(t, steady_flow_stays);
  tcase_add_test(t, same_steady_flow);
  tcase_add_test(t, threads_do_not_matter);
  tcase_add_test(t, only_where_it_holds);
  suite_add_tcase(suite, t);
  return run_suite(suite, CK_FORK_GETENV);
}

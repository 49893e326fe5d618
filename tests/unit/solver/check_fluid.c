/* SPDX-License-Identifier: BSD-3-Clause */
/* Viscosities that follow the shear rate, against closed forms and the profiles of a slit. */
#include "flow_made.h"
#include "suite.h"

#include <math.h>

enum { HEIGHT = 24 };
#define FORCE 4e-6

static void made_slit(struct made *m, const struct lbm_fluid *fluid, enum lbm_collision collision, double tau)
{
  made_domain(m, full_bits(4, HEIGHT, 4), (struct tile_make){.periodic = TILE_X | TILE_Z});
  m->setup.collision = collision;
  m->setup.tau = tau;
  m->setup.fluid = *fluid;
  m->setup.force[0] = FORCE;
  made_flow(m);
}

/* The largest difference of the velocity from a profile of the distance from the middle, by the velocity there. */
static double slit_error(const struct lbm_fluid *fluid, enum lbm_collision collision,
                         double (*profile)(const struct lbm_fluid *f, double y))
{
  struct made m;
  double error = 0;
  made_slit(&m, fluid, collision, 0.8);
  made_step(&m, 20000);
  double *field = made_fields(&m);
  for (int j = 0; j < HEIGHT; j++)
    error = fmax(error, fabs(field[4 * 4 * j + 1] - profile(fluid, fabs(j + 0.5 - HEIGHT / 2.))));
  free(field);
  made_free(&m);
  return error / profile(fluid, 0);
}

/* u' = (F y/k)^(1/n). */
static double power_law_profile(const struct lbm_fluid *f, double y)
{
  const double order = 1 / f->at[1] + 1;
  return pow(FORCE / f->at[0], order - 1) / order * (pow(HEIGHT / 2., order) - pow(y, order));
}

TEST(power_law_slit)
{
  const struct lbm_fluid thinning = {LBM_POWER_LAW, {0.012, 0.75}, 0}, thickening = {LBM_POWER_LAW, {2, 1.4}, 0};
  const enum lbm_collision collisions[] = {LBM_TRT, LBM_REGULARISED};
  for (int c = 0; c < 2; c++) {
    ck_assert_double_le(slit_error(&thinning, collisions[c], power_law_profile), 0.005);
    ck_assert_double_le(slit_error(&thickening, collisions[c], power_law_profile), 0.005);
  }
}

/* u' = (sqrt(F y) - sqrt(t))^2/m beyond the plug F y < t. */
static double casson_profile(const struct lbm_fluid *f, double y)
{
  const double t = f->at[0], from = fmax(y, t / FORCE), to = HEIGHT / 2.;
#define INTEGRAL(y) (FORCE * (y) * (y) / 2 - 4. / 3 * sqrt(FORCE * t) * pow(y, 1.5) + t * (y))
  return (INTEGRAL(to) - INTEGRAL(from)) / f->at[1];
#undef INTEGRAL
}

TEST(casson_slit)
{
  const struct lbm_fluid f = {LBM_CASSON, {4e-6, 0.02}, 0};
  ck_assert_double_le(slit_error(&f, LBM_TRT, casson_profile), 0.01);
}

/* The equation of a node with eddies is quadratic: tau = (t + sqrt(t^2 + 12 C^2 product))/2 with t of the fluid. */
TEST(eddies_in_closed_form)
{
  const struct lbm_fluid f = {LBM_NEWTONIAN, {0}, 0.1};
  for (double product = 1e-8; product < 10; product *= 3) {
    const double exact = 0.5 * (0.51 + sqrt(0.51 * 0.51 + 12 * 0.01 * product));
    ck_assert_double_eq_tol(lbm_fluid_tau(&f, 0.51, product), exact, 1e-14 * exact);
  }
}

/* The table within its cells. */
TEST(table_is_fine)
{
  static struct lbm_rate_table t;
  const struct lbm_fluid fluids[] = {{LBM_CARREAU_YASUDA, {0.5, 0.01, 1e5, 0.2128, 0.64}, 0},
                                     {LBM_CASSON, {1e-6, 0.01}, 0},
                                     {LBM_POWER_LAW, {0.01, 0.7}, 0.1}};
  for (int k = 0; k < 3; k++) {
    lbm_rate_table_fill(&t, fluids + k, 0.53);
    for (double product = 1e-12; product < 1e3; product *= 1.0137) {
      const double x = product * product, power = floor(log2(x)), cell = floor((x / exp2(power) - 1) * LBM_RATE_CELLS);
      const double row = (power - LBM_RATE_FIRST) * LBM_RATE_CELLS + cell + 1;
      const float *r = t.row[row < 0 ? 0 : row > LBM_RATE_ROWS - 1 ? LBM_RATE_ROWS - 1 : (int)row];
      const double rate = 1 / 0.53 + (double)r[0] + x * (double)r[1];
      if (row > 0 && row < LBM_RATE_ROWS - 1)
        ck_assert_double_eq_tol(rate, 1 / lbm_fluid_tau(fluids + k, 0.53, product), 3e-4 * rate);
    }
  }
}

/* A law with equal limits is Newtonian. */
TEST(newtonian_limit)
{
  const double nu = 0.1;
  const struct lbm_fluid laws[] = {
      {LBM_NEWTONIAN, {0}, 0}, {LBM_CARREAU_YASUDA, {nu, nu, 1e4, 0.3, 0.7}, 0}, {LBM_POWER_LAW, {nu, 1}, 0}};
  for (int c = 0; c < LBM_COLLISIONS; c++) {
    double *field[3];
    if (c == LBM_MRT)
      continue;
    for (int k = 0; k < 3; k++) {
      struct made m;
      made_slit(&m, laws + k, (enum lbm_collision)c, 0.8);
      made_step(&m, 500);
      field[k] = made_fields(&m);
      made_free(&m);
    }
    for (int n = 0; n < 4 * 16 * HEIGHT; n++)
      for (int k = 1; k < 3; k++)
        ck_assert_double_eq_tol(field[k][n], field[0][n], 1e-10 * fabs(field[0][n]) + 1e-17);
    for (int k = 0; k < 3; k++)
      free(field[k]);
  }
}

/* Q = pi R^3 / (3 + 1/n) (tau / k)^(1/n) with the stress tau of the wall, and 4 nu Q / (pi R^3) = tau: exact for power laws.
 * Carreau's blood (Cho & Kensey 1991), R = 2 mm, at a mean of 0.05 m/s: 0.494032 Pa by quadrature; in units of 0.1 mm and
 * 1 ms. Tolerances 2 % and 1 %. */
TEST(viscosity_of_developed_flow)
{
  const double n[] = {0.4, 0.5, 0.7, 1, 1.4}, pi = acos(-1), tau = 0.02, k = 0.05;
  for (size_t i = 0; i < sizeof n / sizeof *n; i++) {
    const struct lbm_fluid f = {LBM_POWER_LAW, {k, n[i]}, 0};
    const double rate = pi / (3 + 1 / n[i]) * pow(tau / k, 1 / n[i]), exact = tau * pi / (4 * rate);
    ck_assert_double_eq_tol(lbm_fluid_developed(&f, 0.6, rate), exact, (n[i] == 1 ? 1e-12 : 0.02) * exact);
  }
  const double unit = 1e-3 / 1060 * 1e5; /* of 1 mPa.s */
  const struct lbm_fluid blood = {LBM_CARREAU_YASUDA, {56 * unit, 3.45 * unit, 3.313e3, 0.3568, 2}, 0};
  const double exact = 0.494032 / (4 * 0.05 / 2e-3) * 1e3 * unit;
  ck_assert_double_eq_tol(lbm_fluid_developed(&blood, 0.6, pi * 0.05 / 2e-3 * 1e-3), exact, 0.01 * exact);
}

TEST(mrt_is_refused)
{
  struct made m;
  made_domain(&m, full_bits(4, 4, 4), (struct tile_make){.periodic = 7});
  m.setup.collision = LBM_MRT;
  m.setup.fluid.smagorinsky = 0.1;
  ck_assert_int_eq(lbm_new(&m.flow, &m.domain, &m.setup, &m.e), TILE_USAGE);
  made_free(&m);
}

int main(void)
{
  return run_tests("fluid", 120, CK_FORK_GETENV);
}

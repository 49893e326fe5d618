/* SPDX-License-Identifier: BSD-3-Clause */
/* Flows whose solution is known: slits, ducts, Couette, Taylor-Green.
 *
 * Half-way walls lie half a node outside: a slit of H nodes is H wide, and node j is at y = j + 1/2. Flows are
 * creeping: drives are so small that u^2 is below rounding. */
#include "flow_made.h"
#include "suite.h"

#include <math.h>

#define PI 3.14159265358979323846

static double viscosity(double tau)
{
  return (tau - 0.5) / 3;
}

/* ---- slit --------------------------------------------------------------- */

#define SLIT_FORCE 1e-8

/* Plane Poiseuille flow along x between walls at y = 0 and y = H. */
static double parabola(double height, double y, double tau)
{
  return SLIT_FORCE / (2 * viscosity(tau)) * y * (height - y);
}

static void made_slit(struct made *m, int height, enum lbm_collision collision, double tau)
{
  made_domain(m, full_bits(4, height, 4), (struct tile_make){.periodic = TILE_X | TILE_Z});
  m->setup.collision = collision;
  m->setup.tau = tau;
  m->setup.force[0] = SLIT_FORCE;
}

/* k = nu <u> / F of the slit. */
static double slit_permeability(int height, enum lbm_collision collision, double tau)
{
  struct made m;
  made_slit(&m, height, collision, tau);
  made_flow(&m);
  double u = made_steady(&m, 0, 1e-12, 100, 100000);
  made_free(&m);
  return viscosity(tau) * u / SLIT_FORCE;
}

/* Largest difference from the parabola, divided by the largest value of the parabola. */
static double slit_error(int height, enum lbm_collision collision, enum lbm_equilibrium equilibrium, double tau)
{
  struct made m;
  double error = 0;
  made_slit(&m, height, collision, tau);
  m.setup.equilibrium = equilibrium;
  made_flow(&m);
  made_steady(&m, 0, 1e-13, 100, 100000);
  double *field = made_fields(&m);
  for (int j = 0; j < height; j++)
    error = fmax(error, fabs(field[4 * 4 * j + 1] - parabola(height, j + 0.5, tau)));
  free(field);
  made_free(&m);
  return error / parabola(height, height / 2., tau);
}

/* Half-way bounce-back with BGK is of second order (He, Zou, Luo & Dembo,
 * J. Stat. Phys. 87 (1997) 115). */
TEST(bgk_slit_is_second_order)
{
  double error[3];
  for (int i = 0; i < 3; i++)
    error[i] = slit_error(4 << i, LBM_BGK, LBM_QUASI, 0.8);
  for (int i = 0; i < 2; i++) {
    double order = log2(error[i] / error[i + 1]);
    ck_assert_msg(order > 1.8 && order < 2.2, "order %g between %d and %d nodes", order, 4 << i, 8 << i);
  }
}

/* Magic parameter 3/16 puts the wall exactly half-way: Ginzburg & d'Humieres, Phys. Rev. E 68 (2003) 066614. */
TEST(trt_slit_is_exact)
{
  for (int q = 0; q < LBM_EQUILIBRIA; q++) {
    ck_assert_double_lt(slit_error(4, LBM_TRT, (enum lbm_equilibrium)q, 1.1), 1e-10);
    ck_assert_double_lt(slit_error(7, LBM_TRT, (enum lbm_equilibrium)q, 0.7), 1e-10);
  }
}

/* The mean over the nodes of an exact parabola is H^2/12 (1 + 1/(2 H^2)): higher than that of the slit. */
TEST(nodal_mean_is_high)
{
  static const int heights[] = {3, 6, 9};
  for (int i = 0; i < 3; i++) {
    double h = heights[i];
    ck_assert_double_eq_tol(slit_permeability(heights[i], LBM_TRT, 1) / (h * h / 12), 1 + 1 / (2 * h * h), 1e-9);
  }
}

static const double taus[] = {0.6, 0.8, 1.1, 1.5};

static double spread(const double k[4])
{
  double least = k[0], most = k[0];
  for (int i = 1; i < 4; i++) {
    least = fmin(least, k[i]);
    most = fmax(most, k[i]);
  }
  return most / least - 1;
}

/* At a fixed magic parameter, the permeability of TRT does not depend on the viscosity; that of BGK does. */
TEST(trt_does_not_feel_tau)
{
  double trt[4], bgk[4];
  for (int i = 0; i < 4; i++) {
    trt[i] = slit_permeability(6, LBM_TRT, taus[i]);
    bgk[i] = slit_permeability(6, LBM_BGK, taus[i]);
  }
  ck_assert_double_lt(spread(trt), 1e-6);
  ck_assert_double_gt(spread(bgk), 1e-3);
}

/* The same between solids of random shape, where no other result is exact: d'Humieres & Ginzburg, Comput. Math. Appl.
 * 58 (2009) 823. */
TEST(trt_does_not_feel_tau_in_a_medium)
{
  double k[4];
  for (int i = 0; i < 4; i++) {
    struct made m;
    made_domain(&m, random_bits((const int64_t[]){8, 8, 8}, 0.85, 3), (struct tile_make){.periodic = 7});
    m.setup.tau = taus[i];
    m.setup.force[0] = SLIT_FORCE;
    made_flow(&m);
    k[i] = viscosity(taus[i]) * made_steady(&m, 0, 1e-11, 50, 20000);
    made_free(&m);
  }
  ck_assert_double_lt(spread(k), 1e-6);
}

/* ---- Couette ------------------------------------------------------------ */

/* A moving half-way wall: u = U y / H is linear, so that every collision gives it exactly. Tolerance 1e-9: the momentum
 * 6 w c.u of the wall meets a density of 1 + O(u^2). */
TEST(couette_is_exact)
{
  static const struct tile_patch lid = {.name = "lid", .face = "y+"};
  for (int c = 0; c < LBM_COLLISIONS; c++) {
    struct made m;
    made_domain(&m, full_bits(4, 7, 4), (struct tile_make){.periodic = TILE_X | TILE_Z, .patches = 1, .patch = &lid});
    m.setup.collision = (enum lbm_collision)c;
    m.condition[0] = (struct lbm_condition){.kind = LBM_AT_WALL, .velocity = {1e-6, 0, -2e-6}, .density = 0};
    made_flow(&m);
    made_step(&m, 2500); /* slowest mode: exp(-pi^2 nu t / H^2), e^-80 */
    double *field = made_fields(&m);
    for (int j = 0; j < 7; j++) {
      double part = (j + 0.5) / 7;
      ck_assert_double_eq_tol(field[4 * 4 * j + 1] / 1e-6, part, 1e-9);
      ck_assert_double_eq_tol(field[4 * 4 * j + 3] / 1e-6, -2 * part, 1e-9);
    }
    free(field);
    made_free(&m);
  }
}

/* ---- ducts -------------------------------------------------------------- */

/* <u> nu / (F h^2) of a square duct of side h: the series of White, Viscous Fluid Flow, 3-48. */
#define SQUARE_DUCT 0.03514425
enum { SIDE = 12, LENGTH = 24 };
#define DUCT_DRIVE 1e-6

static double duct_by_force(enum lbm_precision precision, enum lbm_layout layout)
{
  struct made m;
  made_domain(&m, full_bits(SIDE, SIDE, 4), (struct tile_make){.periodic = TILE_Z});
  m.setup.precision = precision;
  m.setup.layout = layout;
  m.setup.force[2] = DUCT_DRIVE;
  made_flow(&m);
  made_step(&m, 1500); /* slowest mode: exp(-2 pi^2 nu t / h^2), e^-34 */
  double u = made_superficial(&m, 2);
  made_free(&m);
  return viscosity(m.setup.tau) * u / DUCT_DRIVE;
}

static double duct_by_pressure(void)
{
  static const struct tile_patch ends[2] = {{.name = "inlet", .face = "z-"}, {.name = "outlet", .face = "z+"}};
  struct made m;
  double drop = DUCT_DRIVE * (LENGTH - 1); /* the pressure planes lie on the nodes */
  made_domain(&m, full_bits(SIDE, SIDE, LENGTH), (struct tile_make){.patches = 2, .patch = ends});
  m.condition[0] = (struct lbm_condition){.kind = LBM_AT_PRESSURE, .velocity = {0}, .density = 3 * drop};
  m.condition[1] = (struct lbm_condition){.kind = LBM_AT_PRESSURE, .velocity = {0}, .density = 0};
  made_flow(&m);
  OK(&m, lbm_start_gradient(m.flow, 2, 3 * drop, 0, &m.e));
  double u = made_steady(&m, 2, 1e-7, 200, 10000);
  made_free(&m);
  return viscosity(m.setup.tau) * u * (LENGTH - 1) / drop;
}

/* Twelve nodes per side: the force gives the series within 1 %, and both drives agree within 1 %. */
TEST(duct_permeability)
{
  double force = duct_by_force(LBM_FP64, LBM_PACKED), pressure = duct_by_pressure();
  ck_assert_double_eq_tol(force / (SQUARE_DUCT * SIDE * SIDE), 1, 0.01);
  ck_assert_double_eq_tol(pressure / force, 1, 0.01);
}

/* A short duct of 4 x 5 nodes between two pressure planes, and a periodic one under a force. In Stokes flow the planes
 * do not disturb a flow that does not change along the duct, so that every slice of both has the same velocities, to
 * rounding. (MRT with d'Humieres' rates does disturb it: see relax_third_order.) */
static void short_duct(struct made *m, enum lbm_collision c, double tau, int axis, bool pressure)
{
  static const struct tile_patch ends[3][2] = {{{.name = "inlet", .face = "x-"}, {.name = "outlet", .face = "x+"}},
                                               {{.name = "inlet", .face = "y-"}, {.name = "outlet", .face = "y+"}},
                                               {{.name = "inlet", .face = "z-"}, {.name = "outlet", .face = "z+"}}};
  enum { NODES = 10 };
  const double drop = DUCT_DRIVE * (NODES - 1);
  int64_t grid[3] = {4, 4, 4};
  grid[axis] = pressure ? NODES : 4;
  grid[(axis + 1) % 3] = 5;
  made_domain(m, full_bits(grid[0], grid[1], grid[2]),
              pressure ? (struct tile_make){.patches = 2, .patch = ends[axis]}
                       : (struct tile_make){.periodic = 1u << axis});
  m->setup.equilibrium = LBM_STOKES;
  m->setup.collision = c;
  m->setup.tau = tau;
  m->setup.force[axis] = pressure ? 0 : DUCT_DRIVE;
  m->condition[0] = (struct lbm_condition){.kind = LBM_AT_PRESSURE, .velocity = {0}, .density = 3 * drop};
  m->condition[1] = (struct lbm_condition){.kind = LBM_AT_PRESSURE, .velocity = {0}, .density = 0};
  made_flow(m);
  if (pressure)
    OK(m, lbm_start_gradient(m->flow, axis, 3 * drop, 0, &m->e));
  made_steady(m, axis, 1e-13, 200, 40000);
}

static void check_endless(enum lbm_collision c, double tau, int axis)
{
  struct made ends, endless;
  short_duct(&ends, c, tau, axis, true);
  short_duct(&endless, c, tau, axis, false);
  double *field = made_fields(&ends), *exact = made_fields(&endless), most = 0;
  const int64_t *n = ends.domain.grid, *m = endless.domain.grid;
  for (size_t i = 0; i < made_nodes(&endless); i++)
    most = fmax(most, exact[4 * i + 1 + (size_t)axis]);
  for (int64_t z = 0, i = 0; z < n[2]; z++)
    for (int64_t y = 0; y < n[1]; y++)
      for (int64_t x = 0; x < n[0]; x++, i++)
        for (int a = 1; a < 4; a++)
          ck_assert_double_eq_tol(field[4 * i + a] / most,
                                  exact[4 * (x % m[0] + m[0] * (y % m[1] + m[1] * (z % m[2]))) + a] / most, 1e-9);
  free(field);
  free(exact);
  made_free(&ends);
  made_free(&endless);
}

TEST(duct_between_pressures_is_endless)
{
  for (int axis = 0; axis < 3; axis++) {
    check_endless(LBM_TRT, 1, axis);
    check_endless(LBM_TRT, 0.6, axis);
    check_endless(LBM_BGK, 0.8, axis);
  }
}

/* Populations are stored as differences from rest: fp32 has seven digits of the flow itself, and the rounding of 1500
 * steps leaves five. */
TEST(single_precision_agrees)
{
  double k = duct_by_force(LBM_FP64, LBM_PACKED);
  ck_assert_double_eq_tol(duct_by_force(LBM_FP32, LBM_PACKED) / k, 1, 1e-5);
  ck_assert_double_eq_tol(duct_by_force(LBM_FP32, LBM_T2C) / k, 1, 1e-5);
  ck_assert_double_eq_tol(duct_by_force(LBM_FP64_FP32, LBM_PACKED) / k, 1, 1e-6); /* rounded once per step */
}

/* The force of one step is below half of the last bit of the 16-bit populations: with rounding to nearest, this flow
 * would stop accelerating at 0.9 of its speed. */
TEST(sixteen_bits_agree)
{
  const double k = duct_by_force(LBM_FP64, LBM_PACKED);
  ck_assert_double_eq_tol(duct_by_force(LBM_FP32_FP16, LBM_PACKED) / k, 1, 2e-3);
}

/* ---- inlet -------------------------------------------------------------- */

/* Momentum through slice z of a box. */
static double flux(const struct made *m, const double *field, int64_t z, bool quasi)
{
  int64_t slice = m->domain.grid[0] * m->domain.grid[1];
  double sum = 0;
  for (int64_t n = z * slice; n < (z + 1) * slice; n++)
    sum += field[4 * n + 3] * (quasi ? 1 + field[4 * n] : 1);
  return sum;
}

/* In steady flow the flux at the inlet passes every slice. The speed is a tenth of the speed of sound, so that an error
 * in the density is visible. */
LOOP_TEST(inlet_flux_passes_every_slice, LBM_COLLISIONS)
{
  static const struct tile_patch ends[2] = {{.name = "inlet", .face = "z-"}, {.name = "outlet", .face = "z+"}};
  for (int q = 0; q < LBM_EQUILIBRIA; q++) {
    struct made m;
    made_domain(&m, full_bits(7, 6, 13), (struct tile_make){.patches = 2, .patch = ends});
    m.setup.equilibrium = (enum lbm_equilibrium)q;
    m.setup.collision = (enum lbm_collision)_i;
    m.condition[0] = (struct lbm_condition){.kind = LBM_AT_VELOCITY, .velocity = {0, 0, 0.02}, .density = 0};
    m.condition[1] = (struct lbm_condition){.kind = LBM_AT_PRESSURE, .velocity = {0}, .density = 0};
    made_flow(&m);
    made_steady(&m, 2, 1e-10, 500, 20000);
    double *field = made_fields(&m), in = flux(&m, field, 0, q == LBM_QUASI);
    ck_assert_double_eq_tol(field[3], 0.02, 1e-12); /* the corner has the velocity of the inflow too */
    for (int64_t z = 1; z < 13; z++)
      ck_assert_double_eq_tol(flux(&m, field, z, q == LBM_QUASI) / in, 1, 1e-6);
    for (int n = 0; n < 42; n++)
      ck_assert_double_eq_tol(field[4 * (12 * 42 + n)], 0, 1e-12);
    free(field);
    made_free(&m);
  }
}

/* The velocity profile is 16 y z (H - y)(W - z) / (H W)^2, with walls half a node outside; a periodic axis has no
 * walls. */
LOOP_TEST(parabola_is_the_inflow, 2 * LBM_LAYOUTS)
{
  static const struct tile_patch ends[2] = {{.name = "inlet", .face = "x-"}, {.name = "outlet", .face = "x+"}};
  const unsigned periodic = _i % 2 ? TILE_Z : 0;
  struct made m;
  made_domain(&m, full_bits(13, 7, 6),
              (struct tile_make){.patches = 2, .patch = ends, .periodic = periodic, .offset = {1, 2, 3}});
  m.setup.equilibrium = LBM_INCOMPRESSIBLE;
  m.setup.layout = (enum lbm_layout)(_i / 2);
  m.condition[0] = (struct lbm_condition){.kind = LBM_AT_PARABOLA, .velocity = {0.02, 0, 0.001}, .density = 0};
  m.condition[1] = (struct lbm_condition){.kind = LBM_AT_PRESSURE, .velocity = {0}, .density = 0};
  made_flow(&m);
  made_steady(&m, 0, 1e-10, 500, 20000);
  double *field = made_fields(&m), in = 0, out = 0;
  for (int z = 0; z < 6; z++)
    for (int y = 0; y < 7; y++) {
      const double u = 4 * (y + 0.5) * (6.5 - y) / 49 * (periodic ? 1 : 4 * (z + 0.5) * (5.5 - z) / 36);
      const double *at = field + 4 * 13 * (y + 7 * z);
      ck_assert_double_eq_tol(at[1], 0.02 * u, 1e-12);
      ck_assert_double_eq_tol(at[3], 0.001 * u, 1e-12);
      in += at[1];
      out += at[4 * 12 + 1];
    }
  ck_assert_double_eq_tol(out / in, 1, 1e-6);
  free(field);
  made_free(&m);
}

/* The inlet is so wide that its plane could disturb itself: see relax_third_order. */
TEST(mrt_inlet_is_stable)
{
  static const struct tile_patch ends[2] = {{.name = "inlet", .face = "z-"}, {.name = "outlet", .face = "z+"}};
  static const double tau[] = {0.52, 0.6, 1};
  for (int k = 0; k < 3; k++) {
    struct made m;
    made_domain(&m, full_bits(24, 20, 26), (struct tile_make){.patches = 2, .patch = ends});
    m.setup.collision = LBM_MRT;
    m.setup.tau = tau[k];
    m.condition[0] = (struct lbm_condition){.kind = LBM_AT_VELOCITY, .velocity = {0, 0.001, 0.02}, .density = 0};
    m.condition[1] = (struct lbm_condition){.kind = LBM_AT_PRESSURE, .velocity = {0}, .density = 0};
    made_flow(&m);
    made_step(&m, 1500);
    made_free(&m);
  }
}

/* ---- Taylor-Green ------------------------------------------------------- */

/* Vortices in the plane of axes a and b of a periodic box of N x N x 4. */
enum { N = 32 };
#define TAYLOR_SPEED 0.01

static void put_vortices(struct made *m, int a, int b)
{
  /* without the squares of the velocity the pressure is uniform */
  const double pressure = m->setup.equilibrium == LBM_STOKES ? 0 : 0.25 * TAYLOR_SPEED * TAYLOR_SPEED;
  const int64_t *grid = m->domain.grid;
  double *field = calloc(made_nodes(m) * 4, sizeof *field), k = 2 * PI / N, *f = field;
  int64_t at[3];
  for (at[2] = 0; at[2] < grid[2]; at[2]++)
    for (at[1] = 0; at[1] < grid[1]; at[1]++)
      for (at[0] = 0; at[0] < grid[0]; at[0]++, f += 4) {
        double x = k * (double)at[a], y = k * (double)at[b];
        f[0] = -3 * pressure * (cos(2 * x) + cos(2 * y));
        f[1 + a] = TAYLOR_SPEED * sin(x) * cos(y) * -1;
        f[1 + b] = TAYLOR_SPEED * cos(x) * sin(y);
      }
  made_put_fields(m, field);
  free(field);
}

/* Taylor & Green (1937): speeds decay as exp(-2 nu k^2 t). Tolerance 0.5 %: the viscosity of the lattice differs by
 * O(k^2). Returns the rate. */
static double check_decay(enum lbm_collision c, enum lbm_equilibrium q, enum lbm_precision p, int a, int b)
{
  struct made m;
  struct lbm_totals early, late;
  int64_t grid[3] = {4, 4, 4};
  grid[a] = grid[b] = N;
  made_domain(&m, full_bits(grid[0], grid[1], grid[2]), (struct tile_make){.periodic = 7});
  m.setup.collision = c;
  m.setup.equilibrium = q;
  m.setup.precision = p;
  m.setup.tau = 0.8;
  made_flow(&m);
  put_vortices(&m, a, b);
  made_step(&m, 50);
  OK(&m, lbm_totals(m.flow, &early, &m.e));
  made_step(&m, 100);
  OK(&m, lbm_totals(m.flow, &late, &m.e));
  double rate = log(early.speed / late.speed) / 100, exact = 2 * viscosity(m.setup.tau) * pow(2 * PI / N, 2);
  ck_assert_msg(fabs(rate / exact - 1) < 0.005, "%s %s: decay %g, exactly %g", lbm_collision_names[c],
                lbm_equilibrium_names[q], rate, exact);
  made_free(&m);
  return rate;
}

/* The other precisions give the same rate as fp64. */
TEST(taylor_green_decays_alike)
{
  static const double tolerance[LBM_PRECISIONS] = {0, 1e-5, 1e-5, 1e-3};
  const double exact = check_decay(LBM_TRT, LBM_INCOMPRESSIBLE, LBM_FP64, 0, 1);
  for (int p = LBM_FP32; p < LBM_PRECISIONS; p++) {
    const double off = check_decay(LBM_TRT, LBM_INCOMPRESSIBLE, (enum lbm_precision)p, 0, 1) / exact - 1;
    ck_assert_msg(fabs(off) <= tolerance[p], "%s: the rate is off by %g", lbm_precision_names[p], off);
  }
}

TEST(taylor_green_decays)
{
  for (int c = 0; c < LBM_COLLISIONS; c++)
    for (int q = 0; q < LBM_EQUILIBRIA; q++)
      check_decay((enum lbm_collision)c, (enum lbm_equilibrium)q, LBM_FP64, c % 3, (c + 1 + q % 2) % 3);
}

/* A cubic cavity of 20 nodes a side whose lid moves at 0.1, at a Reynolds number of 600. Returns the code of 4000 time
 * steps. */
static int run_cavity(enum lbm_collision c)
{
  static const struct tile_patch lid = {.name = "lid", .face = "z+"};
  struct made m;
  made_domain(&m, full_bits(20, 20, 20), (struct tile_make){.patches = 1, .patch = &lid});
  m.condition[0] = (struct lbm_condition){.kind = LBM_AT_WALL, .velocity = {0.1, 0, 0}, .density = 0};
  m.setup.collision = c;
  m.setup.tau = 0.51;
  made_flow(&m);
  const int code = lbm_step(m.flow, 4000, &m.e);
  made_free(&m);
  return code;
}

TEST(regularised_is_stable_in_a_cavity)
{
  ck_assert_int_eq(run_cavity(LBM_BGK), LBM_DIVERGED);
  ck_assert_int_eq(run_cavity(LBM_TRT), LBM_DIVERGED);
  ck_assert_int_eq(run_cavity(LBM_REGULARISED), 0);
}

int main(void)
{
  return run_tests("channel", 120, CK_FORK_GETENV);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Conditions that change in time: shapes of flows in cross-sections, the rate of a flow through a patch, and outlets. */
#include "flow_made.h"
#include "flux.h"
#include "section.h"
#include "suite.h"
#include "wave.h"

#include <complex.h>
#include <math.h>

static struct tile_error e;
#define PI 3.14159265358979323846

/* ---- shapes ---------------------------------------------------------------- */

/* A duct along z with a patch on its lower face; its walls are half a link outside. */
static void make_duct(struct made *m, const int64_t grid[3], unsigned periodic)
{
  static const struct tile_patch patch[] = {{.name = "in", .face = "z-"}, {.name = "out", .face = "z+"}};
  made_domain(m, full_bits(grid[0], grid[1], grid[2]),
              (struct tile_make){.periodic = periodic, .patches = 2, .patch = patch});
}

static double *solve(struct made *m, size_t *count, double omega, double nu, struct lbm_cap_place **place)
{
  static const struct lbm_condition condition[2] = {{.kind = LBM_AT_FLOW_PARABOLA}};
  struct lbm_cap cap;
  struct lbm_section *s;
  OK(m, lbm_cap_make(&cap, &m->domain, condition, 0, &m->e));
  double *all = calloc(2 * cap.count, sizeof *all);
  OK(m, lbm_section_make(&s, &m->domain, 0, &cap, &m->e));
  OK(m, lbm_section_solve(s, omega, nu, all, all + cap.count, NULL, &m->e));
  lbm_section_free(s);
  *count = cap.count;
  *place = cap.place;
  return all;
}

/* Square duct: largest velocity / mean 2.0962, mean of -lap phi = 1 0.035144 a^2 (White, Viscous Fluid Flow, 3-3.3). */
START_TEST(square_duct)
{
  enum { N = 32 };
  struct made m;
  size_t count;
  struct lbm_cap_place *place;
  double mean = 0, most = 0;
  make_duct(&m, (int64_t[]){N, N, 4}, 0);
  double *phi = solve(&m, &count, 0, 1, &place);
  ck_assert_uint_eq(count, N * N);
  for (size_t n = 0; n < count; n++) {
    mean += phi[n] / N / N;
    most = fmax(most, phi[n]);
  }
  ck_assert_msg(fabs(mean / (0.035144 * N * N) - 1) < 5e-3, "%g", mean / N / N);
  ck_assert_msg(fabs(most / mean / 2.0962 - 1) < 5e-3, "%g", most / mean);
  free(phi);
  free(place);
  made_free(&m);
}
END_TEST

/* A tube of radius R, cut by a plane of the grid 52 degrees from across it along both of its axes: phi is R^2 / 4 on the axis and
 * R^2 / 8 in the mean of the ellipse. Tolerance 4 %: the rim is stairs of half a voxel. */
START_TEST(tube_that_is_cut_askew)
{
  enum { N = 52, R = 14 };
  const double slope = _i ? -0.9 : 0.9, c = 25.4, secant = sqrt(1 + 0.81 + 0.81);
  struct tile_bits b = empty_bits((const int64_t[]){N, N, 4});
  for (int64_t n = 0; n < (int64_t)N * N; n++) {
    const double x = (double)(n % N) - c, y = (double)(n / N) - c, along = (0.9 * x + slope * y) / secant;
    for (int64_t z = 0; z < 4 && x * x + y * y - along * along < R * R; z++)
      set_bit(&b, n % N, n / N, z);
  }
  static const struct tile_patch patch[] = {{.name = "in", .face = "z-"}};
  struct made m;
  size_t count;
  struct lbm_cap_place *place;
  double mean = 0, most = 0;
  made_domain(&m, b, (struct tile_make){.patches = 1, .patch = patch});
  memcpy(m.domain.patch[0].normal, (const double[]){0.9 / secant, slope / secant, 1 / secant}, sizeof(double[3]));
  double *phi = solve(&m, &count, 0, 1, &place);
  for (size_t n = 0; n < count; n++) {
    mean += phi[n] / (double)count;
    most = fmax(most, phi[n]);
  }
  ck_assert_double_eq_tol(most, R * R / 4., 0.04 * R * R / 4);
  ck_assert_double_eq_tol(mean, R * R / 8., 0.04 * R * R / 8);
  free(phi);
  free(place);
  made_free(&m);
}
END_TEST

/* The opening of a tube across a plane that lies askew along all axes, by all links of three layers of nodes that cross it:
 * phi = (R^2 - r^2) / 4, and its derivative along a link. */
START_TEST(tube_across_a_tilted_plane)
{
  enum { N = 44, R = 16, MOST = N * N * 3 * 18 };
  static struct lbm_cap_place place[MOST];
  static double re[MOST], im[MOST];
  static struct lbm_section_shape shape[MOST];
  static const struct tile_patch patch[] = {{.name = "in", .face = "z-"}};
  const double n[3] = {0.42, _i ? -0.56 : 0.56, sqrt(1 - 0.42 * 0.42 - 0.56 * 0.56)}, centre[3] = {21.3, 21.9, 22.2};
  struct lbm_cap cap = {.place = place};
  struct lbm_section *s;
  struct made m;
  made_domain(&m, full_bits(N, N, N), (struct tile_make){.patches = 1, .patch = patch});
  memcpy(m.domain.patch[0].normal, n, sizeof n);
  for (int64_t y = 0; y < N; y++)
    for (int64_t x = 0; x < N; x++) {
      const double b = (double)x - centre[0], c = (double)y - centre[1], a = -(n[0] * b + n[1] * c) / n[2];
      for (int layer = -1; layer < 2 && b * b + c * c + a * a < R * R; layer++)
        for (int link = 1; link < 19; link++)
          if (lbm_c[link][0] * n[0] + lbm_c[link][1] * n[1] + lbm_c[link][2] * n[2] < 0)
            place[cap.count++] = (struct lbm_cap_place){{x, y, lround(centre[2] + a) + layer}, link};
    }
  OK(&m, lbm_section_make(&s, &m.domain, 0, &cap, &m.e));
  OK(&m, lbm_section_solve(s, 0, 1, re, im, shape, &m.e));
  double off[2] = {0};
  for (size_t i = 0; i < cap.count; i++) {
    double point[3], along = 0, square = 0, up = 0;
    lbm_cap_point(point, place + i);
    for (int a = 0; a < 3; a++)
      up += (point[a] - centre[a]) * n[a];
    for (int a = 0; a < 3; a++) {
      const double p = point[a] - centre[a] - up * n[a];
      square += p * p;
      along -= p * lbm_c[place[i].link][a] / 2;
    }
    if (square > 0.1 * R * R) /* the rim is stairs */
      continue;
    off[0] = fmax(off[0], fabs(re[i] - (R * R - square) / 4) / (R * R / 4.));
    off[1] = fmax(off[1], fabs(shape[i].slope - along) / (R / 2.));
  }
  ck_assert_msg(off[0] < 0.03 && off[1] < 0.036, "%g %g", off[0], off[1]);
  lbm_section_free(s);
  made_free(&m);
}
END_TEST

/* Slit of half-width h: psi = (1 - cosh(k y) / cosh(k h)) / (i omega), k^2 = i omega / nu, at alpha 1, 3 and 10. */
START_TEST(oscillating_slit)
{
  const double alphas[] = {1, 3, 10}, alpha = alphas[_i], h = 64, nu = 0.02, omega = alpha * alpha * nu / h / h;
  const double complex k = csqrt(I * omega / nu);
  struct made m;
  size_t count;
  struct lbm_cap_place *place;
  double most = 0;
  make_duct(&m, (int64_t[]){3, 128, 4}, TILE_X);
  double *psi = solve(&m, &count, omega, nu, &place);
  for (size_t n = 0; n < count; n++) {
    const double y = (double)place[n].at[1] + 0.5 - h;
    const double complex exact = (1 - ccosh(k * y) / ccosh(k * h)) / (I * omega);
    most = fmax(most, cabs(psi[n] + I * psi[count + n] - exact) * omega);
  }
  ck_assert_msg(most < 3e-3, "%g", most);
  free(psi);
  free(place);
  made_free(&m);
}
END_TEST

/* ---- flows ----------------------------------------------------------------- */

static const int64_t duct[] = {9, 7, 12};
static double wave_time[] = {0, 10, 25, 40}, wave_value[] = {0.2, 1, -0.5, 0.2};

static void make_flow(struct made *m, enum lbm_condition_kind kind, struct lbm_course course[2], int parts)
{
  make_duct(m, duct, 0);
  m->setup.parts = parts;
  m->setup.ramp = 15;
  m->setup.tau = 0.8;
  m->setup.course = course;
  m->condition[0] = (struct lbm_condition){.kind = kind, .velocity = {0, 0, 2.5}, .density = 0};
  m->condition[1] = (struct lbm_condition){.kind = LBM_AT_PRESSURE};
  course[0] = (struct lbm_course){.wave = {4, wave_time, wave_value}};
  course[1] = (struct lbm_course){0};
  made_flow(m);
}

/* The sum of the momentum over the nodes of the inlet is the volume a step, whatever the profile and the time, and three
 * subdomains have the same flow. */
START_TEST(rate_is_exact)
{
  static const enum lbm_condition_kind kinds[] = {LBM_AT_FLOW, LBM_AT_FLOW_PARABOLA, LBM_AT_FLOW_WOMERSLEY};
  const struct lbm_wave wave = {4, wave_time, wave_value};
  struct lbm_course course[2], others[2];
  struct lbm_curve curve;
  struct made m, divided;
  make_flow(&m, kinds[_i], course, 1);
  make_flow(&divided, kinds[_i], others, 3);
  ck_assert_int_eq(lbm_curve_make(&curve, &wave, &e), 0);
  for (int step = 13; step < 60; step += 13) {
    const double ramp = step < 15 ? 0.5 - 0.5 * cos(PI * step / 15) : 1,
                 wanted = 2.5 * ramp * lbm_curve_at(&curve, step);
    double sum = 0;
    made_step(&m, 13);
    made_step(&divided, 6);
    made_step(&divided, 7);
    double *field = made_fields(&m), *same = made_fields(&divided);
    ck_assert_mem_eq(field, same, 4 * made_nodes(&m) * sizeof *field);
    for (size_t n = 0; n < (size_t)(duct[0] * duct[1]); n++)
      sum += (1 + field[4 * n]) * field[4 * n + 3];
    ck_assert_msg(fabs(sum - wanted) < 1e-12, "step %d: %.15g, not %.15g", step, sum, wanted);
    free(field);
    free(same);
  }
  lbm_curve_free(&curve);
  made_free(&m);
  made_free(&divided);
}
END_TEST

/* ---- outlets --------------------------------------------------------------- */

/* Q = 2.2 + 2.5 sin 2 pi t, Rp = Rd = 1000, C = 1e-4 in cgs units: P = 4400 + 4437.67 sin(2 pi t - 14.701 degrees)
 * (svZeroDSolver, pulsatileFlow_R_RCR). A step is a millisecond. */
START_TEST(windkessel)
{
  struct lbm_opening o = {.outlet = {.kind = LBM_OUTLET_RCR, .number = {1000, 1e-4 / 1e-3, 1000, 0, 0}}};
  o.decay = lbm_outlet_decay_of(&o.outlet);
  struct lbm_outlet_state s = {.flow = 2.2};
  double most = 0;
  for (int step = 1; step <= 4000; step++) {
    const double t = 1e-3 * step, q = 2.2 + 2.5 * sin(2 * PI * t);
    const struct lbm_relation r = lbm_outlet_relation(&o, &s);
    const double p = r.base + r.slope * q, exact = 4400 + 4437.67 * sin(2 * PI * t - 14.701 / 180 * PI);
    lbm_outlet_advance(&o, &s, q);
    most = step > 3000 ? fmax(most, fabs(p - exact)) : 0;
  }
  ck_assert_msg(most < 1e-4 * 4400, "%g", most);
}
END_TEST

/* A constant flow has an exact solution from any start, also where RdC is a million time steps. */
START_TEST(capacitor_fills)
{
  const double capacities[] = {0.5, 10, 2e3, 1e6}, c = capacities[_i];
  struct lbm_opening o = {.outlet = {.kind = LBM_OUTLET_RCR, .number = {1, c, 2, 0.25, 0}}};
  o.decay = lbm_outlet_decay_of(&o.outlet);
  struct lbm_outlet_state s = {.flow = 3, .capacitor = 1};
  for (int step = 1; step <= 100; step++) {
    lbm_outlet_advance(&o, &s, 3);
    const double exact = 0.25 + 6 + (1 - 6.25) * exp(-step / (2 * c));
    ck_assert_msg(fabs(s.capacitor - exact) < 1e-13 * 6 + 1e-12 * fabs(exact - 1), "%g", s.capacitor - exact);
  }
}
END_TEST

/* Of the flow q = 3 - 5 p an outlet of a fraction of an inflow of 2 gets it at once; one that absorbs closes the gap by a
 * hundredth of z b / (1 + z b), b = 5, in each step: the pressure of a Thevenin source with internal resistance z. */
START_TEST(gap_of_a_fraction)
{
  const struct lbm_relation flow = {3, -5};
  struct lbm_opening o = {.outlet = {.kind = LBM_OUTLET_SPLIT, .number = {0.4}}};
  struct lbm_outlet_state s = {.capacitor = 0};
  ck_assert_double_eq_tol(lbm_outlet_reach(&o, &s, lbm_outlet_wanted(&o, 0, 2), flow), (3 - 0.8) / 5, 1e-15);
  o.impedance = 0.1;
  double gap = 3 - 5 * lbm_outlet_reach(&o, &s, lbm_outlet_wanted(&o, 0, 2), flow) - 0.8;
  ck_assert_double_eq_tol(gap, 2.2 / 1.5, 1e-14); /* the source has no pressure yet */
  for (int step = 0; step < 500; step++) {
    const double now = 3 - 5 * lbm_outlet_reach(&o, &s, lbm_outlet_wanted(&o, 0, 2), flow) - 0.8;
    ck_assert_double_eq_tol(now, gap * (1 - 0.01 * 0.5 / 1.5), 1e-14);
    gap = now;
  }
}
END_TEST

/* The share of an inflow that grows by 0.03 a step: its growth goes to 0.4 x 0.03 as 1 - 0.98^n, and the pressure in the
 * opening tilts by 3 (nu Q s / Phi + dQ/dt s / A) of density. Without a viscosity it does not. */
START_TEST(growth_of_an_inflow)
{
  struct lbm_opening o = {.viscosity = 0.02};
  struct lbm_outlet_state s = {.flow = 7};
  struct lbm_condition c = {.kind = LBM_AT_PRESSURE};
  for (int n = 1; n <= 300; n++) {
    lbm_outlet_accelerate(&s, 0.4 * 0.03 * n);
    ck_assert_double_eq_tol(s.growth, 0.4 * 0.03 * (1 - pow(0.98, n)), 1e-13);
  }
  lbm_outlet_tilt(&o, &s, &c);
  ck_assert_double_eq_tol(c.tilt[0], 3 * 0.02 * 7, 1e-14);
  ck_assert_double_eq_tol(c.tilt[1], 3 * s.growth, 1e-15);
  ck_assert_double_eq(c.flow, -7);
  o.viscosity = 0;
  lbm_outlet_tilt(&o, &s, &c);
  ck_assert(c.tilt[0] == 0 && c.tilt[1] == 0 && c.flow == 0);
}
END_TEST

/* A duct of 8 x 8 x 6 nodes; z = rho c_s / A. */
static const int64_t short_duct[] = {8, 8, 6};
#define IMPEDANCE (sqrt(1. / 3) / 64)

static void make_outlet(struct made *m, struct lbm_course course[2], struct lbm_condition in, struct lbm_outlet o,
                        int parts)
{
  make_duct(m, short_duct, 0);
  m->setup.parts = parts;
  m->setup.tau = 0.8;
  m->setup.course = course;
  m->condition[0] = in;
  m->condition[1] = (struct lbm_condition){.kind = LBM_AT_PRESSURE};
  course[1] = (struct lbm_course){.outlet = o};
  made_flow(m);
}

/* Between a pressure and a resistance R the flow is p / (R + R'), with the same R' of the duct for any R. */
START_TEST(resistance_of_the_duct)
{
  static const double factors[] = {0.1, 1, 100};
  double own[3], all[3];
  for (int k = 0; k < 3; k++) {
    struct lbm_course course[2] = {{.state = {0}}};
    struct made m;
    const double r = factors[k] * IMPEDANCE, p = 1e-4;
    make_outlet(&m, course, (struct lbm_condition){.kind = LBM_AT_PRESSURE, .density = 3 * p},
                (struct lbm_outlet){.kind = LBM_OUTLET_RESISTANCE, .number = {r}}, 1);
    m.setup.equilibrium = LBM_STOKES;
    made_flow(&m);
    made_step(&m, k == 2 ? 12000 : 4000);
    const struct lbm_outlet_state *s = &course[1].state;
    ck_assert(fabs(s->pressure - r * s->flow) < 1e-12 * p && s->taken == 0);
    all[k] = p / s->flow;
    own[k] = all[k] - r;
    made_free(&m);
  }
  for (int k = 0; k < 3; k++)
    ck_assert_msg(fabs(own[k] - own[0]) < 1e-3 * all[k], "%g: %g, %g", factors[k], own[k], own[0]);
}
END_TEST

/* Behind a flow q (1 + sin w t / 2) an RCR has the pressure q (Rp + Rd) + q / 2 |Z| sin(w t + phase), whatever R. */
START_TEST(rcr_behind_a_flow)
{
  enum { PERIOD = 8000, POINTS = 65 };
  static const double factors[] = {0.1, 1, 100};
  const double r = factors[_i] * IMPEDANCE, q = 0.05, w = 2 * PI / PERIOD, c = 1200 / r;
  const double complex z = r + r / (1 + I * w * r * c);
  double time[POINTS], value[POINTS], most = 0;
  struct lbm_course course[2] = {{.state = {0}}};
  struct made m;
  for (int n = 0; n < POINTS; n++) {
    time[n] = (double)PERIOD * n / (POINTS - 1);
    value[n] = 1 + 0.5 * sin(w * time[n]);
  }
  value[POINTS - 1] = value[0];
  course[0] = (struct lbm_course){.wave = {POINTS, time, value}};
  make_outlet(&m, course, (struct lbm_condition){.kind = LBM_AT_FLOW, .velocity = {0, 0, q}, .density = 0},
              (struct lbm_outlet){.kind = LBM_OUTLET_RCR, .number = {r, c, r, 0, q * r}}, 1);
  course[1].state.capacitor = q * r;
  for (int step = 50; step <= 2 * PERIOD; step += 50) {
    made_step(&m, 50);
    const struct lbm_outlet_state *s = &course[1].state;
    const double exact = 2 * q * r + q / 2 * cimag(z * cexp(I * w * step));
    if (step > PERIOD)
      most = fmax(most, fabs(s->pressure + s->taken - exact) / (2 * q * r));
    ck_assert(fabs(s->pressure) < 1e-12); /* it is the reference */
  }
  ck_assert_msg(most < 1e-3, "%g", most);
  made_free(&m);
}
END_TEST

/* Two fifths of the flow leave through one of two outlets; three subdomains have the same bits; a state that was
 * interrupted goes on as if it had not been. */
static void make_branches(struct made *m, struct lbm_course course[3], int parts)
{
  static const struct tile_patch patch[] = {
      {.name = "in", .face = "z-"}, {.name = "one", .face = "z+"}, {.name = "two", .face = "x+"}};
  made_domain(m, full_bits(9, 8, 13), (struct tile_make){.patches = 3, .patch = patch});
  m->setup.parts = parts;
  m->setup.tau = 0.7;
  m->setup.course = course;
  m->condition[0] = (struct lbm_condition){.kind = LBM_AT_FLOW_PARABOLA, .velocity = {0, 0, 0.5}, .density = 0};
  m->condition[1] = m->condition[2] = (struct lbm_condition){.kind = LBM_AT_PRESSURE};
  made_flow(m);
}

START_TEST(fraction_of_the_flow)
{
  const struct lbm_course start[3] = {
      {.wave = {4, wave_time, wave_value}},
      {.outlet = {LBM_OUTLET_SPLIT, {0.4}, _i & 1}},
      {.outlet = {LBM_OUTLET_RCR, {0.02, 2e3, 0.05, 1e-4, 0}, _i & 2}, .state = {.capacitor = 1e-3}}};
  struct lbm_course course[3], others[3];
  struct made m, divided;
  memcpy(course, start, sizeof start);
  memcpy(others, start, sizeof start);
  make_branches(&m, course, 1);
  make_branches(&divided, others, 3);
  made_step(&m, 300);
  made_step(&divided, 120);
  made_step(&divided, 180);
  double *f = made_populations(&m), *same = made_populations(&divided);
  ck_assert_mem_eq(f, same, LBM_Q * made_nodes(&m) * sizeof *f);
  for (int p = 1; p < 3; p++)
    ck_assert_mem_eq(&course[p].state, &others[p].state, sizeof course[p].state);
  if (!(_i & 1)) {
    struct lbm_course again[3];
    memcpy(again, course, sizeof again);
    lbm_free(divided.flow);
    divided.flow = NULL;
    divided.setup.course = again;
    divided.setup.parts = 1;
    made_flow(&divided);
    made_put_populations(&divided, f);
    lbm_set_steps_done(divided.flow, 300);
    made_step(&m, 37);
    made_step(&divided, 37);
    ck_assert_mem_eq(&course[1].state, &again[1].state, 2 * sizeof course[1].state);
  }
  free(f);
  free(same);
  made_free(&m);
  made_free(&divided);
}
END_TEST

/* Through an opening leaves the flow that is given, in each step of its curve, which turns; its growth is its own, and the
 * other outlet has all that is left of the growth of what is given. */
START_TEST(flow_that_leaves)
{
  struct lbm_course course[3] = {{.state = {0}},
                                 {.wave = {4, wave_time, wave_value}, .outlet = {LBM_OUTLET_FLOW, {0.3}, false}},
                                 {.outlet = {LBM_OUTLET_RESISTANCE, {0.01, 0}, false}}};
  struct lbm_curve curve;
  struct made m;
  make_branches(&m, course, 1 + 2 * _i);
  m.condition[1].density = LBM_FLOW_DENSITY;
  made_flow(&m);
  OK(&m, lbm_curve_make(&curve, &course[1].wave, &m.e));
  for (int step = 1; step < 300; step++) {
    made_step(&m, 1);
    const double wanted = 0.3 * lbm_curve_at(&curve, step);
    ck_assert_double_eq_tol(course[1].state.flow, wanted, 1e-9);
    ck_assert_double_eq_tol(course[1].state.inflow, wanted, 1e-15);
    if (step > 200) /* a face has its flow as momentum */
      ck_assert_double_eq_tol(course[2].state.inflow, 0.5 - wanted, 0.06);
  }
  lbm_curve_free(&curve);
  made_free(&m);
}
END_TEST

/* Flows of openings are those of lbm_fluxes. What is taken off all pressures is added, so that a resistance has its own. */
START_TEST(flows_of_openings)
{
  struct lbm_course course[3] = {{.wave = {4, wave_time, wave_value}},
                                 {.outlet = {LBM_OUTLET_RESISTANCE, {0.01, 0}, false}},
                                 {.outlet = {LBM_OUTLET_RCR, {0.02, 2e3, 0.05, 1e-4, 0}, true}}};
  struct made m;
  struct lbm_opening_flows *o;
  double inflow[3], pressure[3];
  make_branches(&m, course, 1 + 2 * _i);
  OK(&m, lbm_opening_flows_open(&o, m.flow, false, &m.e));
  for (int step = 1; step < 400; step += 57) {
    made_step(&m, 57);
    OK(&m, lbm_opening_flows_now(o, inflow, pressure, &m.e));
    for (int p = 1; p < 3; p++)
      ck_assert_double_eq_tol(pressure[p], course[p].state.pressure + course[p].state.taken, 1e-15);
    ck_assert_double_ne(course[1].state.taken, 0);
    struct lbm_incoming a;
    struct lbm_gain flux[4];
    OK(&m, lbm_incoming_make(&a, m.flow, &m.e));
    OK(&m, lbm_fluxes(flux, &a, &m.e));
    lbm_incoming_free(&a);
    for (int p = 0; p < 3; p++)
      ck_assert_double_eq(inflow[p], flux[p].mass);
    ck_assert_double_eq_tol(pressure[1], 0.01 * course[1].state.flow, 1e-12);
  }
  lbm_opening_flows_close(o);
  made_free(&m);
}
END_TEST

/* Where fluid comes in at u through an outlet, its pressure is lower by 0.1 u^2; where it goes out, it is as it should be. */
START_TEST(backflow)
{
  for (int out = 0; out < 2; out++) {
    struct lbm_course course[2] = {{.state = {0}}};
    struct made m;
    make_outlet(&m, course,
                (struct lbm_condition){.kind = LBM_AT_FLOW, .velocity = {0, 0, out ? 1.5 : -1.5}, .density = 0},
                (struct lbm_outlet){.kind = LBM_OUTLET_RESISTANCE, .number = {IMPEDANCE}}, 1);
    made_step(&m, 2000);
    double *field = made_fields(&m);
    for (size_t n = made_nodes(&m) - 64; n < made_nodes(&m); n++) {
      const double u = field[4 * n + 3], lower = course[1].state.pressure - field[4 * n] / 3;
      ck_assert((u > 0) == out && fabs(u) > 1e-3);
      ck_assert_msg(out ? fabs(lower) < 1e-12 : fabs(lower - 0.1 * u * u) < 0.01 * u * u, "%g, %g", u, lower);
    }
    free(field);
    made_free(&m);
  }
}
END_TEST

START_TEST(outlets_that_exclude_each_other)
{
  const struct {
    struct lbm_outlet one, two;
    const char *text;
  } cases[] = {{{LBM_OUTLET_SPLIT, {0.4}, false}, {LBM_OUTLET_SPLIT, {0.6}, false}, "none holds the pressure"},
               {{LBM_OUTLET_SPLIT, {0.7}, false}, {LBM_OUTLET_SPLIT, {0.6}, false}, "more than 1"}};
  for (int k = 0; k < 2; k++) {
    struct lbm_course course[3] = {{.state = {0}}, {.outlet = cases[k].one}, {.outlet = cases[k].two}};
    struct lbm_course none[3] = {{.state = {0}}};
    struct made m;
    make_branches(&m, none, 1);
    lbm_free(m.flow);
    m.setup.course = course;
    ck_assert_int_eq(lbm_new(&m.flow, &m.domain, &m.setup, &e), TILE_USAGE);
    ck_assert_msg(strstr(e.text, cases[k].text), "%s", e.text);
    made_free(&m);
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("pulse");
  TCase *all = tcase_create("all");
  tcase_add_test(all, square_duct);
  tcase_add_loop_test(all, tube_that_is_cut_askew, 0, 2);
  tcase_add_loop_test(all, tube_across_a_tilted_plane, 0, 2);
  tcase_add_loop_test(all, oscillating_slit, 0, 3);
  tcase_add_loop_test(all, rate_is_exact, 0, 3);
  tcase_add_test(all, windkessel);
  tcase_add_loop_test(all, capacitor_fills, 0, 4);
  tcase_add_test(all, gap_of_a_fraction);
  tcase_add_test(all, growth_of_an_inflow);
  tcase_add_test(all, resistance_of_the_duct);
  tcase_add_loop_test(all, rcr_behind_a_flow, 0, 3);
  tcase_add_loop_test(all, fraction_of_the_flow, 0, 4);
  tcase_add_loop_test(all, flow_that_leaves, 0, 2);
  tcase_add_loop_test(all, flows_of_openings, 0, 2);
  tcase_add_test(all, backflow);
  tcase_add_test(all, outlets_that_exclude_each_other);
  tcase_set_timeout(all, 60);
  suite_add_tcase(suite, all);
  return run_suite(suite, CK_FORK_GETENV);
}

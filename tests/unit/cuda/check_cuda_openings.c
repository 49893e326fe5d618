/* SPDX-License-Identifier: BSD-3-Clause */
/* Outlets and conditions that change in time on a GPU, which finds them without the host: against the CPU, to rounding
 * of the flow; and the same bits after any division into calls, after a restart, and in two subdomains, whose outlets
 * the host couples. Viscosities that vary, against the CPU. Skipped without a GPU. */
#include <math.h>

#include "course.h"
#include "flow.h"
#include "flux.h"
#include "gpu_made.h"
#include "suite.h"
#include "walls_made.h"

enum { PATCHES = 3, STEPS = 300 };

static double wave_time[] = {0, 10, 25, 40}, wave_value[] = {0.2, 1, -0.5, 0.2};
#define WAVE                 \
  {                          \
    4, wave_time, wave_value \
  }
#define INFLOW(of_kind)                        \
  {                                            \
    .kind = of_kind, .velocity = { 0, 0, 0.5 } \
  }
#define OUTFLOW             \
  {                         \
    .kind = LBM_AT_PRESSURE \
  }

static const struct {
  const char *name;
  struct lbm_condition condition[PATCHES];
  struct lbm_course course[PATCHES];
} cases[] = {
    {"resistance",
     {INFLOW(LBM_AT_FLOW_PARABOLA), OUTFLOW, OUTFLOW},
     {{.wave = WAVE}, {.outlet = {LBM_OUTLET_RESISTANCE, {0.02, 1e-4}, false}}, {.state = {0}}}},
    {"rcr",
     {INFLOW(LBM_AT_FLOW), OUTFLOW, OUTFLOW},
     {{.wave = WAVE},
      {.outlet = {LBM_OUTLET_RCR, {0.02, 2e3, 0.05, 1e-4, 0}, false}, .state = {.capacitor = 1e-3}},
      {.outlet = {LBM_OUTLET_RCR, {0.01, 3e1, 0.03, 0, 0}, true}}}},
    {"split",
     {INFLOW(LBM_AT_FLOW_WOMERSLEY), OUTFLOW, OUTFLOW},
     {{.wave = WAVE},
      {.outlet = {LBM_OUTLET_SPLIT, {0.4}, false}},
      {.outlet = {LBM_OUTLET_RCR, {0.02, 2e3, 0.05, 1e-4, 0}, false}}}},
    {"split that absorbs",
     {INFLOW(LBM_AT_FLOW_WOMERSLEY), OUTFLOW, OUTFLOW},
     {{.wave = WAVE}, {.outlet = {LBM_OUTLET_SPLIT, {0.4}, true}}, {.outlet = {LBM_OUTLET_FIXED, {0}, true}}}},
    {"flow that leaves",
     {INFLOW(LBM_AT_FLOW_PARABOLA), {.kind = LBM_AT_PRESSURE, .velocity = {0}, .density = LBM_FLOW_DENSITY}, OUTFLOW},
     {{.wave = WAVE},
      {.wave = WAVE, .outlet = {LBM_OUTLET_FLOW, {0.2}, false}},
      {.outlet = {LBM_OUTLET_FIXED, {0}, true}}}},
    {"pressures",
     {{.kind = LBM_AT_PRESSURE, .velocity = {0}, .density = 0.02},
      OUTFLOW,
      {.kind = LBM_AT_PRESSURE, .velocity = {0}, .density = -0.01}},
     {{.wave = WAVE}, {.outlet = {LBM_OUTLET_FIXED, {0}, true}}, {.wave = WAVE}}},
    {"waves alone",
     {INFLOW(LBM_AT_FLOW_WOMERSLEY), OUTFLOW, {.kind = LBM_AT_WALL, .velocity = {0, 0.01, 0.01}, .density = 0}},
     {{.wave = WAVE}, {.state = {0}}, {.wave = WAVE}}},
    {"ramp alone", {INFLOW(LBM_AT_FLOW_PARABOLA), OUTFLOW, OUTFLOW}, {{.state = {0}}, {.state = {0}}, {.state = {0}}}},
};
enum { CASES = sizeof cases / sizeof *cases };

static double ball_level(const double at[3], const void *shape)
{
  (void)shape;
  return hypot(hypot(at[0] - 4.2, at[1] - 3.1), at[2] - 5.4) - 2.3;
}

struct run {
  struct made m;
  struct lbm_course course[PATCHES];
};

/* A box with a ball, whose wall cuts links, and openings on three of its faces. */
static void prepare(struct run *r, int number, const char *device)
{
  static const struct tile_patch patch[PATCHES] = {
      {.name = "in", .face = "z-"}, {.name = "one", .face = "z+"}, {.name = "two", .face = "x+"}};
  struct made *m = &r->m;
  made_domain(m, walls_bits((const int64_t[]){9, 8, 13}, ball_level, NULL),
              (struct tile_make){.patches = PATCHES, .patch = patch});
  memcpy(r->course, cases[number].course, sizeof r->course);
  memcpy(m->condition, cases[number].condition, sizeof cases[number].condition);
  m->setup.parts = 1;
  m->setup.tau = 0.7;
  m->setup.ramp = 70;
  m->setup.course = r->course;
  m->setup.device = device;
}

static void open_run(struct run *r, int number, const char *device)
{
  prepare(r, number, device);
  made_flow(&r->m);
}

static double differs(const double *a, const double *b, size_t count)
{
  double most = 0, difference = 0;
  for (size_t n = 0; n < count; n++) {
    difference = fmax(difference, fabs(a[n] - b[n]));
    most = fmax(most, fabs(a[n]));
  }
  return most > 0 ? difference / most : difference;
}

static void agree(struct run *a, struct run *b, double tolerance, const char *what)
{
  const size_t values = made_nodes(&a->m) * LBM_Q;
  double *f = made_populations(&a->m), *g = made_populations(&b->m), by = differs(f, g, values);
  for (int p = 0; p < PATCHES; p++)
    by = fmax(by, differs((const double *)&a->course[p].state, (const double *)&b->course[p].state, LBM_OUTLET_STATE));
  ck_assert_msg(by <= tolerance, "%s: %g", what, by);
  free(f);
  free(g);
}

/* Populations and states of outlets are those of the CPU, and so are flows and pressures of all openings. */
LOOP_TEST(as_on_the_cpu, CASES)
{
  struct run cpu, cuda;
  struct lbm_opening_flows *of[2];
  double inflow[2][PATCHES + 1], pressure[2][PATCHES];
  open_run(&cpu, _i, "cpu");
  open_run(&cuda, _i, "cuda");
  OK(&cpu.m, lbm_opening_flows_open(&of[0], cpu.m.flow, true, &cpu.m.e));
  OK(&cuda.m, lbm_opening_flows_open(&of[1], cuda.m.flow, true, &cuda.m.e));
  for (int step = 1; step < STEPS; step += 57) {
    made_step(&cpu.m, 57);
    made_step(&cuda.m, 57);
    OK(&cpu.m, lbm_opening_flows_now(of[0], inflow[0], pressure[0], &cpu.m.e));
    OK(&cuda.m, lbm_opening_flows_now(of[1], inflow[1], pressure[1], &cuda.m.e));
    ck_assert_double_le(differs(inflow[0], inflow[1], PATCHES + 1), 1e-12);
    ck_assert_double_le(differs(pressure[0], pressure[1], PATCHES), 1e-12);
  }
  agree(&cpu, &cuda, 1e-12, cases[_i].name);
  for (int k = 0; k < 2; k++)
    lbm_opening_flows_close(of[k]);
  made_free(&cpu.m);
  made_free(&cuda.m);
}

/* The flows that are watched on a GPU are those that the host finds from all populations, to the last bit, in every
 * precision and layout. */
LOOP_TEST(as_the_host_finds_them, LBM_LAYOUTS *LBM_PRECISIONS)
{
  const enum lbm_layout layout = (enum lbm_layout)(_i % LBM_LAYOUTS);
  const enum lbm_precision precision = (enum lbm_precision)(_i / LBM_LAYOUTS);
  struct run cuda;
  struct lbm_opening_flows *o;
  struct lbm_incoming a;
  struct lbm_gain flux[PATCHES + 1];
  double inflow[PATCHES + 1];
  if (!gpu_has(layout, precision))
    return;
  for (int number = 0; number < CASES; number++) {
    prepare(&cuda, number, "cuda");
    cuda.m.setup.layout = layout;
    cuda.m.setup.precision = precision;
    cuda.m.setup.equilibrium = (enum lbm_equilibrium)(number % LBM_EQUILIBRIA);
    made_flow(&cuda.m);
    OK(&cuda.m, lbm_opening_flows_open(&o, cuda.m.flow, true, &cuda.m.e));
    made_step(&cuda.m, 91);
    OK(&cuda.m, lbm_opening_flows_now(o, inflow, NULL, &cuda.m.e));
    OK(&cuda.m, lbm_incoming_make(&a, cuda.m.flow, &cuda.m.e));
    OK(&cuda.m, lbm_fluxes(flux, &a, &cuda.m.e));
    for (int p = 0; p <= PATCHES; p++)
      ck_assert_msg(inflow[p] == flux[p].mass, "%s, %d: %.17g, not %.17g", cases[number].name, p, inflow[p],
                    flux[p].mass);
    lbm_incoming_free(&a);
    lbm_opening_flows_close(o);
    made_free(&cuda.m);
  }
}

/* The same bits by any steps, after a restart, and in two subdomains of the same device. */
LOOP_TEST(calls_and_subdomains_do_not_matter, CASES)
{
  struct run whole, pieces, two, again;
  open_run(&whole, _i, "cuda");
  open_run(&pieces, _i, "cuda");
  open_run(&two, _i, "cuda:0,0");
  ck_assert_int_eq(lbm_locals(two.m.flow), 2);
  made_step(&whole.m, 310);
  for (int n = 1; n <= 30; n++)
    made_step(&pieces.m, n < 30 ? 10 : 20);
  made_step(&two.m, 310);
  agree(&whole, &pieces, 0, "pieces");
  agree(&whole, &two, 0, "two subdomains");
  open_run(&again, _i, "cuda");
  lbm_free(again.m.flow);
  again.m.flow = NULL;
  memcpy(again.course, whole.course, sizeof again.course);
  made_flow(&again.m);
  double *f = made_populations(&whole.m);
  made_put_populations(&again.m, f);
  free(f);
  lbm_set_steps_done(again.m.flow, 310);
  made_step(&whole.m, 137);
  made_step(&again.m, 137);
  agree(&whole, &again, 0, "a restart");
  made_free(&whole.m);
  made_free(&pieces.m);
  made_free(&two.m);
  made_free(&again.m);
}

/* One copy of the populations: waves, but no outlets. */
LOOP_TEST(one_copy_varies, 2)
{
  const int number = CASES - 2 + _i;
  struct run one, two;
  open_run(&two, number, "cuda");
  prepare(&one, number, "cuda");
  one.m.setup.copies = 1;
  made_flow(&one.m);
  made_step(&one.m, 211);
  made_step(&two.m, 211);
  agree(&one, &two, 0, "one copy");
  made_free(&one.m);
  made_free(&two.m);
}

/* The table of a viscosity is in single precision on both; rounding of the flow may choose the next of its cells, which
 * differ there by 1e-7 of the rate. */
LOOP_TEST(fluids, 4)
{
  static const struct lbm_fluid fluid[] = {{LBM_CARREAU_YASUDA, {0.5, 0.03, 1e3, 0.2128, 0.64}, 0},
                                           {LBM_CASSON, {1e-6, 0.03}, 0},
                                           {LBM_POWER_LAW, {0.02, 0.7}, 0},
                                           {LBM_NEWTONIAN, {0}, 0.15}};
  struct run cpu, cuda;
  for (int collision = 0; collision < 2; collision++)
    for (int precision = LBM_FP64; precision <= LBM_FP32; precision++) {
      prepare(&cpu, 1, "cpu");
      prepare(&cuda, 1, "cuda");
      for (int k = 0; k < 2; k++) {
        struct made *m = k ? &cuda.m : &cpu.m;
        m->setup.fluid = fluid[_i];
        m->setup.collision = collision ? LBM_REGULARISED : LBM_TRT;
        m->setup.precision = (enum lbm_precision)precision;
        made_flow(m);
        made_step(m, STEPS);
      }
      agree(&cpu, &cuda, precision == LBM_FP64 ? 1e-7 : 1e-4, lbm_fluid_names[fluid[_i].kind]);
      made_free(&cpu.m);
      made_free(&cuda.m);
    }
}

int main(void)
{
  struct tile_error e;
  if (lbm_backend_cuda.present(&e))
    return 77;
  return run_tests("cuda openings", 300, CK_NOFORK); /* a CUDA context does not survive a fork */
}

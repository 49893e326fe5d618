/* SPDX-License-Identifier: BSD-3-Clause */
/* The header keys of a run: written keys are read again as the same parameters, and a key that does not belong is
 * refused. */
#include "course.h"
#include "keys.h"
#include "suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct tile_error e;
static struct tile_patch patches[] = {
    {.name = "inlet", .face = "z-"}, {.name = "outlet", .face = "z+"}, {.name = "lid", .face = "y+"}};

static struct tile_domain domain(void)
{
  return (struct tile_domain){.grid = {4, 4, 4}, .edge = 4, .patches = 3, .patch = patches};
}

/* No member has its default value; the unused places of struct lbm_series stay zero. */
static void choose(struct lbm_parameters *p, enum lbm_collision collision)
{
  p->step = 123456789012;
  p->setup.lattice = LBM_LATTICE_D2Q9;
  p->setup.collision = collision;
  p->setup.equilibrium = LBM_STOKES;
  p->setup.precision = LBM_FP64_FP32;
  p->walls = LBM_WALLS_HALFWAY;
  p->setup.tau = 0.1 + 0.7;
  p->setup.magic = collision == LBM_TRT ? 1. / 3 : 3. / 16;
  p->setup.force[1] = -1e-7 / 3;
  p->setup.condition[0] = (struct lbm_condition){.kind = LBM_AT_VELOCITY, .velocity = {0, 0.1, 1e-3}, .density = 0};
  p->setup.condition[1] = (struct lbm_condition){.kind = LBM_AT_PRESSURE, .velocity = {0}, .density = 3 * 0.25};
  p->setup.common_pressure = 11. / 3;
  p->setup.ramp = 150;
  p->blood = (struct lbm_blood){true, LBM_CASSON, {0.1 / 3, 0.003 / 7}};
  p->setup.fluid.smagorinsky = 0.1 / 3;
  p->period = 100. / 3;
  ck_assert_int_eq(lbm_beat_record_fit(&p->beat, 3, &e), 0);
  p->beat.beats = 7;
  p->beat.taken = 61;
  p->beat.has_before = true;
  p->beat.change[LBM_CHANGE_FLOW] = 1. / 3;
  *lbm_beat_curve(&p->beat, LBM_THIS_BEAT, 2, LBM_CURVE_FLOW, 99) = -1e-3 / 3;
  *lbm_beat_curve(&p->beat, LBM_LAST_BEAT, 1, LBM_CURVE_PRESSURE, 5) = 1e-5 / 7;
  ck_assert_int_eq(lbm_wave_make(&p->setup.course[0].wave, 3, &e), 0);
  memcpy(p->setup.course[0].wave.time, (double[]){0.1, 7. / 3, 33.4}, 3 * sizeof(double));
  memcpy(p->setup.course[0].wave.value, (double[]){1. / 3, -1, 1. / 3}, 3 * sizeof(double));
  p->setup.course[1].outlet = (struct lbm_outlet){LBM_OUTLET_RCR, {0.1, 1e5 / 3, 2, -1e-3, 1. / 7}, true};
  p->setup.course[1].state = (struct lbm_outlet_state){1. / 9, -2. / 9, 1e-7 / 3, 4, 5. / 7, 0.5, 2e-3 / 7};
  p->units.dt = 1e-6 / 7;
  p->units.density = 998.2;
  p->drive = LBM_PRESSURE_DRIVE;
  p->axis = 2;
  p->drop = 1e-5 / 3;
  lbm_series_add(&p->series, (struct lbm_sample){1. / 3, 0});
  lbm_series_add(&p->series, (struct lbm_sample){2. / 3, 1e-9});
  p->openings = (struct lbm_opening_series){.last = calloc(4, sizeof(double)), .count = 4};
  p->openings.last[1] = -2e-3 / 3;
  p->openings.last[3] = 1e-7 / 3;
  lbm_series_add(&p->openings.series, (struct lbm_sample){1. / 7, 1e-3 / 7});
  p->relaxation = (struct lbm_relaxation){true, 64, 8. / 3, 0.75, 1.25};
  p->cycles = (struct lbm_cycles){.depth = 5, .made = 7, .idle = 2, .least = 1e-3 / 3};
}

static void compare(const struct lbm_parameters *a, const struct lbm_parameters *b)
{
  ck_assert_int_eq(a->step, b->step);
  ck_assert_int_eq((int)a->setup.lattice, (int)b->setup.lattice);
  ck_assert(a->setup.collision == b->setup.collision && a->setup.equilibrium == b->setup.equilibrium);
  ck_assert(a->setup.precision == b->setup.precision && a->setup.tau == b->setup.tau);
  ck_assert(a->setup.magic == b->setup.magic && a->walls == b->walls);
  ck_assert_mem_eq(a->setup.force, b->setup.force, sizeof a->setup.force);
  ck_assert_mem_eq(a->setup.condition, b->setup.condition, 3 * sizeof *a->setup.condition);
  ck_assert(a->setup.common_pressure == b->setup.common_pressure && a->setup.ramp == b->setup.ramp);
  ck_assert(a->blood.kind == b->blood.kind && a->blood.at[0] == b->blood.at[0] && a->blood.at[1] == b->blood.at[1]);
  ck_assert(a->setup.fluid.smagorinsky == b->setup.fluid.smagorinsky);
  ck_assert(a->period == b->period && b->setup.course[0].wave.points == 3 && !b->setup.course[2].wave.points);
  ck_assert(a->beat.beats == b->beat.beats && a->beat.taken == b->beat.taken && b->beat.has_before);
  ck_assert_mem_eq(a->beat.change, b->beat.change, sizeof a->beat.change);
  for (int i = 0; i < LBM_BEATS_KEPT; i++)
    ck_assert_mem_eq(a->beat.curve[i], b->beat.curve[i], sizeof(double[3 * LBM_CURVES * LBM_BEAT_SAMPLES]));
  ck_assert_mem_eq(a->setup.course[0].wave.time, b->setup.course[0].wave.time, 3 * sizeof(double));
  ck_assert_mem_eq(a->setup.course[0].wave.value, b->setup.course[0].wave.value, 3 * sizeof(double));
  const struct lbm_outlet *o = &a->setup.course[1].outlet, *p = &b->setup.course[1].outlet;
  ck_assert(o->kind == p->kind && o->absorbing == p->absorbing);
  ck_assert_mem_eq(o->number, p->number, sizeof o->number);
  ck_assert_mem_eq(&a->setup.course[1].state, &b->setup.course[1].state, sizeof a->setup.course[1].state);
  ck_assert(a->units.dt == b->units.dt && a->units.density == b->units.density);
  ck_assert(a->drive == b->drive && a->axis == b->axis && a->drop == b->drop);
  ck_assert_mem_eq(&a->series, &b->series, sizeof a->series);
  ck_assert_int_eq(b->openings.count, a->openings.count);
  ck_assert_mem_eq(a->openings.last, b->openings.last, 4 * sizeof(double));
  ck_assert_mem_eq(&a->openings.series, &b->openings.series, sizeof a->openings.series);
  ck_assert(a->relaxation.automatic && a->relaxation.next == b->relaxation.next);
  ck_assert(a->relaxation.viscous == b->relaxation.viscous && a->relaxation.tau == b->relaxation.tau &&
            a->relaxation.bias == b->relaxation.bias);
  ck_assert(a->cycles.depth == b->cycles.depth && a->cycles.made == b->cycles.made);
  ck_assert(a->cycles.idle == b->cycles.idle && a->cycles.least == b->cycles.least && !b->cycles.left);
}

/* Rates of MRT of an earlier version: the flow would go on as another one. */
START_TEST(rates_of_earlier_versions_are_refused)
{
  struct lbm_parameters p;
  struct tile_domain d = domain();
  ck_assert_int_eq(tile_header_set(&d.header, &e, "rates", "%s", "porous"), 0);
  ck_assert_int_eq(lbm_parameters_read(&p, &d, &e), TILE_REJECTED);
  lbm_parameters_free(&p);
  tile_header_free(&d.header);
}
END_TEST

/* Magic is of TRT. */
START_TEST(read_as_written)
{
  const int absent = _i == LBM_TRT ? -1 : LBM_KEY_MAGIC;
  struct lbm_parameters p, again;
  struct tile_domain d = domain();
  double viscosity;
  ck_assert_int_eq(lbm_parameters_read(&p, &d, &e), 0);
  choose(&p, (enum lbm_collision)_i);
  ck_assert_int_eq(lbm_parameters_write(&p, &d, &e), 0);
  for (int key = 0; key < LBM_KEYS; key++)
    ck_assert_msg(!lbm_key_text(&d, (enum lbm_key)key) == (key == absent), "key %d: not as it must be", key);
  ck_assert_int_eq(lbm_parameters_read(&again, &d, &e), 0);
  compare(&p, &again);
  ck_assert_int_eq(lbm_key_read(&viscosity, LBM_KEY_VISCOSITY, &d, &e), 0);
  ck_assert(viscosity == lbm_viscosity_of_tau(p.setup.tau));
  lbm_parameters_free(&p);
  lbm_parameters_free(&again);
  tile_header_free(&d.header);
}
END_TEST

/* The names of the stored type and of the arithmetic give the precision; other names are refused. */
START_TEST(precisions)
{
  static const struct {
    const char *stored, *arithmetic;
  } names[LBM_PRECISIONS] = {{"fp64", NULL}, {"fp32", NULL}, {"fp32", "fp64"}, {"fp16", NULL}};
  for (int p = 0; p < LBM_PRECISIONS; p++) {
    struct lbm_parameters written, again;
    struct tile_domain d = domain();
    ck_assert_int_eq(lbm_parameters_read(&written, &d, &e), 0);
    written.setup.precision = (enum lbm_precision)p;
    ck_assert_int_eq(lbm_parameters_write(&written, &d, &e), 0);
    const char *arithmetic = lbm_key_text(&d, LBM_KEY_ARITHMETIC);
    ck_assert_str_eq(lbm_key_text(&d, LBM_KEY_PRECISION), names[p].stored);
    ck_assert(names[p].arithmetic ? arithmetic && !strcmp(arithmetic, names[p].arithmetic) : !arithmetic);
    ck_assert_int_eq(lbm_parameters_read(&again, &d, &e), 0);
    ck_assert_int_eq((int)again.setup.precision, p);
    lbm_parameters_free(&again);
    if (p != LBM_FP32) { /* fp64 in fp64 has no name of its own, and 16 bits are computed in fp32 */
      ck_assert_int_eq(tile_header_set(&d.header, &e, "arithmetic", "%s", p == LBM_FP64_FP32 ? "fp32" : "fp64"), 0);
      ck_assert_int_eq(lbm_parameters_read(&again, &d, &e), TILE_REJECTED);
      lbm_parameters_free(&again);
    }
    lbm_parameters_free(&written);
    tile_header_free(&d.header);
  }
}
END_TEST

/* A key that no longer holds is removed. */
START_TEST(left_out_where_not_so)
{
  static const enum lbm_key always[] = {LBM_KEY_STEP, LBM_KEY_COLLISION, LBM_KEY_EQUILIBRIUM, LBM_KEY_PRECISION,
                                        LBM_KEY_TAU,  LBM_KEY_VISCOSITY, LBM_KEY_DENSITY,     LBM_KEY_CONVERGED};
  struct lbm_parameters p, bare;
  struct tile_domain d = domain();
  ck_assert_int_eq(lbm_parameters_read(&bare, &d, &e), 0);
  ck_assert_int_eq(lbm_parameters_read(&p, &d, &e), 0);
  choose(&p, LBM_TRT);
  bare.setup.collision = LBM_BGK;
  ck_assert_int_eq(lbm_parameters_write(&p, &d, &e), 0);
  ck_assert_int_eq(lbm_parameters_write(&bare, &d, &e), 0);
  ck_assert_uint_eq(d.header.count, sizeof always / sizeof *always);
  for (size_t i = 0; i < sizeof always / sizeof *always; i++)
    ck_assert_ptr_nonnull(lbm_key_text(&d, always[i]));
  lbm_parameters_free(&p);
  lbm_parameters_free(&bare);
  tile_header_free(&d.header);
}
END_TEST

START_TEST(nonsense_is_rejected)
{
  for (int key = 0; key < LBM_KEYS; key++) {
    struct lbm_parameters p;
    struct tile_domain d = domain();
    const char *name = lbm_key_name((enum lbm_key)key);
    ck_assert_int_eq(tile_header_set(&d.header, &e, name, "?"), 0);
    ck_assert_int_eq(lbm_parameters_read(&p, &d, &e), TILE_REJECTED);
    ck_assert_msg(strstr(e.text, name), "%s: %s", name, e.text);
    lbm_parameters_free(&p);
    tile_header_free(&d.header);
  }
}
END_TEST

/* What no reader would take is not written. */
START_TEST(infinities_are_refused)
{
  static const enum lbm_key keys[] = {LBM_KEY_FORCE, LBM_KEY_OUTLETS, LBM_KEY_OUTLET_STATES, LBM_KEY_WAVES,
                                      LBM_KEY_DENSITY};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    struct lbm_parameters p;
    struct tile_domain d = domain();
    ck_assert_int_eq(lbm_parameters_read(&p, &d, &e), 0);
    choose(&p, LBM_TRT);
    ck_assert_int_eq(lbm_keys_check(&p, &d, &e), 0);
    double *const number[] = {&p.setup.force[2], &p.setup.course[1].outlet.number[4],
                              &p.setup.course[1].state.capacitor, &p.setup.course[0].wave.value[1], &p.units.density};
    *number[i] = i % 2 ? (double)NAN : (double)INFINITY;
    ck_assert_int_eq(lbm_keys_check(&p, &d, &e), TILE_USAGE);
    ck_assert_msg(strstr(e.text, lbm_key_name(keys[i])), "%s", e.text);
    ck_assert_int_eq(lbm_parameters_write(&p, &d, &e), TILE_USAGE);
    lbm_parameters_free(&p);
    tile_header_free(&d.header);
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("keys");
  TCase *all = tcase_create("all");
  tcase_add_loop_test(all, read_as_written, LBM_TRT, LBM_MRT + 1);
  tcase_add_test(all, rates_of_earlier_versions_are_refused);
  tcase_add_test(all, precisions);
  tcase_add_test(all, left_out_where_not_so);
  tcase_add_test(all, nonsense_is_rejected);
  tcase_add_test(all, infinities_are_refused);
  suite_add_tcase(suite, all);
  return run_suite(suite, CK_FORK_GETENV);
}

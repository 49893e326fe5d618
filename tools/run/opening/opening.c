/* SPDX-License-Identifier: BSD-3-Clause */
#include "course.h"
#include "words.h"
#include "numbers.h"
#include "vectors.h"

#include "boundary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- a value, or a curve ------------------------------------------------------------- */

/* The length of a unit of the times; without a unit they are seconds where the values have one. */
static double step_of(const struct opening *o, const struct curve *c)
{
  static const struct kind time = {"time", LBM_TIME, {0, 1, 0}, false};
  const struct cli_quantity second = {.physical = true, .value = 1, .second = 1, .text = "s"};
  const bool physical = opening_is_physical(o, c);
  if (c->unit[0].given && !physical && !o->reynolds)
    cli_usage(
        "--set %s: the times of %s are in %s, and its values have no unit: give it behind the name, such as ,mL/s",
        o->set, o->word[0], c->name[0]);
  if (c->unit[0].given || !physical)
    return c->unit[0].given ? opening_value(o, c->unit, &time) : 1;
  o->parameters->setup.course[o->patch].seconds_assumed = true;
  return opening_value(o, &second, &time);
}

static void in_steps(const struct opening *o, struct curve *c)
{
  const double a_step = step_of(o, c), a_value = opening_factor(o, c);
  for (int n = 0; n < c->points; n++) {
    c->time[n] *= a_step;
    c->value[n] *= a_value;
  }
}

static void reject(const struct opening *o, const char *what, const char *why)
{
  struct tile_error e;
  tile_fail(&e, TILE_REJECTED, "--set %s: %s %s", o->set, what, why);
  cli_die(&e);
}

/* The period is that of --period, to which curves are stretched, or of the first curve. */
static void fit_period(const struct opening *o, struct lbm_wave *w)
{
  const double length = w->time[w->points - 1] - w->time[0], begin = w->time[0];
  double *period = &o->parameters->period;
  char why[128];
  if (!(*period > 0))
    *period = length;
  snprintf(why, sizeof why, "is %.6g steps long, and the period %.6g: give --period, to which it is stretched", length,
           *period);
  if (!o->stretches && fabs(length - *period) > 1e-3 * *period)
    reject(o, o->word[0], why);
  if (!(*period >= 3))
    reject(o, o->word[0], "has a period of less than three time steps");
  for (int n = 0; n < w->points; n++)
    w->time[n] = begin + (w->time[n] - begin) * (*period / length);
}

/* The last point is the first one of the next period, as far as the file can tell. */
static void refuse_open(const struct opening *o, const struct curve *c)
{
  const int last = c->points - 1;
  double most = 0;
  char why[200];
  for (int n = 0; n <= last; n++)
    most = fmax(most, fabs(c->value[n]));
  if (fabs(c->value[last] - c->value[0]) <= 1e-3 * most)
    return;
  snprintf(why, sizeof why,
           "does not end with the value with which it begins: add a last line with the time at which the period ends "
           "and the value of the first line");
  reject(o, o->word[0], why);
}

/* Makes the curve of the patch relative to its largest value, which is returned. */
static double set_curve(const struct opening *o, const struct curve *from)
{
  struct lbm_wave *w = &o->parameters->setup.course[o->patch].wave;
  struct tile_error e;
  double peak = 0;
  check_or_exit(lbm_wave_make(w, from->points, &e), &e);
  for (int n = 0; n < w->points; n++)
    peak = fabs(from->value[n]) > fabs(peak) ? from->value[n] : peak;
  for (int n = 0; n < w->points; n++) {
    w->time[n] = from->time[n];
    w->value[n] = peak != 0 ? from->value[n] / peak : 0;
  }
  refuse_open(o, from);
  const char *fault = lbm_wave_fault(w);
  if (fault)
    reject(o, o->word[0], fault);
  w->value[w->points - 1] = w->value[0];
  fit_period(o, w);
  return peak;
}

static bool is_inlet(const char *name)
{
  return !strcmp(name, "in") || strstr(name, "nlet") || strstr(name, "nflow");
}

/* SimVascular writes flow into the domain as negative. */
static void refuse_outward(const struct opening *o, const struct curve *c)
{
  const char *name = o->domain->patch[o->patch].name;
  double most = 0, least = 0;
  for (int n = 0; n < c->points; n++) {
    most = fmax(most, c->value[n]);
    least = fmin(least, c->value[n]);
  }
  if (o->mean || o->reynolds || !o->kind->profile || !(least < 0) || most > 0 || !is_inlet(name))
    return;
  const double mean = curve_mean(c);
  cli_usage(
      "--set %s: the curve is never positive, and positive values flow in: ,mean=%.4g%s behind the file turns its "
      "sign, ,mean=%.4g%s keeps it",
      o->set, -mean, c->name[1], mean, c->name[1]);
}

/* Of a curve, the largest value. */
static double peak_of(const struct opening *o)
{
  struct curve c;
  opening_read_curve(o, &c);
  refuse_outward(o, &c);
  in_steps(o, &c);
  const double peak = set_curve(o, &c);
  curve_free(&c);
  return peak;
}

/* The value of the condition in lattice units: a number, or the largest one of a curve. */
static double value_of(const struct opening *o)
{
  struct cli_quantity q;
  struct tile_error e;
  if (cli_quantity(&q, o->word[0], &e) && opening_is_file(o))
    return peak_of(o);
  if (o->words > 1 || o->mean || o->reynolds)
    cli_usage("--set %s: expected one %s%s", o->set, o->kind->name, o->kind->profile ? " and a profile" : "");
  return opening_value(o, &q, o->kind);
}

/* ---- conditions ---------------------------------------------------------------------- */

/* At higher velocities rounding loses the 1 in the 1 - u of Zou and He, and a plane acts as a wall. */
static void refuse_fast(const struct opening *o, double speed)
{
  const double most = 1e3;
  if (!(fabs(speed) <= most))
    cli_usage("--set %s: %g voxels a step: no flow can be that fast, at most %g", o->set, speed, most);
}

static void set_flow(const struct opening *o, double volume, enum lbm_condition_kind kind)
{
  struct lbm_condition *c = o->parameters->setup.condition + o->patch;
  const double *normal = o->domain->patch[o->patch].normal;
  *c = (struct lbm_condition){.kind = kind};
  for (int a = 0; a < 3; a++)
    c->velocity[a] = volume * normal[a];
}

static void set_condition(const struct opening *o, double value)
{
  static const enum lbm_condition_kind flows[PROFILES] = {LBM_AT_FLOW, LBM_AT_FLOW, LBM_AT_FLOW_PARABOLA,
                                                          LBM_AT_FLOW_WOMERSLEY};
  const double area = opening_area(o->domain, o->patch);
  switch ((int)(o->kind - opening_kinds)) {
  case FLOW:
    refuse_fast(o, value / area);
    set_flow(o, value, flows[o->profile]);
    break;
  case VELOCITY:
    refuse_fast(o, value);
    if (o->profile > PLUG)
      set_flow(o, value * area, flows[o->profile]);
    else
      set_flow(o, value, LBM_AT_VELOCITY);
    break;
  default:
    o->parameters->setup.condition[o->patch] = (struct lbm_condition){.kind = LBM_AT_PRESSURE, .density = 3 * value};
  }
}

/* What has flowed through the opening stays, so that a run that is continued with the same --set goes on exactly. */
static void clear_course(struct lbm_course *c)
{
  const struct lbm_outlet_state *s = &c->state;
  lbm_wave_free(&c->wave);
  *c = (struct lbm_course){
      .state = {.flow = s->flow, .mean = s->mean, .pressure = s->pressure, .inflow = s->inflow, .growth = s->growth}};
}

static const char reflecting[] = "reflecting";

/* Takes out the words that say what becomes of sound. */
static bool take_absorbing(struct opening *o)
{
  opening_take(o, reflecting);
  return opening_take(o, "absorbing");
}

bool opening_reflects(const char *set)
{
  const size_t length = sizeof reflecting - 1;
  for (const char *at = set; (at = strchr(at, ','));)
    if (!strncmp(++at, reflecting, length) && (!at[length] || at[length] == ','))
      return true;
  return false;
}

/* ---- outlets ------------------------------------------------------------------------- */

/* The numbers of an outlet; bare ones are in SI units. least: how many must be given. */
static const struct {
  int least;
  struct kind number[LBM_OUTLET_NUMBERS];
} outlets[LBM_OUTLETS] = {
    [LBM_OUTLET_RESISTANCE] = {1,
                               {{"R", LBM_RESISTANCE, {-4, -1, 1}, false}, {"Pd", LBM_PRESSURE, {-1, -2, 1}, false}}},
    [LBM_OUTLET_RCR] = {3,
                        {{"Rp", LBM_RESISTANCE, {-4, -1, 1}, false},
                         {"C", LBM_CAPACITY, {4, 2, -1}, false},
                         {"Rd", LBM_RESISTANCE, {-4, -1, 1}, false},
                         {"Pd", LBM_PRESSURE, {-1, -2, 1}, false},
                         {"P0", LBM_PRESSURE, {-1, -2, 1}, false}}},
};

/* CGS numbers, as SimVascular has them: centimetre and gram in place of metre and kilogram. */
static double of_cgs(double value, const struct kind *k)
{
  const int ten = -2 * k->exponents[0] - 3 * k->exponents[2];
  return ten < 0 ? value / pow(10, -ten) : value * pow(10, ten);
}

static double number_of(const struct opening *o, const char *word, const struct kind *k, bool cgs)
{
  struct cli_quantity q;
  struct tile_error e;
  if (cli_quantity(&q, word, &e))
    cli_usage("--set %s: %s", o->set, e.text);
  if (!q.physical)
    q = (struct cli_quantity){.given = true,
                              .physical = true,
                              .text = word,
                              .value = cgs ? of_cgs(q.value, k) : q.value,
                              .metre = (signed char)k->exponents[0],
                              .second = (signed char)k->exponents[1],
                              .kilogram = (signed char)k->exponents[2]};
  return opening_value(o, &q, k);
}

static double fraction_of(const struct opening *o)
{
  struct cli_quantity q;
  struct tile_error e;
  if (cli_quantity(&q, o->word[0], &e) || q.physical || o->words > 1)
    cli_usage("--set %s: expected a fraction such as 0.4", o->set);
  return q.value;
}

/* No vessel gives way so much: 1e-6 m3/Pa is 133 mL/mmHg. */
static void warn_of_cgs(const struct opening *o, bool cgs)
{
  struct cli_quantity q;
  struct tile_error e;
  if (!cgs && !cli_quantity(&q, o->word[1], &e) && !q.physical && q.value > 1e-6)
    cli_warn("--set %s: without a unit C is in m3/Pa, which is %.4g mL/mmHg: if these numbers are in CGS units, as "
             "SimVascular has them, write ,cgs behind them",
             o->set, q.value * TILE_MMHG * 1e6);
}

/* The capacitor starts from P0, which opening_check finds if it is not given. */
static void set_numbers(struct opening *o, struct lbm_course *c)
{
  const bool cgs = opening_take(o, "cgs");
  const enum lbm_outlet_kind kind = c->outlet.kind;
  const int most = lbm_outlet_numbers[kind], least = outlets[kind].least;
  if (o->words < least || o->words > most)
    cli_usage("--set %s: expected %s", o->set, kind == LBM_OUTLET_RCR ? "Rp,C,Rd[,Pd][,P0]" : "R[,Pd]");
  if (kind == LBM_OUTLET_RCR)
    warn_of_cgs(o, cgs);
  for (int n = 0; n < o->words; n++)
    c->outlet.number[n] = number_of(o, o->word[n], outlets[kind].number + n, cgs);
  if (kind == LBM_OUTLET_RCR)
    c->state.capacitor = c->outlet.number[4] = o->words == most ? c->outlet.number[4] : (double)NAN;
}

static bool set_outlet(struct opening *o, const char *text)
{
  struct lbm_course *c = o->parameters->setup.course + o->patch;
  const size_t length = strcspn(text, "=");
  for (int k = LBM_OUTLET_RESISTANCE; k < LBM_OUTLETS; k++)
    if (strlen(lbm_outlet_names[k]) == length && !strncmp(lbm_outlet_names[k], text, length) && text[length])
      c->outlet.kind = (enum lbm_outlet_kind)k;
  if (!c->outlet.kind)
    return false;
  opening_split(o, text + length + 1);
  c->outlet.absorbing = take_absorbing(o);
  if (c->outlet.kind == LBM_OUTLET_SPLIT)
    c->outlet.number[0] = fraction_of(o);
  else
    set_numbers(o, c);
  const char *fault = lbm_outlet_fault(&c->outlet);
  if (fault)
    cli_usage("--set %s: %s", o->set, fault);
  o->parameters->setup.condition[o->patch] = (struct lbm_condition){.kind = LBM_AT_PRESSURE};
  return true;
}

bool opening_set(const char *set, const char *text, struct lbm_parameters *p, const struct tile_domain *d, int patch,
                 bool stretches)
{
  struct opening o = {.set = set,
                      .stretches = stretches,
                      .kind = opening_kind(text),
                      .parameters = p,
                      .units = &p->units,
                      .domain = d,
                      .patch = patch,
                      .area = opening_area(d, patch),
                      .viscosity = lbm_viscosity_of_tau(p->setup.tau)};
  clear_course(p->setup.course + patch);
  if (!o.kind)
    return set_outlet(&o, text);
  opening_split(&o, text + strcspn(text, "=") + 1);
  opening_take_uses(&o);
  if (o.kind == opening_kinds + PRESSURE)
    p->setup.course[patch].outlet.absorbing = take_absorbing(&o);
  if (opening_has_components(&o))
    return false;
  set_condition(&o, value_of(&o));
  return true;
}

void opening_period(const struct cli_quantity *q, struct lbm_parameters *p)
{
  static const int second[3] = {0, 1, 0};
  struct cli_quantity time = *q;
  if (cli_is(q, 0, -1, 0)) { /* beats/min */
    time.value = 1 / q->value;
    time.second = 1;
  }
  const double period = opening_lattice(&time, LBM_TIME, second, &p->units, "--period");
  if (!(period >= 3) || !isfinite(period))
    cli_usage("--period %s: %g time steps: expected a time of three or more", q->text, period);
  if (p->period > 0 && fabs(p->period - period) > 1e-9 * period)
    lbm_parameters_stretch(p, period / p->period);
  p->period = period;
}

/* ---- all conditions together ------------------------------------------------------------ */

/* Does fluid leave by the flow or the velocity of an opening of a surface? A tenth of the inflow may, and more of a profile that is
 * asked for, through which fluid enters, too; nor does a velocity more than 80 degrees from the normal let it out. */
static bool lets_out(const struct lbm_parameters *p, const struct tile_domain *d, int patch)
{
  const struct lbm_wave *w = &p->setup.course[patch].wave;
  const struct lbm_condition *c = p->setup.condition + patch;
  const double flow = opening_flow(p, d, patch), across = fabs(tile_dot(c->velocity, d->patch[patch].normal));
  double most = fmax(flow, 0), least = fmin(flow, 0);
  for (int n = 0; n < w->points; n++) {
    most = fmax(n ? most : 0, flow * w->value[n]);
    least = fmin(n ? least : 0, flow * w->value[n]);
  }
  if (most > 0 && lbm_is_developed(c->kind))
    return false;
  return -least > 0.1 * most && tile_patch_opens(d->patch + patch) && lbm_sets_velocity(c->kind) &&
         across > 0.17365 * tile_length(c->velocity);
}

void opening_let_out(struct lbm_parameters *p, const struct tile_domain *d)
{
  for (int i = 0; i < d->patches; i++) {
    if (!lets_out(p, d, i))
      continue;
    p->setup.course[i].outlet = (struct lbm_outlet){LBM_OUTLET_FLOW, {-opening_flow(p, d, i)}, false};
    p->setup.condition[i] = (struct lbm_condition){.kind = LBM_AT_PRESSURE, .density = LBM_FLOW_DENSITY};
  }
}

static void need_holder(const struct lbm_parameters *p, const struct tile_domain *d)
{
  bool flows = false, holds = false;
  for (int i = 0; i < d->patches; i++) {
    const enum lbm_condition_kind kind = p->setup.condition[i].kind;
    const struct lbm_course *c = p->setup.course + i;
    const bool leaves = c->outlet.kind == LBM_OUTLET_FLOW;
    flows = flows || leaves || lbm_is_flow(kind) || (lbm_sets_velocity(kind) && c->wave.points);
    holds = holds || (kind == LBM_AT_PRESSURE && !leaves);
  }
  if (flows && !holds)
    cli_usage("no opening holds the pressure of this flow: give one a pressure, a resistance or an rcr");
}

void opening_check(const struct lbm_parameters *p, const struct tile_domain *d)
{
  for (int i = 0; i < d->patches; i++)
    if (p->setup.steady && p->setup.course[i].wave.points)
      cli_usage("--converge: the flow at patch '%s' follows a curve and never becomes steady: give --steps",
                d->patch[i].name);
  need_holder(p, d);
  opening_start_capacitors(p, d);
}

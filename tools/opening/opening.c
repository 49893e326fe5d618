#include "words.h"

#include "boundary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- a value, or a curve ------------------------------------------------------------- */

/* Times without a unit are seconds where the values have one. */
static void in_steps(const struct opening *o, struct waveform *w)
{
  static const struct kind time = {"time", LBM_TIME, {0, 1, 0}, false};
  const char *unit = *w->unit[0] ? w->unit[0] : *w->unit[1] ? "s" : "";
  const double a_step = opening_number(o, "1", unit, &time), a_value = opening_number(o, "1", w->unit[1], o->kind);
  for (int n = 0; n < w->points; n++) {
    w->time[n] *= a_step;
    w->value[n] *= a_value;
  }
}

static void reject(const struct opening *o, const char *what, const char *why)
{
  struct tile_error e;
  tile_fail(&e, TILE_REJECTED, "--set %s: %s %s", o->set, what, why);
  cli_die(&e);
}

/* The period is that of --period or of the first curve. */
static void fit_period(const struct opening *o, struct lbm_wave *w)
{
  const double length = w->time[w->points - 1] - w->time[0], begin = w->time[0];
  double *period = &o->parameters->period;
  char why[128];
  if (!(*period > 0))
    *period = length;
  snprintf(why, sizeof why, "is %.6g steps long, and the period %.6g", length, *period);
  if (fabs(length - *period) > 1e-3 * *period)
    reject(o, o->word[0], why);
  if (!(*period >= 3))
    reject(o, o->word[0], "has a period of less than three time steps");
  for (int n = 0; n < w->points; n++)
    w->time[n] = begin + (w->time[n] - begin) * (*period / length);
}

/* Makes the wave relative to its largest value, which is returned. */
static double set_wave(const struct opening *o, const struct waveform *from)
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
  const char *fault = lbm_wave_fault(w);
  if (fault)
    reject(o, o->word[0], fault);
  w->value[w->points - 1] = w->value[0];
  fit_period(o, w);
  return peak;
}

/* The value of the condition in lattice units: a number, or the largest one of a curve. */
static double value_of(const struct opening *o)
{
  struct cli_quantity q;
  struct tile_error e;
  struct waveform w;
  if (!cli_quantity(&q, o->word[0], &e)) {
    if (o->words > 1)
      cli_usage("--set %s: expected one %s%s", o->set, o->kind->name, o->kind->profile ? " and a profile" : "");
    return opening_number(o, o->word[0], "", o->kind);
  }
  if (strchr("+-.0123456789", *o->word[0]))
    cli_usage("--set %s: %s", o->set, e.text);
  for (int i = 1; i < o->words; i++)
    if (!waveform_is_unit(o->word[i]))
      cli_usage("--set %s: '%s' is neither a unit nor a profile", o->set, o->word[i]);
  waveform_read(&w, o->set, o->word[0], o->word + 1, o->words - 1);
  in_steps(o, &w);
  const double peak = set_wave(o, &w);
  waveform_free(&w);
  return peak;
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

static void clear_course(struct lbm_course *c)
{
  lbm_wave_free(&c->wave);
  *c = (struct lbm_course){0};
}

static const char reflecting[] = "reflecting";

/* Takes the last word off if it says what becomes of sound. */
static bool take_absorbing(struct opening *o)
{
  const char *last = o->word[o->words - 1];
  const bool absorbs = o->words > 1 && !strcmp(last, "absorbing"), reflects = o->words > 1 && !strcmp(last, reflecting);
  o->words -= absorbs || reflects;
  return absorbs;
}

bool opening_reflects(const char *set)
{
  const char *comma = strrchr(set, ',');
  return comma && !strcmp(comma + 1, reflecting);
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

static double number_of(const struct opening *o, const char *word, const struct kind *k)
{
  struct cli_quantity q;
  struct tile_error e;
  if (cli_quantity(&q, word, &e))
    cli_usage("--set %s: %s", o->set, e.text);
  if (!q.physical)
    q = (struct cli_quantity){.given = true,
                              .physical = true,
                              .text = word,
                              .value = q.value,
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

/* The capacitor starts from P0, which opening_check finds if it is not given. */
static void set_numbers(const struct opening *o, struct lbm_course *c)
{
  const enum lbm_outlet_kind kind = c->outlet.kind;
  const int most = lbm_outlet_numbers[kind], least = outlets[kind].least;
  if (o->words < least || o->words > most)
    cli_usage("--set %s: expected %s", o->set, kind == LBM_OUTLET_RCR ? "Rp,C,Rd[,Pd][,P0]" : "R[,Pd]");
  for (int n = 0; n < o->words; n++)
    c->outlet.number[n] = number_of(o, o->word[n], outlets[kind].number + n);
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

bool opening_set(const char *set, const char *text, struct lbm_parameters *p, const struct tile_domain *d, int patch)
{
  struct opening o = {.set = set, .kind = opening_kind(text), .parameters = p, .domain = d, .patch = patch};
  clear_course(p->setup.course + patch);
  if (!o.kind)
    return set_outlet(&o, text);
  opening_split(&o, text + strcspn(text, "=") + 1);
  opening_take_profile(&o);
  if (o.kind == opening_kinds + PRESSURE)
    p->setup.course[patch].outlet.absorbing = take_absorbing(&o);
  if (opening_has_components(&o))
    return false;
  set_condition(&o, value_of(&o));
  return true;
}

void opening_period(const struct cli_quantity *q, struct lbm_parameters *p, const struct tile_domain *d)
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
  for (int i = 0; i < d->patches; i++)
    if (p->setup.course[i].wave.points && fabs(p->period - period) > 1e-9 * period)
      cli_usage("--period %s: the wave of patch '%s' has another: give --set again", q->text, d->patch[i].name);
  p->period = period;
}

/* ---- the start of capacitors ----------------------------------------------------------- */

/* The mean flow into the domain through patches that set it. */
static double mean_inflow(const struct lbm_parameters *p, const struct tile_domain *d)
{
  double sum = 0;
  for (int i = 0; i < d->patches; i++)
    sum += opening_flow(p, d, i) * opening_mean(p, i);
  return sum;
}

/* The pressure that the mean flow has in front of all resistances, without that of the vessel; NaN: an opening has a
 * pressure of its own. */
static double mean_pressure(const struct lbm_parameters *p, const struct tile_domain *d)
{
  double flow = mean_inflow(p, d), all = flow, conductance = 0;
  for (int i = 0; i < d->patches; i++) {
    const struct lbm_outlet *o = &p->setup.course[i].outlet;
    const double *v = o->number;
    if (p->setup.condition[i].kind != LBM_AT_PRESSURE)
      continue;
    if (o->kind == LBM_OUTLET_FIXED)
      return (double)NAN;
    if (o->kind == LBM_OUTLET_SPLIT) {
      flow -= v[0] * all;
      continue;
    }
    const double resistance = o->kind == LBM_OUTLET_RCR ? v[0] + v[2] : v[0];
    conductance += 1 / resistance;
    flow += (o->kind == LBM_OUTLET_RCR ? v[3] : v[1]) / resistance;
  }
  return flow / conductance;
}

static void start_capacitors(const struct lbm_parameters *p, const struct tile_domain *d)
{
  const double mean = mean_pressure(p, d);
  for (int i = 0; i < d->patches; i++) {
    struct lbm_course *c = p->setup.course + i;
    const double *v = c->outlet.number;
    if (c->outlet.kind == LBM_OUTLET_RCR && isnan(v[4]))
      c->state.capacitor = c->outlet.number[4] = isnan(mean) ? v[3] : v[3] + (mean - v[3]) * v[2] / (v[0] + v[2]);
  }
}

static void need_holder(const struct lbm_parameters *p, const struct tile_domain *d)
{
  bool flows = false, holds = false;
  for (int i = 0; i < d->patches; i++) {
    const enum lbm_condition_kind kind = p->setup.condition[i].kind;
    flows = flows || lbm_is_flow(kind) || (lbm_sets_velocity(kind) && p->setup.course[i].wave.points);
    holds = holds || kind == LBM_AT_PRESSURE;
  }
  if (flows && !holds)
    cli_usage("no opening holds the pressure of this flow: give one a pressure, a resistance or an rcr");
}

void opening_check(const struct lbm_parameters *p, const struct tile_domain *d, bool converge)
{
  for (int i = 0; i < d->patches; i++)
    if (converge && p->setup.course[i].wave.points)
      cli_usage("--converge: the flow at patch '%s' follows a wave and never becomes steady: give --steps",
                d->patch[i].name);
  need_holder(p, d);
  start_capacitors(p, d);
}

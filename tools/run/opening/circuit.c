/* SPDX-License-Identifier: BSD-3-Clause */
/* Capacitors without P0 start where the circuit of the outlets alone would settle: all have one pressure in front, that of
 * the openings that hold one, or that at which what comes in divides among them. */
#include "words.h"

#include "wave.h"

#include <math.h>
#include <stdlib.h>

/* The mean flow into the domain through patches that set it. */
static double mean_inflow(const struct lbm_parameters *p, const struct tile_domain *d)
{
  double sum = 0;
  for (int i = 0; i < d->patches; i++)
    sum += opening_flow(p, d, i) * opening_mean(p, i);
  return sum;
}

/* What outlets of a fraction take of the inflow. */
static double fractions(const struct lbm_parameters *p, const struct tile_domain *d)
{
  double sum = 0;
  for (int i = 0; i < d->patches; i++)
    if (p->setup.condition[i].kind == LBM_AT_PRESSURE && p->setup.course[i].outlet.kind == LBM_OUTLET_SPLIT)
      sum += p->setup.course[i].outlet.number[0];
  return sum;
}

/* The pressure that the mean flow has in front of all resistances. */
static double pressure_of_inflow(const struct lbm_parameters *p, const struct tile_domain *d)
{
  double flow = mean_inflow(p, d) * (1 - fractions(p, d)), conductance = 0;
  for (int i = 0; i < d->patches; i++) {
    const struct lbm_outlet *o = &p->setup.course[i].outlet;
    const double *v = o->number;
    if (p->setup.condition[i].kind != LBM_AT_PRESSURE || lbm_gives_flow(p->setup.course + i))
      continue;
    const bool rcr = o->kind == LBM_OUTLET_RCR;
    const double resistance = rcr ? v[LBM_RCR_PROXIMAL] + v[LBM_RCR_DISTAL] : v[LBM_RESISTANCE_VALUE];
    conductance += 1 / resistance;
    flow += v[rcr ? LBM_RCR_BEHIND : LBM_RESISTANCE_BEHIND] / resistance;
  }
  return flow / conductance;
}

static int count_holders(const struct lbm_parameters *p, const struct tile_domain *d)
{
  int count = 0;
  for (int i = 0; i < d->patches; i++)
    count += opening_holds(p, i);
  return count;
}

/* The mean pressure in front of all outlets, without the resistance of the vessel. */
static double mean_pressure(const struct lbm_parameters *p, const struct tile_domain *d)
{
  double sum = 0;
  const int holders = count_holders(p, d);
  for (int i = 0; i < d->patches; i++)
    sum += opening_holds(p, i) ? p->setup.condition[i].density / 3 * opening_mean(p, i) : 0;
  return holders ? sum / holders : pressure_of_inflow(p, d);
}

/* The mean pressure of the capacitor of an RCR with these numbers. */
static double capacitor_behind(const double *v, double pressure)
{
  const double behind = v[LBM_RCR_BEHIND], distal = v[LBM_RCR_DISTAL];
  return isnan(pressure) ? behind : behind + (pressure - behind) * distal / (v[LBM_RCR_PROXIMAL] + distal);
}

/* ---- an inflow or a pressure that follows a curve ---------------------------------------- */

enum { STEPS = 400, PERIODS = 1000 }; /* of a period; at most */

/* An outlet in time steps of a STEPS-th of the period. Over a period its capacitor has the pressures begin, least and
 * most. */
struct branch {
  struct lbm_opening opening;
  struct lbm_outlet_state state;
  double begin, least, most;
};

/* given: from the time step of the flow on, the pressure in front, or, if no opening holds one, the inflow without what outlets
 * of a fraction take. */
struct circuit {
  bool held;
  double given[STEPS + 1];
  int count;
  struct branch *branch;
};

static bool is_branch(const struct lbm_parameters *p, int patch)
{
  const enum lbm_outlet_kind kind = p->setup.course[patch].outlet.kind;
  return p->setup.condition[patch].kind == LBM_AT_PRESSURE && (kind == LBM_OUTLET_RESISTANCE || kind == LBM_OUTLET_RCR);
}

static void add_given(struct circuit *c, const struct lbm_parameters *p, int patch, double most)
{
  struct lbm_curve curve;
  struct tile_error e;
  check_or_exit(lbm_curve_make(&curve, &p->setup.course[patch].wave, &e), &e);
  for (int n = 0; n <= STEPS; n++)
    c->given[n] += most * lbm_curve_at(&curve, (double)p->step + p->period * n / STEPS);
  lbm_curve_free(&curve);
}

static void add_branch(struct circuit *c, const struct lbm_parameters *p, int patch, double pressure)
{
  struct branch *b = c->branch + c->count++;
  double *v = b->opening.outlet.number;
  b->opening = (struct lbm_opening){.patch = patch, .outlet = p->setup.course[patch].outlet};
  if (b->opening.outlet.kind != LBM_OUTLET_RCR)
    return;
  b->state.capacitor = capacitor_behind(v, pressure);
  v[LBM_RCR_CAPACITY] *= STEPS / p->period;
  b->opening.decay = lbm_outlet_decay_of(&b->opening.outlet);
}

/* Advances all outlets, at the pressure that is given, or at which their flows have the sum that is. */
static void advance(struct circuit *c, double given)
{
  double flow = given, conductance = 0;
  for (int k = 0; k < c->count; k++) {
    const struct lbm_relation r = lbm_outlet_relation(&c->branch[k].opening, &c->branch[k].state);
    flow += r.base / r.slope;
    conductance += 1 / r.slope;
  }
  const double pressure = c->held ? given : flow / conductance;
  for (int k = 0; k < c->count; k++) {
    struct branch *b = c->branch + k;
    const struct lbm_relation r = lbm_outlet_relation(&b->opening, &b->state);
    lbm_outlet_advance(&b->opening, &b->state, (pressure - r.base) / r.slope);
    b->least = fmin(b->least, b->state.capacitor);
    b->most = fmax(b->most, b->state.capacitor);
  }
}

/* Makes a period. Has no capacitor changed over it, relative to its range? */
static bool make_period(struct circuit *c)
{
  bool settled = true;
  for (int k = 0; k < c->count; k++) {
    struct branch *b = c->branch + k;
    b->begin = b->least = b->most = b->state.capacitor;
  }
  for (int n = 1; n <= STEPS; n++)
    advance(c, c->given[n]);
  for (int k = 0; k < c->count; k++) {
    const struct branch *b = c->branch + k;
    settled = settled && fabs(b->state.capacitor - b->begin) <= 1e-9 * (b->most - b->least);
  }
  return settled;
}

/* Where P0 is not given. */
static void start_at(struct lbm_course *c, double pressure)
{
  if (c->outlet.kind == LBM_OUTLET_RCR && isnan(c->outlet.number[LBM_RCR_START]))
    c->state.capacitor = c->outlet.number[LBM_RCR_START] = pressure;
}

/* Capacitors start with what they have at the time step of the flow. pressure: the mean in front. */
static void settle(const struct lbm_parameters *p, const struct tile_domain *d, double pressure)
{
  struct circuit c = {.branch = tile_alloc((size_t)d->patches, sizeof *c.branch)};
  struct tile_error e;
  if (!c.branch)
    check_or_exit(tile_fail_memory(&e, (size_t)d->patches * sizeof *c.branch, "outlets"), &e);
  const int holders = count_holders(p, d);
  const double rest = 1 - fractions(p, d);
  c.held = holders;
  for (int i = 0; i < d->patches; i++) {
    const double own = opening_holds(p, i) ? p->setup.condition[i].density / 3 / holders : 0,
                 most = holders ? own : rest * opening_flow(p, d, i);
    if (most != 0)
      add_given(&c, p, i, most);
    if (is_branch(p, i))
      add_branch(&c, p, i, pressure);
  }
  for (int n = 0; n < PERIODS && !make_period(&c); n++)
    ;
  for (int k = 0; k < c.count; k++)
    start_at(p->setup.course + c.branch[k].opening.patch, c.branch[k].state.capacitor);
  free(c.branch);
}

void opening_start_capacitors(const struct lbm_parameters *p, const struct tile_domain *d)
{
  const double mean = mean_pressure(p, d);
  if (isfinite(mean) && lbm_courses_vary(p->setup.course, d->patches))
    settle(p, d, mean);
  for (int i = 0; i < d->patches; i++)
    start_at(p->setup.course + i, capacitor_behind(p->setup.course[i].outlet.number, mean));
}

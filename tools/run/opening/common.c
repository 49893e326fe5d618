/* SPDX-License-Identifier: BSD-3-Clause */
/* The pressure that all openings have in common is taken off them: the flow is that of their differences, and in slow flow
 * 80 mmHg would be many times the density of the fluid. */
#include "course.h"
#include "opening.h"
#include "numbers.h"

#include <math.h>

/* In a flow with inertia the density may change by this at most. */
#define MOST_CHANGE 0.3

bool opening_holds(const struct lbm_parameters *p, int patch)
{
  return p->setup.condition[patch].kind == LBM_AT_PRESSURE && p->setup.course[patch].outlet.kind == LBM_OUTLET_FIXED;
}

/* The lowest and the highest pressure of an opening. */
static void range_of(double range[2], const struct lbm_parameters *p, int patch)
{
  const struct lbm_wave *w = &p->setup.course[patch].wave;
  const double pressure = p->setup.condition[patch].density / 3;
  range[0] = range[1] = w->points ? pressure * w->value[0] : pressure;
  for (int n = 1; n < w->points; n++) {
    range[0] = fmin(range[0], pressure * w->value[n]);
    range[1] = fmax(range[1], pressure * w->value[n]);
  }
}

double opening_common_pressure(const struct lbm_parameters *p, const struct tile_domain *d)
{
  double low = (double)INFINITY, high = -(double)INFINITY, range[2];
  for (int i = 0; i < d->patches; i++) {
    if (!opening_holds(p, i))
      continue;
    range_of(range, p, i);
    low = fmin(low, range[0]);
    high = fmax(high, range[1]);
  }
  return low > high ? 0 : low > 0 ? low : high < 0 ? high : 0;
}

static void lower_curve(struct lbm_wave *w, double *peak, double by)
{
  double most = 0;
  for (int n = 0; n < w->points; n++) {
    w->value[n] = w->value[n] * *peak - by;
    most = fabs(w->value[n]) > fabs(most) ? w->value[n] : most;
  }
  for (int n = 0; n < w->points && most != 0; n++)
    w->value[n] /= most;
  *peak = most;
}

/* The pressures behind resistances are lowered, too, and those of capacitors. */
void opening_lower(struct lbm_parameters *p, int patch, double by)
{
  struct lbm_course *c = p->setup.course + patch;
  struct lbm_condition *condition = p->setup.condition + patch;
  double pressure = condition->density / 3;
  if (condition->kind != LBM_AT_PRESSURE)
    return;
  if (c->outlet.kind == LBM_OUTLET_RESISTANCE)
    c->outlet.number[LBM_RESISTANCE_BEHIND] -= by;
  if (c->outlet.kind == LBM_OUTLET_RCR) {
    c->outlet.number[LBM_RCR_BEHIND] -= by;
    c->state.capacitor = c->outlet.number[LBM_RCR_START] -= by;
  }
  if (c->outlet.kind != LBM_OUTLET_FIXED)
    return;
  if (c->wave.points)
    lower_curve(&c->wave, &pressure, by);
  else
    pressure -= by;
  condition->density = 3 * pressure;
}

static int holders(const struct lbm_parameters *p, const struct tile_domain *d)
{
  int count = 0;
  for (int i = 0; i < d->patches; i++)
    count += p->setup.condition[i].kind == LBM_AT_PRESSURE && !lbm_gives_flow(p->setup.course + i);
  return count;
}

static void refuse_change(const struct lbm_parameters *p, const struct tile_domain *d, int patch, double change)
{
  const double pascal = change / 3 * lbm_unit(&p->units, LBM_PRESSURE), shorter = sqrt(MOST_CHANGE / change);
  const char *name = d->patch[patch].name;
  if (holders(p, d) == 1)
    cli_usage("the pressure of patch '%s' would change the density by %.3g of it at this time step: give it pressure=0 "
              "and add its curve to the pressures that result, since no other opening has a pressure",
              name, change);
  if (!isfinite(pascal))
    cli_usage(
        "the pressure of patch '%s' differs from others by %.4g, which would change the density by %.3g of it: at "
        "most %g",
        name, change / 3, change, MOST_CHANGE);
  cli_usage(
      "the pressure of patch '%s' differs from others by %.4g mmHg, which at this time step would change the "
      "density by %.3g of it: give --time-step %.3gs or less (tau %.6g), and smaller voxels if that tau is too low",
      name, pascal / TILE_MMHG, change, shorter * p->units.dt,
      lbm_tau_of_viscosity(lbm_viscosity_of_tau(p->setup.tau) * shorter));
}

void opening_check_pressures(const struct lbm_parameters *p, const struct tile_domain *d)
{
  double range[2], most = 0;
  int at = -1;
  for (int i = 0; i < d->patches && p->setup.equilibrium != LBM_STOKES; i++) {
    if (!opening_holds(p, i))
      continue;
    range_of(range, p, i);
    const double now = 3 * fmax(fabs(range[0]), fabs(range[1]));
    at = now > most ? i : at;
    most = fmax(most, now);
  }
  if (most > MOST_CHANGE)
    refuse_change(p, d, at, most);
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "opening.h"
#include "wave.h"
#include "numbers.h"

#include <math.h>

static bool any(const struct lbm_parameters *p, const struct tile_domain *d)
{
  for (int i = 0; i < d->patches; i++)
    if (lbm_is_coupled(p->setup.course + i))
      return true;
  return false;
}

static bool damps(const struct lbm_parameters *p, const struct tile_domain *d)
{
  const bool vary = lbm_courses_vary(p->setup.course, d->patches);
  for (int i = 0; i < d->patches; i++)
    if (p->setup.condition[i].kind == LBM_AT_PRESSURE && lbm_damps_backflow(p->setup.course + i, vary))
      return true;
  return false;
}

static const char *name_of(const struct lbm_outlet *o)
{
  return o->kind == LBM_OUTLET_FIXED ? "pressure" : lbm_outlet_names[o->kind];
}

/* The flow out of the domain and the pressure, with that which is taken off all openings. */
struct now {
  double flow, pressure, flow_si, pressure_si;
};

static struct now now_of(const struct lbm_parameters *p, int patch)
{
  const struct lbm_outlet_state *s = &p->setup.course[patch].state;
  const double pressure = s->pressure + s->taken + p->setup.common_pressure;
  return (struct now){s->flow, pressure, s->flow * lbm_unit(&p->units, LBM_FLUX),
                      pressure * lbm_unit(&p->units, LBM_PRESSURE)};
}

static void print_one(FILE *out, const struct lbm_parameters *p, const struct tile_domain *d, int patch)
{
  const struct lbm_outlet *o = &p->setup.course[patch].outlet;
  const struct now n = now_of(p, patch);
  const char *absorbing = o->absorbing ? ", absorbing" : "";
  if (isfinite(n.flow_si) && isfinite(n.pressure_si))
    report_line(out, d->patch[patch].name, "%s%s: %.6g mL/s out at %.6g Pa (%.6g mmHg)", name_of(o), absorbing,
                n.flow_si * 1e6, n.pressure_si, n.pressure_si / TILE_MMHG);
  else
    report_line(out, d->patch[patch].name, "%s%s: %.6g voxels3 a step out at %.6g", name_of(o), absorbing, n.flow,
                n.pressure);
}

/* ---- curves ---------------------------------------------------------------------------- */

/* What follows a curve at an opening, in lattice units: at its largest, and in the mean over the period. */
struct followed {
  const char *what;
  enum lbm_quantity quantity;
  double most, mean;
};

static struct followed followed_of(const struct lbm_parameters *p, const struct tile_domain *d, int patch)
{
  const struct lbm_condition *c = p->setup.condition + patch;
  struct followed f = {"flow", LBM_FLUX, 0, 0};
  const bool pressure = c->kind == LBM_AT_PRESSURE && !lbm_gives_flow(p->setup.course + patch);
  if (pressure)
    f = (struct followed){"pressure", LBM_PRESSURE, c->density / 3, 0};
  else
    f.most = opening_flow(p, d, patch);
  f.mean = f.most * opening_mean(p, patch) + (pressure ? p->setup.common_pressure : 0);
  return f;
}

static double period_of(const struct lbm_parameters *p, int patch)
{
  const struct lbm_wave *w = &p->setup.course[patch].wave;
  return w->time[w->points - 1] - w->time[0];
}

static void print_curve(FILE *out, const struct lbm_parameters *p, const struct tile_domain *d, int patch)
{
  const struct followed f = followed_of(p, d, patch);
  const double steps = period_of(p, patch), seconds = steps * lbm_unit(&p->units, LBM_TIME);
  const double unit = lbm_unit(&p->units, f.quantity) * (f.quantity == LBM_FLUX ? 1e6 : 1 / TILE_MMHG);
  char period[80], mean[80];
  if (isfinite(seconds))
    snprintf(period, sizeof period, "%.6g s%s (%.6g steps)", seconds,
             p->setup.course[patch].seconds_assumed ? ", its times taken as seconds" : "", steps);
  else
    snprintf(period, sizeof period, "%.6g steps", steps);
  if (isfinite(unit))
    snprintf(mean, sizeof mean, "%.5g %s", f.mean * unit, f.quantity == LBM_FLUX ? "mL/s" : "mmHg");
  else
    snprintf(mean, sizeof mean, "%.5g in lattice units", f.mean);
  report_line(out, d->patch[patch].name, "%s of %d points, period %s, mean %s", f.what,
              p->setup.course[patch].wave.points, period, mean);
}

static void print_curves(FILE *out, const struct lbm_parameters *p, const struct tile_domain *d)
{
  for (int i = 0; i < d->patches; i++)
    if (p->setup.course[i].wave.points)
      print_curve(out, p, d, i);
}

static void json_curve(struct json *j, const struct lbm_parameters *p, const struct tile_domain *d, int patch)
{
  const struct followed f = followed_of(p, d, patch);
  const double steps = period_of(p, patch);
  json_open(j, NULL, '{');
  json_text(j, "patch", d->patch[patch].name);
  json_text(j, "value", f.what);
  json_int(j, "points", p->setup.course[patch].wave.points);
  json_real(j, "period", steps);
  json_real(j, "period_s", steps * lbm_unit(&p->units, LBM_TIME));
  json_bool(j, "seconds_assumed", p->setup.course[patch].seconds_assumed);
  json_real(j, "mean", f.mean);
  json_real(j, f.quantity == LBM_FLUX ? "mean_m3_s" : "mean_pa", f.mean * lbm_unit(&p->units, f.quantity));
  json_close(j, '}');
}

/* The key "curves": a list; null where no opening follows one. */
static void json_curves(struct json *j, const struct lbm_parameters *p, const struct tile_domain *d)
{
  if (!lbm_courses_vary(p->setup.course, d->patches)) {
    json_text(j, "curves", NULL);
    return;
  }
  json_open(j, "curves", '[');
  for (int i = 0; i < d->patches; i++)
    if (p->setup.course[i].wave.points)
      json_curve(j, p, d, i);
  json_close(j, ']');
}

/* ---- curves in harmonics -------------------------------------------------------------- */

static bool has_harmonics(const struct lbm_parameters *p, int patch)
{
  return p->setup.condition[patch].kind == LBM_AT_FLOW_WOMERSLEY && p->setup.course[patch].wave.points;
}

/* The part of the rms of the flow that its harmonics leave out. */
static double missed_of(const struct lbm_parameters *p, int patch)
{
  struct lbm_curve curve;
  struct tile_error e;
  check_or_exit(lbm_curve_make(&curve, &p->setup.course[patch].wave, &e), &e);
  const double missed = lbm_curve_missed(&curve);
  lbm_curve_free(&curve);
  return missed;
}

static void print_harmonics(FILE *out, const struct lbm_parameters *p, const struct tile_domain *d)
{
  for (int i = 0; i < d->patches; i++)
    if (has_harmonics(p, i))
      report_line(out, d->patch[i].name,
                  "womersley: the mean and %d harmonics leave out %.3g %% of the rms of the flow", LBM_HARMONICS - 1,
                  100 * missed_of(p, i));
}

/* The key "harmonics": a list; null where there are none. */
static void json_harmonics(struct json *j, const struct lbm_parameters *p, const struct tile_domain *d)
{
  bool found = false;
  for (int i = 0; i < d->patches; i++) {
    if (!has_harmonics(p, i))
      continue;
    if (!found)
      json_open(j, "harmonics", '[');
    found = true;
    json_open(j, NULL, '{');
    json_text(j, "patch", d->patch[i].name);
    json_int(j, "count", LBM_HARMONICS - 1);
    json_real(j, "left_out", missed_of(p, i));
    json_close(j, '}');
  }
  if (found)
    json_close(j, ']');
  else
    json_text(j, "harmonics", NULL);
}

static void print_common(FILE *out, const struct lbm_parameters *p)
{
  const double common = p->setup.common_pressure, unit = lbm_unit(&p->units, LBM_PRESSURE) / TILE_MMHG;
  if (common != 0 && isfinite(unit))
    report_line(out, "common pressure", "%.6g mmHg of all openings, for which the fluid has its mean density",
                common * unit);
  else if (common != 0)
    report_line(out, "common pressure", "%.6g of all openings, for which the fluid has its mean density", common);
}

/* ---- all ------------------------------------------------------------------------------- */

void opening_print(FILE *out, const struct lbm_parameters *p, const struct tile_domain *d)
{
  double taken = 0;
  print_curves(out, p, d);
  print_harmonics(out, p, d);
  for (int i = 0; i < d->patches; i++)
    if (lbm_is_coupled(p->setup.course + i)) {
      print_one(out, p, d, i);
      taken = p->setup.course[i].state.taken;
    }
  if (damps(p, d))
    report_line(out, "backflow", "damped at these outlets: fluid that comes in at u lowers the pressure by 0.1 rho u2");
  if (taken != 0)
    report_line(out, "common pressure", "%.6g is taken off all openings, as none holds the pressure", taken);
  print_common(out, p);
}

static void json_outlets(struct json *j, const struct lbm_parameters *p, const struct tile_domain *d)
{
  if (!any(p, d)) {
    json_text(j, "outlets", NULL);
    return;
  }
  json_open(j, "outlets", '[');
  for (int i = 0; i < d->patches; i++) {
    const struct lbm_course *c = p->setup.course + i;
    const struct now n = now_of(p, i);
    if (!lbm_is_coupled(c))
      continue;
    json_open(j, NULL, '{');
    json_text(j, "patch", d->patch[i].name);
    json_text(j, "condition", name_of(&c->outlet));
    json_bool(j, "absorbing", c->outlet.absorbing);
    json_real(j, "flow", n.flow);
    json_real(j, "flow_m3_s", n.flow_si);
    json_real(j, "pressure", n.pressure);
    json_real(j, "pressure_pa", n.pressure_si);
    json_real(j, "taken_off", c->state.taken + p->setup.common_pressure);
    json_close(j, '}');
  }
  json_close(j, ']');
}

void opening_json(struct json *j, const struct lbm_parameters *p, const struct tile_domain *d)
{
  json_curves(j, p, d);
  json_harmonics(j, p, d);
  json_outlets(j, p, d);
}

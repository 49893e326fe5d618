/* SPDX-License-Identifier: BSD-3-Clause */
/* The interval that --refine has found, as text and as JSON. */
#include "run_report.h"

#include <math.h>

/* ---- text --------------------------------------------------------------- */

/* The power of ten of both numbers; 0 for numbers that are easy to read without one. */
static int exponent_of(double k)
{
  const int exponent = (int)floor(log10(k));
  return exponent < -2 || exponent > 3 ? exponent : 0;
}

/* As many as give the error one significant digit, or two if the first is 1. */
static int decimals_of(double error)
{
  const int first = (int)floor(log10(error)), more = error < 2 * pow(10, first);
  const int decimals = error > 0 ? more - first : 6;
  return decimals < 0 ? 0 : decimals > 9 ? 9 : decimals;
}

/* "1.36e-12 +- 0.04e-12" */
static void put_pair(char *text, size_t size, double k, double error)
{
  const int exponent = exponent_of(k);
  const double unit = pow(10, exponent);
  const int decimals = decimals_of(error / unit);
  char power[8] = "";
  if (exponent)
    snprintf(power, sizeof power, "e%+03d", exponent);
  snprintf(text, size, "%.*f%s +- %.*f%s", decimals, k / unit, power, decimals, error / unit, power);
}

static void print_order(FILE *out, const struct run_refined *r)
{
  const struct lbm_levels *l = &r->levels;
  if (r->interval.measured)
    report_line(out, "", "extrapolated with the order that was measured, %.2f", r->interval.order);
  else
    report_line(out, "", "not extrapolated: order 2 is assumed");
  report_line(out, "", "walls are uncertain by %.2f voxel", r->interval.shift);
  report_line(out, "", "at half resolution %.6g and %.6g voxel2 (undecided voxels solid, fluid)", l->half[0],
              l->half[1]);
}

void run_print_interval(FILE *out, const struct run_drive *d, double dx)
{
  const struct run_refined *r = &d->refined;
  const struct lbm_interval *i = &r->interval;
  const double percent = 100 / i->k;
  char text[96];
  if (!r->on)
    return;
  if (*r->why) {
    report_line(out, "  interval", "none: %s", r->why);
    return;
  }
  put_pair(text, sizeof text, i->k, i->error);
  report_line(out, "  interval", "k = %s voxel2", text);
  if (dx > 0) {
    put_pair(text, sizeof text, i->k * dx * dx, i->error * dx * dx);
    report_line(out, "", "k = %s m2", text);
  }
  report_line(out, "", "%.2g %% of k: %.2g levels, %.2g walls, %.2g convergence, %.2g flux", i->error * percent,
              i->discretisation * percent, i->walls * percent, i->convergence * percent, i->flux * percent);
  print_order(out, r);
}

/* ---- JSON --------------------------------------------------------------- */

static void json_terms(struct json *j, const struct run_refined *r)
{
  const struct lbm_interval *i = &r->interval;
  json_real(j, "discretisation", i->discretisation / i->k);
  json_real(j, "walls", i->walls / i->k);
  json_real(j, "convergence", i->convergence / i->k);
  json_real(j, "flux", isfinite(r->levels.spread) ? i->flux / i->k : (double)NAN);
  json_real(j, "wall_shift", i->shift);
  json_real(j, "order", i->order);
  json_bool(j, "order_measured", i->measured);
  json_both(j, "half_voxel2", r->levels.half);
  json_both(j, "quarter_voxel2", r->levels.quarter);
}

/* The keys of an interval. */
static const char *const terms[] = {"voxel2",         "m2",          "error_voxel2",   "error_m2",   "discretisation",
                                    "walls",          "convergence", "flux",           "wall_shift", "order",
                                    "order_measured", "half_voxel2", "quarter_voxel2", NULL};

void run_json_interval(struct json *j, const struct run_drive *d, double dx)
{
  const struct run_refined *r = &d->refined;
  const double area = dx > 0 ? dx * dx : (double)NAN;
  if (!r->on) {
    json_text(j, "interval", NULL);
    return;
  }
  json_open(j, "interval", '{');
  json_text(j, "none", *r->why ? r->why : NULL);
  if (*r->why)
    json_nulls(j, terms);
  else {
    json_real(j, "voxel2", r->interval.k);
    json_real(j, "m2", r->interval.k * area);
    json_real(j, "error_voxel2", r->interval.error);
    json_real(j, "error_m2", r->interval.error * area);
    json_terms(j, r);
  }
  json_real(j, "seconds", r->seconds);
  json_close(j, '}');
}

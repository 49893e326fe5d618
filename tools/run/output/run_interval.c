/* SPDX-License-Identifier: BSD-3-Clause */
/* The interval that --refine has found, as text and as JSON. */
#include "run_report.h"

#include <math.h>
#include <string.h>

struct cli_result run_result_of(const struct run_drive *d)
{
  const struct lbm_interval *i = &d->refined.interval;
  struct cli_result r = cli_result_about(d->k.voxel2, (double)NAN, "voxel2");
  if (!d->refined.on || *d->refined.why)
    return r;
  r = cli_result_about(i->k, i->error, "voxel2");
  memcpy(r.part,
         (const double[]){i->discretisation / i->k, i->walls / i->k, i->convergence / i->k,
                          isfinite(d->refined.levels.spread) ? i->flux / i->k : (double)NAN},
         sizeof r.part);
  return r;
}

/* ---- text --------------------------------------------------------------- */

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
  const struct cli_result voxel2 = run_result_of(d), m2 = cli_result_in_m2(&voxel2, dx);
  char text[CLI_RESULT_TEXT];
  if (!r->on)
    return;
  if (*r->why) {
    report_line(out, "  interval", "none: %s", r->why);
    return;
  }
  report_line(out, "  interval", "k = %s voxel2", cli_result_text(text, &voxel2));
  if (dx > 0)
    report_line(out, "", "k = %s m2", cli_result_text(text, &m2));
  report_line(out, "", "%.2g %% of k: %.2g levels, %.2g walls, %.2g convergence, %.2g flux", i->error * percent,
              i->discretisation * percent, i->walls * percent, i->convergence * percent, i->flux * percent);
  print_order(out, r);
}

/* ---- JSON --------------------------------------------------------------- */

static void json_terms(struct json *j, const struct run_refined *r, const struct cli_result *of)
{
  static const char *const parts[CLI_RESULT_PARTS] = {"discretisation", "walls", "convergence", "flux"};
  const struct lbm_interval *i = &r->interval;
  for (int n = 0; n < CLI_RESULT_PARTS; n++)
    json_real(j, parts[n], of->part[n]);
  json_real(j, "wall_shift", i->shift);
  json_real(j, "order", i->order);
  json_bool(j, "order_measured", i->measured);
  json_both(j, "half_voxel2", r->levels.half);
  json_both(j, "quarter_voxel2", r->levels.quarter);
}

/* The keys of an interval. */
static const char *const terms[] = {
    "voxel2",         "m2",    "error_voxel2", "error_m2", "discretisation", "walls",
    "convergence",    "flux",  "wall_shift",   "order",    "order_measured", "half_voxel2",
    "quarter_voxel2", "value", "low",          "high",     "unit",           NULL};

void run_json_interval(struct json *j, const struct run_drive *d, double dx)
{
  const struct run_refined *r = &d->refined;
  const double area = dx > 0 ? dx * dx : (double)NAN;
  const struct cli_result voxel2 = run_result_of(d), told = cli_result_in_m2(&voxel2, dx);
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
    json_terms(j, r, &voxel2);
    json_result(j, &told);
  }
  json_real(j, "seconds", r->seconds);
  json_close(j, '}');
}

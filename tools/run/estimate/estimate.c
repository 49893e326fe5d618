/* SPDX-License-Identifier: BSD-3-Clause */
#include "estimate.h"

#include "opening.h"

#include <math.h>
#include <string.h>

/* ---- the numbers --------------------------------------------------------------------- */

/* The patch with the largest flow; -1: none has a flow. */
static int inlet_of(const struct lbm_parameters *p, const struct tile_domain *d)
{
  int inlet = -1;
  double most = 0;
  for (int i = 0; i < d->patches; i++) {
    const double flow = fabs(opening_flow(p, d, i));
    if (flow > most) {
      most = flow;
      inlet = i;
    }
  }
  return inlet;
}

/* The change of the density along a tube as long as the longest side of the grid: of the dynamic pressure, of Poiseuille
 * flow, and of the acceleration in a sine of this period. */
static double density_change(const struct estimate *x, const struct tile_domain *d, double viscosity)
{
  const double length = fmax((double)d->grid[0], fmax((double)d->grid[1], (double)d->grid[2]));
  const double accelerated = x->period > 0 ? 2 * acos(-1) / x->period * x->peak * length : 0;
  const double viscous = 32 * viscosity * x->peak * length / (x->diameter * x->diameter);
  return 3 * (x->fastest * x->fastest / 2 + viscous + accelerated);
}

static void set_inlet(struct estimate *x, const struct lbm_parameters *p, const struct tile_domain *d, int inlet)
{
  const double area = opening_area(d, inlet), nu = lbm_viscosity_of_tau(x->tau);
  snprintf(x->inlet, sizeof x->inlet, "%s", d->patch[inlet].name);
  x->diameter = 2 * sqrt(area / acos(-1));
  x->peak = fabs(opening_flow(p, d, inlet)) / area;
  x->mean = x->peak * fabs(opening_mean(p, inlet));
  for (int i = 0; i < d->patches; i++)
    x->fastest = fmax(x->fastest, opening_fastest(p, d, i));
  x->reynolds = x->peak * x->diameter / nu;
  x->reynolds_mean = x->mean * x->diameter / nu;
  x->mach = lbm_mach(x->fastest);
  x->grid_reynolds = x->fastest / nu;
  x->density = density_change(x, d, nu);
  if (x->period > 0)
    x->womersley = x->diameter / 2 * sqrt(2 * acos(-1) / (x->period * nu));
}

void estimate_make(struct estimate *x, const struct lbm_parameters *p, const struct tile_domain *d)
{
  const double none = (double)NAN;
  *x = (struct estimate){.reynolds = none,
                         .reynolds_mean = none,
                         .womersley = none,
                         .mach = none,
                         .density = none,
                         .grid_reynolds = none,
                         .period = p->period > 0 ? p->period : none,
                         .tau = p->setup.tau,
                         .steps = none,
                         .seconds = none,
                         .memory = none,
                         .time_step = p->units.dt};
  const int inlet = inlet_of(p, d);
  x->known = lbm_vessel_opens(&p->setup, d) && p->units.dx > 0 && p->units.dt > 0;
  if (x->known && inlet >= 0)
    set_inlet(x, p, d, inlet);
}

/* ---- what cannot be right ------------------------------------------------------------ */

/* Above this Mach number the flow is not that of a liquid: OpenLB stops there, too. */
#define MOST_MACH 0.3
#define LEAST_PERIOD 100
/* Of the layer R sqrt(2)/alpha: measured in tests/validate/VALIDATION.md. */
#define LEAST_LAYER 2.5

/* A time step in a suitable unit. */
static const char *in_seconds(char text[32], double seconds)
{
  if (seconds < 1e-3)
    snprintf(text, 32, "%.3gus", seconds * 1e6);
  else
    snprintf(text, 32, "%.3gs", seconds);
  return text;
}

void estimate_check(const struct estimate *x, const struct lbm_parameters *p)
{
  char text[32];
  if (!x->known)
    return;
  if (p->setup.equilibrium != LBM_STOKES && x->mach > MOST_MACH)
    cli_usage("the speed at the openings is up to %.3g voxels a step (Mach %.2g, and a liquid has at most %g): give "
              "--time-step %s or less, or leave out --tau",
              x->fastest, x->mach, MOST_MACH, in_seconds(text, x->time_step * 0.05 / x->fastest));
  if (x->period < LEAST_PERIOD)
    cli_usage("the period is %.3g time steps, and %d are the least: give --time-step %s or less", x->period,
              LEAST_PERIOD, in_seconds(text, x->time_step * x->period / LEAST_PERIOD));
  if (x->womersley > 0 && x->diameter / sqrt(2) / x->womersley < LEAST_LAYER)
    cli_warn("the layer beside the walls that a beat moves is %.2g voxels thick, below 2.5: the shear on the walls can "
             "be off by a tenth or more; "
             "take smaller voxels",
             x->diameter / sqrt(2) / x->womersley);
}

/* ---- text and JSON ------------------------------------------------------------------- */

static void print_flow(FILE *out, const struct estimate *x)
{
  if (!*x->inlet)
    return;
  report_line(out, "Reynolds number", "%.4g at the peak, %.4g in the mean (%s, %.4g voxels across)", x->reynolds,
              x->reynolds_mean, x->inlet, x->diameter);
  if (x->womersley > 0)
    report_line(out, "Womersley number", "%.4g", x->womersley);
  report_line(out, "Mach number", "%.3g at the peak at openings (%.3g voxels a step)", x->mach, x->fastest);
  report_line(out, "density", "may change by %.2g", x->density);
}

static void put_duration(char text[64], double seconds)
{
  const char *unit = seconds < 120 ? "s" : seconds < 7200 ? "min" : "h";
  snprintf(text, 64, ", at least %.2g %s at the copy bandwidth",
           seconds / (*unit == 's'   ? 1
                      : *unit == 'm' ? 60
                                     : 3600),
           unit);
}

void estimate_print(FILE *out, const struct estimate *x)
{
  char duration[64] = "", grid[64] = "", beat[64] = "";
  if (!x->known)
    return;
  fprintf(out, "Before the first step\n");
  print_flow(out, x);
  if (x->grid_reynolds > 0)
    snprintf(grid, sizeof grid, ", Reynolds number of a voxel %.3g", x->grid_reynolds);
  report_line(out, "tau", "%.6g%s", x->tau, grid);
  if (x->period > 0)
    snprintf(beat, sizeof beat, ", %.6g a period", x->period);
  report_line(out, "time step", "%.6g s%s", x->time_step, beat);
  if (x->seconds > 0)
    put_duration(duration, x->seconds);
  if (x->steps > 0)
    report_line(out, "steps", "%.6g%s", x->steps, duration);
  if (x->memory > 0)
    report_line(out, "memory", "%.1f MiB", x->memory / 1048576);
}

void estimate_json(struct json *j, const struct estimate *x)
{
  if (!x || !x->known) {
    json_text(j, "estimate", NULL);
    return;
  }
  json_open(j, "estimate", '{');
  json_text(j, "inlet", *x->inlet ? x->inlet : NULL);
  json_real(j, "reynolds", x->reynolds);
  json_real(j, "reynolds_mean", x->reynolds_mean);
  json_real(j, "womersley", x->womersley);
  json_real(j, "mach", x->mach);
  json_real(j, "density_change", x->density);
  json_real(j, "grid_reynolds", x->grid_reynolds);
  json_real(j, "steps_a_period", x->period);
  json_real(j, "steps", x->steps);
  json_real(j, "seconds", x->seconds);
  json_real(j, "memory", x->memory);
  json_close(j, '}');
}

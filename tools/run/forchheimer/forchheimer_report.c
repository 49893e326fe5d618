/* SPDX-License-Identifier: BSD-3-Clause */
#include "forchheimer_report.h"

#include <math.h>

static double area(const struct forchheimer_report *r)
{
  return r->units.dx > 0 ? r->units.dx * r->units.dx : (double)NAN;
}

static double per_length(const struct forchheimer_report *r)
{
  return r->units.dx > 0 ? 1 / r->units.dx : (double)NAN;
}

/* ---- text ---------------------------------------------------------------------------- */

static void print_k(FILE *out, const struct forchheimer_report *r)
{
  const struct forchheimer *f = r->fit;
  const char *label = f->holds ? "k" : "k of the first drive";
  char darcy[TILE_REAL_TEXT];
  if (isfinite(area(r)))
    report_line(out, label, "%.6g m2 = %s = %.6g voxel2", f->k * area(r),
                cli_darcy_text(darcy, f->k * area(r) / LBM_DARCY), f->k);
  else
    report_line(out, label, "%.6g voxel2", f->k);
}

static void print_beta(FILE *out, const struct forchheimer_report *r)
{
  const struct forchheimer *f = r->fit;
  if (isfinite(per_length(r)))
    report_line(out, "beta", "%.6g +- %.2g 1/m = %.6g +- %.2g 1/voxel", f->beta * per_length(r),
                f->beta_error * per_length(r), f->beta, f->beta_error);
  else
    report_line(out, "beta", "%.6g +- %.2g 1/voxel", f->beta, f->beta_error);
  report_line(out, "holds", "from Re %.4g to %.4g (Forchheimer number %.4g to %.4g), residual %.2g",
              forchheimer_reynolds(f, f->first), forchheimer_reynolds(f, f->count - 1), forchheimer_number(f, f->first),
              forchheimer_number(f, f->count - 1), f->residual);
}

static void print_points(FILE *out, const struct forchheimer *f)
{
  fprintf(out, "  %12s  %12s  %12s  %12s  %12s  %8s\n", "drive", "velocity", "Re", "Fo", "k (voxel2)", "Mach");
  for (int i = 0; i < f->count; i++) {
    const struct forchheimer_point *p = f->point + i;
    char number[REPORT_REAL];
    fprintf(out, "  %12.6g  %12.6g  %12.6g  %12s  %12.6g  %8.3g\n", p->gradient, p->velocity,
            forchheimer_reynolds(f, i), report_real(number, 6, forchheimer_number(f, i)), forchheimer_apparent(f, i),
            p->mach);
  }
}

void forchheimer_print(FILE *out, const struct forchheimer_report *r)
{
  fprintf(out, "Forchheimer along %c\n", 'x' + r->axis);
  report_line(out, "device", "%s", r->device);
  report_line(out, "tau", "%g, %s equilibrium, walls %s", r->tau, r->equilibrium, r->walls);
  if (r->fit->count)
    print_k(out, r);
  if (r->fit->holds)
    print_beta(out, r);
  else
    report_line(out, "beta", "none: no %d drives up to the largest follow the equation", FORCHHEIMER_LEAST);
  if (*r->ended)
    report_line(out, "ended", "%s", r->ended);
  print_points(out, r->fit);
}

/* ---- JSON ---------------------------------------------------------------------------- */

static void json_point(struct json *j, const struct forchheimer_report *r, int i)
{
  const struct forchheimer *f = r->fit;
  const struct forchheimer_point *p = f->point + i;
  json_open(j, NULL, '{');
  json_real(j, "drive", p->gradient);
  json_real(j, "drive_pa_m", p->gradient * lbm_unit(&r->units, LBM_PRESSURE_GRADIENT));
  json_real(j, "velocity", p->velocity);
  json_real(j, "velocity_m_s", p->velocity * lbm_unit(&r->units, LBM_VELOCITY));
  json_real(j, "reynolds", forchheimer_reynolds(f, i));
  json_real(j, "forchheimer_number", forchheimer_number(f, i));
  json_real(j, "k", forchheimer_apparent(f, i) * area(r));
  json_real(j, "k_voxel2", forchheimer_apparent(f, i));
  json_real(j, "mach", p->mach);
  json_real(j, "remaining", p->remaining);
  json_int(j, "steps", p->steps);
  json_close(j, '}');
}

static void json_fit(struct json *j, const struct forchheimer_report *r)
{
  const struct forchheimer *f = r->fit;
  const double unknown = (double)NAN, per = isfinite(per_length(r)) ? per_length(r) : 1;
  const struct cli_result beta =
      cli_result_about(f->beta * per, f->beta_error * per, isfinite(per_length(r)) ? "1/m" : "1/voxel");
  json_open(j, "forchheimer", '{');
  json_real(j, "k", f->k * area(r));
  json_real(j, "k_voxel2", f->k);
  json_real(j, "beta", f->beta * per_length(r));
  json_real(j, "beta_error", f->beta_error * per_length(r));
  json_real(j, "beta_voxel", f->beta);
  json_real(j, "beta_error_voxel", f->beta_error);
  json_interval(j, "beta_interval", &beta);
  json_real(j, "valid_from", f->holds ? forchheimer_reynolds(f, f->first) : unknown);
  json_real(j, "valid_to", f->holds ? forchheimer_reynolds(f, f->count - 1) : unknown);
  json_real(j, "residual", f->residual);
  json_text(j, "ended", *r->ended ? r->ended : NULL);
  json_open(j, "points", '[');
  for (int i = 0; i < f->count; i++)
    json_point(j, r, i);
  json_close(j, ']');
  json_close(j, '}');
}

void forchheimer_print_json(FILE *out, const struct forchheimer_report *r)
{
  struct json j = json_begin(out);
  json_text(&j, "axis", cli_axis_names[r->axis]);
  json_text(&j, "drive", r->force ? "force" : "pressure");
  json_real(&j, "tau", r->tau);
  json_text(&j, "equilibrium", r->equilibrium);
  json_text(&j, "walls", r->walls);
  json_text(&j, "device", r->device);
  json_text(&j, "digest", r->digest);
  json_real(&j, "seconds", r->seconds);
  json_fit(&j, r);
  json_warnings(&j);
  json_close(&j, '}');
}

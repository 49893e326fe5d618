/* SPDX-License-Identifier: BSD-3-Clause */
/* The tensor of several drives, as text and as JSON. */
#include "run_report.h"

#include <math.h>

/* The middle of the interval of each element and half of it, as --refine found them; false unless all drives have one. Of
 * elements beside the diagonal the middle is what the run found. */
static bool intervals_of(const struct run_report *r, double middle[3][3], double error[3][3])
{
  const struct lbm_tensor *t = r->tensor;
  for (int drive = 0; drive < t->axes; drive++) {
    const struct run_refined *refined = &r->drive[drive].refined;
    if (!refined->on || *refined->why)
      return false;
    for (int i = 0; i < t->axes; i++) {
      middle[i][drive] = i == drive ? run_result_of(r->drive + drive).value : t->k[i][drive];
      error[i][drive] = refined->error[t->axis[i]];
    }
  }
  return true;
}

/* ---- text --------------------------------------------------------------- */

static void print_matrix(FILE *out, const char *unit, const struct lbm_tensor *t, const double k[3][3], double scale)
{
  char text[3 * 16];
  double shown[9];
  for (int i = 0; i < t->axes * t->axes; i++)
    shown[i] = k[i / t->axes][i % t->axes] * scale;
  report_trim_below(1e-7, shown, shown, t->axes * t->axes); /* corrections are in single precision */
  for (int i = 0; i < t->axes; i++) {
    int length = 0;
    for (int j = 0; j < t->axes; j++)
      length +=
          snprintf(text + length, sizeof text - (size_t)length, "%s%13.6g", j ? "  " : "", shown[i * t->axes + j]);
    report_line(out, i ? "" : unit, "%s  flow along %c", text, 'x' + t->axis[i]);
  }
}

static struct cli_permeability principal_of(const struct run_report *r, int n)
{
  const double dx = r->domain->dx, voxel2 = r->tensor->principal[n], m2 = dx > 0 ? voxel2 * dx * dx : (double)NAN;
  return (struct cli_permeability){voxel2, m2, m2 / LBM_DARCY, r->drive->viscosity,
                                   lbm_creeping_gradient(m2, r->drive->viscosity, r->drive->density)};
}

/* As it is printed, without the sign of -0. */
static double rounded(double component)
{
  return rint(component * 1e5) * 1e-5 + 0.0;
}

static void print_principal(FILE *out, const struct run_report *r)
{
  for (int n = 0; n < r->tensor->axes; n++) {
    const double *v = r->tensor->direction[n];
    const struct cli_permeability k = principal_of(r, n);
    char physical[96] = "", darcy[TILE_REAL_TEXT];
    if (isfinite(k.m2))
      snprintf(physical, sizeof physical, " = %.6g m2 = %s", k.m2, cli_darcy_text(darcy, k.darcy));
    report_line(out, n ? "" : "principal values", "%.6g voxel2%s along %.5f,%.5f,%.5f", k.voxel2, physical,
                rounded(v[0]), rounded(v[1]), rounded(v[2]));
  }
}

/* What makes the tensor asymmetric beside the remaining change of its drives. */
static const char *cause_of_asymmetry(const struct run_report *r)
{
  unsigned driven = 0;
  for (int i = 0; i < r->tensor->axes; i++)
    driven |= 1u << r->tensor->axis[i];
  if ((r->domain->periodic & driven) != driven)
    return "; the faces of the sample are walls under the other drives";
  return r->parameters->setup.walls != LBM_WALLS_HALFWAY ? "; interpolated walls leave it asymmetric, however converged"
                                                         : "";
}

void run_print_tensor(FILE *out, const struct run_report *r)
{
  const struct lbm_tensor *t = r->tensor;
  const double dx = r->domain->dx;
  double middle[3][3], error[3][3];
  const bool refined = intervals_of(r, middle, error);
  fprintf(out, "Permeability tensor\n");
  for (int si = 0; si <= (dx > 0); si++) {
    const double unit = si ? dx * dx : 1;
    print_matrix(out, si ? "m2" : "voxel2", t, t->k, unit);
    if (refined) {
      print_matrix(out, "  interval about", t, middle, unit);
      print_matrix(out, "  within", t, error, unit);
    }
  }
  report_line(out, "symmetric within", "%.2g of the largest element%s", t->asymmetry, cause_of_asymmetry(r));
  print_principal(out, r);
}

/* ---- JSON --------------------------------------------------------------- */

static void json_matrix(struct json *j, const char *key, const struct lbm_tensor *t, const double k[3][3], double scale)
{
  json_open(j, key, '[');
  for (int i = 0; i < t->axes; i++) {
    json_open(j, NULL, '[');
    for (int n = 0; n < t->axes; n++)
      json_real(j, NULL, k[i][n] * scale);
    json_close(j, ']');
  }
  json_close(j, ']');
}

/* null without --refine. */
static void json_intervals(struct json *j, const struct run_report *r, double area)
{
  static const char *const keys[] = {"middle_voxel2", "middle_m2", "error_voxel2", "error_m2", NULL};
  double middle[3][3], error[3][3];
  if (!intervals_of(r, middle, error)) {
    json_nulls(j, keys);
    return;
  }
  json_matrix(j, keys[0], r->tensor, middle, 1);
  json_matrix(j, keys[1], r->tensor, middle, area);
  json_matrix(j, keys[2], r->tensor, error, 1);
  json_matrix(j, keys[3], r->tensor, error, area);
}

static void json_principal(struct json *j, const struct run_report *r)
{
  json_open(j, "principal", '[');
  for (int n = 0; n < r->tensor->axes; n++) {
    const struct cli_permeability k = principal_of(r, n);
    json_open(j, NULL, '{');
    json_permeability(j, &k);
    json_open(j, "direction", '[');
    for (int a = 0; a < 3; a++)
      json_real(j, NULL, r->tensor->direction[n][a]);
    json_close(j, ']');
    json_close(j, '}');
  }
  json_close(j, ']');
}

static void json_drives(struct json *j, const struct run_report *r)
{
  json_open(j, "drives", '[');
  for (int i = 0; i < r->drives; i++) {
    const struct run_drive *d = r->drive + i;
    json_open(j, NULL, '{');
    json_text(j, "axis", cli_axis_names[d->k.axis]);
    json_int(j, "steps", d->steps);
    json_real(j, "seconds", d->seconds);
    json_bool(j, "converged", d->converged);
    json_real(j, "remaining", d->remaining);
    json_real(j, "tau", d->tau);
    json_close(j, '}');
  }
  json_close(j, ']');
}

void run_json_tensor(struct json *j, const struct run_report *r)
{
  const struct lbm_tensor *t = r->tensor;
  const double dx = r->domain->dx, area = dx > 0 ? dx * dx : (double)NAN;
  if (!t) {
    json_text(j, "tensor", NULL);
    return;
  }
  json_open(j, "tensor", '{');
  json_open(j, "axes", '[');
  for (int i = 0; i < t->axes; i++)
    json_text(j, NULL, cli_axis_names[t->axis[i]]);
  json_close(j, ']');
  json_matrix(j, "voxel2", t, t->k, 1);
  json_matrix(j, "m2", t, t->k, area);
  json_intervals(j, r, area);
  json_matrix(j, "symmetric_voxel2", t, t->symmetric, 1);
  json_matrix(j, "symmetric_m2", t, t->symmetric, area);
  json_real(j, "asymmetry", t->asymmetry);
  json_principal(j, r);
  json_drives(j, r);
  json_close(j, '}');
}

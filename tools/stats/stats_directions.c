/* SPDX-License-Identifier: BSD-3-Clause */
/* --anisotropy: intercept lengths, their ellipsoid, and the Minkowski functionals, from one count of all cells. */
#include "stats_pores.h"

#include <math.h>

int stats_directions_make(struct stats_pores *p, struct tile_error *e)
{
  struct tile_cells c;
  tile_cells_count(&c, p->inside->bits, p->inside->mask, p->options->solid);
  if (stats_step(tile_cells_anisotropy(&p->anisotropy, &c, e)))
    return tile_fail(e, TILE_REJECTED,
                     "--anisotropy: the image has one voxel along an axis, and no cells of 2 x 2 x 2");
  tile_cells_minkowski(&p->minkowski, &c);
  return TILE_OK;
}

/* ---- text ---------------------------------------------------------------------- */

static void print_anisotropy(const struct tile_anisotropy *t)
{
  char length[REPORT_REAL], degree[REPORT_REAL];
  for (int i = 0; i < 3; i++) {
    double axis[3];
    report_trim(axis, t->axis[i], 3);
    report_line(stdout, i ? "" : "intercept length", "%s voxels along %.3g, %.3g, %.3g",
                report_real(length, 4, t->length[i]), axis[0], axis[1], axis[2]);
  }
  report_line(stdout, "degree of anisotropy", "%s", report_real(degree, 4, t->degree));
}

void stats_directions_text(const struct stats_pores *p)
{
  const struct tile_minkowski *m = &p->minkowski;
  if (!p->options->anisotropy)
    return;
  print_anisotropy(&p->anisotropy);
  report_line(stdout, "Minkowski functionals", "%lld voxels^3, the volume of the %s", (long long)m->volume,
              p->options->solid ? "solid" : "pores");
  report_line(stdout, "", "%.6g voxels^2, its surface", m->surface);
  report_line(stdout, "", "%.6g voxels, the integral of its mean curvature", m->mean_curvature);
  report_line(stdout, "", "%lld, its Euler number", (long long)m->euler);
}

/* ---- JSON ---------------------------------------------------------------------- */

static void json_reals(struct json *j, const char *key, const double *value, double scale)
{
  json_open(j, key, '[');
  for (int a = 0; a < 3; a++)
    json_real(j, NULL, scale * value[a]);
  json_close(j, ']');
}

static void json_matrix(struct json *j, const char *key, const double value[3][3])
{
  json_open(j, key, '[');
  for (int i = 0; i < 3; i++)
    json_reals(j, NULL, value[i], 1);
  json_close(j, ']');
}

static void json_lines(struct json *j, const struct tile_anisotropy *t, double dx)
{
  json_open(j, "intercepts", '[');
  for (int i = 0; i < TILE_DIRECTIONS; i++) {
    const signed char *v = tile_lines[i];
    json_open(j, NULL, '{');
    json_reals(j, "direction", (const double[]){v[0], v[1], v[2]}, 1);
    json_real(j, "length", t->intercept[i]);
    json_real(j, "length_m", t->intercept[i] * dx);
    json_close(j, '}');
  }
  json_close(j, ']');
}

static void json_anisotropy(struct json *j, const struct tile_anisotropy *t, double dx)
{
  json_open(j, "anisotropy", '{');
  json_real(j, "degree", t->degree);
  json_reals(j, "eigenvalues", t->length, 1);
  json_reals(j, "eigenvalues_m", t->length, dx);
  json_matrix(j, "eigenvectors", t->axis);
  json_matrix(j, "fabric", t->fabric);
  json_lines(j, t, dx);
  json_close(j, '}');
}

static void json_minkowski(struct json *j, const struct tile_minkowski *m, double dx)
{
  json_open(j, "minkowski", '{');
  json_int(j, "volume", m->volume);
  json_real(j, "surface", m->surface);
  json_real(j, "mean_curvature", m->mean_curvature);
  json_int(j, "euler_number", m->euler);
  json_real(j, "volume_m3", (double)m->volume * dx * dx * dx);
  json_real(j, "surface_m2", m->surface * dx * dx);
  json_real(j, "mean_curvature_m", m->mean_curvature * dx);
  json_close(j, '}');
}

void stats_directions_json(struct json *j, const struct stats_pores *p)
{
  const double dx = p->dx > 0 ? p->dx : (double)NAN;
  if (!p->options->anisotropy) {
    json_nulls(j, (const char *const[]){"anisotropy", "minkowski", NULL});
    return;
  }
  json_anisotropy(j, &p->anisotropy, dx);
  json_minkowski(j, &p->minkowski, dx);
}

/* Rows of the table of curves, whose x is empty: "intercept_length,-1 1 0,,5.25". */
void stats_directions_csv(const struct stats_pores *p)
{
  char text[REPORT_REAL];
  for (int i = 0; p->options->anisotropy && i < TILE_DIRECTIONS; i++) {
    const signed char *v = tile_lines[i];
    printf("intercept_length,%d %d %d,,%s\n", v[0], v[1], v[2], stats_cell(text, p->anisotropy.intercept[i]));
  }
}

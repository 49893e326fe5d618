/* SPDX-License-Identifier: BSD-3-Clause */
/* The numbers of a file: its cells of the table of all, and its main ones. */
#include <config.h>

#include "keys.h"
#include "loop.h"
#include "report.h"
#include "sample.h"
#include "internal_measure.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

static void fill(struct report_file *r, enum report_row row, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void fill(struct report_file *r, enum report_row row, const char *format, ...)
{
  va_list values;
  va_start(values, format);
  vsnprintf(r->report->cell[row][r->index], REPORT_CELL, format, values);
  va_end(values);
}

static void add(struct report_file *r, enum report_row row, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void add(struct report_file *r, enum report_row row, const char *format, ...)
{
  char *cell = r->report->cell[row][r->index];
  const size_t length = strlen(cell);
  va_list values;
  va_start(values, format);
  vsnprintf(cell + length, REPORT_CELL - length, format, values);
  va_end(values);
}

/* A lattice value in SI units where they are known. */
static void fill_quantity(struct report_file *r, enum report_row row, double value, enum lbm_quantity q)
{
  const double unit = lbm_unit(&r->f.units, q);
  if (!isfinite(value))
    return;
  char symbol[HTML_SYMBOL];
  if (isfinite(unit))
    fill(r, row, "%.4g %s", value * unit, html_symbol(symbol, lbm_unit_symbol(q)));
  else
    fill(r, row, "%.4g in lattice units", value);
}

/* ---- geometry ---- */

static void fill_size(struct report_file *r)
{
  const struct tile_domain *d = &r->f.domain;
  char text[TILE_REAL_TEXT], lengths[CLI_LENGTHS_TEXT];
  fill(r, ROW_GRID, "%lld × %lld × %lld", (long long)d->grid[0], (long long)d->grid[1], (long long)d->grid[2]);
  if (!(d->dx > 0)) {
    fill(r, ROW_VOXEL, "unknown");
    return;
  }
  const double size[3] = {(double)d->grid[0] * d->dx, (double)d->grid[1] * d->dx, (double)d->grid[2] * d->dx};
  fill(r, ROW_VOXEL, "%s", cli_length_text(text, d->dx));
  fill(r, ROW_SIZE, "%s", cli_lengths_text(lengths, size));
}

static void fill_chords(struct report_file *r, int axes)
{
  static const struct {
    const char *name;
    double factor;
  } units[] = {{"nm", 1e-9}, {"um", 1e-6}, {"mm", 1e-3}, {"m", 1}};
  const double dx = r->f.domain.dx, *chord = r->texture.chord, most = dx * fmax(chord[0], fmax(chord[1], chord[2]));
  int unit = 3;
  while (unit > 0 && most < units[unit].factor)
    unit--;
  for (int a = 0; a < axes; a++)
    add(r, ROW_CHORD, "%s%.4g", a ? ", " : "", dx > 0 ? chord[a] * dx / units[unit].factor : chord[a]);
  add(r, ROW_CHORD, " %s", dx > 0 ? units[unit].name : "voxels");
}

/* Of a vessel the share of its box says nothing. */
static void add_pores(const struct report_file *r, double surface)
{
  const double dx = r->f.domain.dx;
  struct report *to = r->report;
  if (report_has_openings(r)) {
    report_result(to, QUANTITY_VOLUME, "", dx > 0 ? (double)r->measure.nonsolid * dx * dx * dx : (double)NAN,
                  (double)NAN, "m3");
    return;
  }
  const int64_t inside = r->f.domain.inside;
  const char *box = inside ? REPORT_BOX : "";
  report_result(to, QUANTITY_POROSITY, box, 100 * r->measure.porosity, (double)NAN, "%");
  if (inside)
    report_result(to, QUANTITY_POROSITY, REPORT_INSIDE, 100 * (double)r->measure.nonsolid / (double)inside, (double)NAN,
                  "%");
  report_result(to, QUANTITY_SURFACE, box, dx > 0 ? surface / dx : surface, (double)NAN, dx > 0 ? "1/m" : "1/voxel");
}

static void fill_pores(struct report_file *r)
{
  const struct tile_measure *m = &r->measure;
  const struct tile_texture *t = &r->texture;
  const double dx = r->f.domain.dx,
               surface = tile_area_of_face(r->f.domain.grid) * (double)t->surface / (double)m->nodes;
  const int axes = r->f.domain.grid[2] == 1 ? 2 : 3;
  add_pores(r, surface);
  fill(r, ROW_POROSITY, "%.4g %%", 100 * m->porosity);
  fill(r, ROW_SURFACE, dx > 0 ? "%.4g mm⁻¹" : "%.4g per voxel", dx > 0 ? 1e-3 * surface / dx : surface);
  fill_chords(r, axes);
  fill(r, ROW_COMPONENTS, "%lld", (long long)m->components);
  for (int a = 0; a < axes; a++)
    if (m->percolates[a])
      add(r, ROW_PERCOLATES, "%s%s", *r->report->cell[ROW_PERCOLATES][r->index] ? ", " : "", cli_axis_names[a]);
  if (!*r->report->cell[ROW_PERCOLATES][r->index] && !report_has_openings(r))
    fill(r, ROW_PERCOLATES, "no axis");
}

/* The mean over the nodes, of the values of tessera-stats --thickness. */
static void fill_radius(struct report_file *r)
{
  const struct node_values *v = &r->f.values;
  const int column = node_values_find(v, "thickness");
  char text[TILE_REAL_TEXT];
  double sum = 0, count = 0;
  if (column < 0 || strcmp(v->value[column].unit, "voxel"))
    return;
  for (size_t i = 0; i < v->begin[v->domain->tiles]; i++)
    if (isfinite(v->column[column][i])) {
      sum += (double)v->column[column][i];
      count++;
    }
  const bool si = r->f.domain.dx > 0;
  const double mean = sum / count * (si ? r->f.domain.dx : 1);
  report_result(r->report, QUANTITY_RADIUS, "", mean, (double)NAN, si ? "m" : "voxel");
  if (count > 0 && si)
    fill(r, ROW_RADIUS, "%s", cli_length_text(text, mean));
  else if (count > 0)
    fill(r, ROW_RADIUS, "%.4g voxels", mean);
}

/* "x=0.25,1e-06 z=0.5,1e-06" of tessera-run --diffusion, and the keys with intervals, which earlier files lack. */
static void fill_diffusivity(struct report_file *r)
{
  const struct tile_header *h = &r->f.domain.header;
  const char *at = tile_header_get(h, "diffusion"), *between = "";
  char part[REPORT_PART], text[REPORT_MEASURE];
  double value, bound;
  int length;
  for (char axis; at && sscanf(at, "%c=%lf,%lf%n", &axis, &value, &bound, &length) == 3; between = "; ") {
    struct cli_result is = cli_result_about(value, (double)NAN, ""),
                      tau = cli_result_under(r->measure.porosity, &is, "");
    cli_result_get(h, CLI_DIFFUSION_KEY, axis - 'x', &is);
    cli_result_get(h, CLI_TORTUOSITY_KEY, axis - 'x', &tau);
    const struct cli_result formation = cli_result_under(1, &is, "");
    add(r, ROW_DIFFUSIVITY, "%s%c: %s", between, axis, report_measure(text, value, &is, ""));
    report_along(part, (const char[]){axis, 0});
    report_interval(r->report, QUANTITY_DIFFUSIVITY, part, value, &is, "");
    report_interval(r->report, QUANTITY_TORTUOSITY_FACTOR, part, tau.value * is.value / value, &tau, "");
    report_interval(r->report, QUANTITY_FORMATION, part, 1 / value, &formation, "");
    at += length;
    at += *at == ' ';
  }
}

/* ---- permeability ---- */

static void fill_permeability(struct report_file *r, enum report_row row, enum report_quantity of,
                              const struct lbm_permeability *k, const struct cli_result *is)
{
  char darcy[TILE_REAL_TEXT], part[REPORT_PART], text[REPORT_MEASURE];
  const bool si = isfinite(k->m2);
  const double plain = si ? k->m2 : k->voxel2;
  if (!isfinite(plain))
    return;
  report_interval(r->report, of, report_along(part, cli_axis_names[k->axis]), plain, is, si ? "m2" : "voxel2");
  fill(r, row, "%s: %s", cli_axis_names[k->axis], report_measure(text, plain, is, si ? "m²" : "voxel²"));
  if (si)
    add(r, row, " = %s", cli_darcy_text(darcy, (cli_has_interval(is) ? is->value : plain) / LBM_DARCY));
}

static void add_node(void *self, const int64_t at[3], const double value[FIELDS])
{
  lbm_region_add(self, at, value);
}

/* That of --refine, as the file has it. */
static struct cli_result interval_of(const struct tile_domain *d, const struct lbm_permeability *k)
{
  struct cli_result is = cli_result_about((double)NAN, (double)NAN, "");
  cli_result_get(&d->header, CLI_PERMEABILITY_KEY, k->axis, &is);
  return cli_result_in_m2(&is, d->dx);
}

static void fill_permeabilities(struct report_file *r)
{
  const struct tile_domain *d = &r->f.domain;
  if (!r->driven)
    return;
  const double superficial = r->total.velocity[r->drive.axis];
  const struct lbm_permeability k = lbm_permeability_of(&r->drive, superficial, d->dx);
  const struct lbm_permeability inside = lbm_permeability_inside(&k, d);
  struct lbm_region region = lbm_sample_region(d, r->drive.axis);
  if (lbm_has_layers(d))
    fields_visit(&r->f, add_node, &region);
  const struct lbm_permeability sample = lbm_permeability_sample(&r->drive, &region, d);
  const struct cli_result none = cli_result_about((double)NAN, (double)NAN, ""), is = interval_of(d, &k),
                          is_inside = cli_result_times(&is, inside.voxel2 / k.voxel2, "");
  fill_permeability(r, ROW_PERMEABILITY, QUANTITY_PERMEABILITY, &k, &is);
  fill_permeability(r, ROW_INSIDE, QUANTITY_INSIDE, &inside, &is_inside);
  fill_permeability(r, ROW_SAMPLE, QUANTITY_SAMPLE, &sample, &none);
  fill_quantity(r, ROW_VELOCITY, superficial, LBM_VELOCITY);
  const double reynolds = fabs(superficial) * sqrt(fabs(k.voxel2)) / r->drive.viscosity;
  if (isfinite(reynolds))
    fill(r, ROW_REYNOLDS, "%.3g", reynolds);
}

/* ---- the run ---- */

static void add_key(struct report_file *r, enum lbm_key key)
{
  const char *text = lbm_key_text(&r->f.domain, key);
  if (text)
    add(r, ROW_METHOD, "%s%.40s", *r->report->cell[ROW_METHOD][r->index] ? ", " : "", text);
}

/* A file does not say whether its samples are of time steps, whose bound this is, or of cycles (steady.h), which end with
 * another one; the report of the run states it. */
double report_remaining(const struct report_file *r, const struct lbm_parameters *p)
{
  const bool cycles = r->driven && p->setup.equilibrium == LBM_STOKES;
  return cycles ? (double)INFINITY : lbm_flow_remaining(p);
}

static void fill_run(struct report_file *r, const struct lbm_parameters *p)
{
  const struct probe_run run = probe_run_of(&r->f);
  static const enum lbm_key method[] = {LBM_KEY_LATTICE, LBM_KEY_COLLISION, LBM_KEY_EQUILIBRIUM, LBM_KEY_PRECISION};
  for (size_t i = 0; i < sizeof method / sizeof *method; i++)
    add_key(r, method[i]);
  if (isfinite(run.tau))
    add(r, ROW_METHOD, ", tau %.4g", run.tau);
  fill_quantity(r, ROW_SPEED, r->total.speed[2], LBM_VELOCITY);
  fill_quantity(r, ROW_VISCOSITY, run.viscosity, LBM_VISCOSITY);
  if (isfinite(r->total.speed[2]))
    fill(r, ROW_MACH, "%.3g", lbm_mach(r->total.speed[2]));
  if (isfinite(r->total.tortuosity))
    fill(r, ROW_TORTUOSITY, "%.4g along %s", r->total.tortuosity, cli_axis_names[r->total.along]);
  if (isfinite(run.step))
    fill(r, ROW_STEPS, "%.0f", run.step);
  report_beat_summary(r->report->cell[ROW_BEATS][r->index], REPORT_CELL, p);
  if (run.converged && !*r->report->cell[ROW_BEATS][r->index])
    fill(r, ROW_CONVERGED, "%s", run.converged);
  const double remaining = report_remaining(r, p);
  if (isfinite(remaining))
    fill(r, ROW_REMAINING, "%.2g", remaining);
}

int report_summary(struct report_file *r, struct tile_error *e)
{
  struct lbm_parameters p;
  fill_size(r);
  fill_pores(r);
  fill_radius(r);
  fill_diffusivity(r);
  if (!r->f.flow)
    return 0;
  fill_permeabilities(r);
  const int code = lbm_parameters_read(&p, &r->f.domain, e);
  if (!code)
    fill_run(r, &p);
  lbm_parameters_free(&p);
  return code;
}

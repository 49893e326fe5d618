/* SPDX-License-Identifier: BSD-3-Clause */
/* Flux through layers, convergence, and flux through openings. */
#include <config.h>

#include "flow_report.h"
#include "report.h"

#include <math.h>
#include <stdlib.h>

/* ---- flux over layers: layers that are neighbours share a point where there are many ---- */

enum { POINTS = 400 };

struct sums {
  int axis;
  double *flux;
};

static void add(void *self, const int64_t at[3], const double value[FIELDS])
{
  const struct sums *s = self;
  s->flux[at[s->axis]] += value[FIELD_UX + s->axis];
}

static double spread_of(const double *flux, int64_t count)
{
  double least = INFINITY, most = -INFINITY, mean = 0;
  for (int64_t i = 0; i < count; i++) {
    least = fmin(least, flux[i]);
    most = fmax(most, flux[i]);
    mean += flux[i] / (double)count;
  }
  return (most - least) / fabs(mean);
}

/* Relative to their mean, so that they can be read and compared in any units. */
static int draw_flux(const struct report_file *r, int axis, const double *x, const double *flux, int points,
                     struct tile_error *e)
{
  const double dx = r->f.domain.dx;
  char title[64], note[96];
  snprintf(title, sizeof title, "Flux through layers across %s", cli_axis_names[axis]);
  snprintf(note, sizeof note, "largest less least: %.3g %% of the mean", 100 * r->flux_spread);
  return report_chart(r->report,
                      &(struct html_chart){.title = title,
                                           .note = r->driven && isfinite(r->flux_spread) ? note : NULL,
                                           .x_zero = true,
                                           .x_name = "Position",
                                           .x_unit = dx > 0 ? "m" : "voxels",
                                           .y_name = "Flux, relative to the mean",
                                           .y_unit = "%",
                                           .from_zero = true,
                                           .curves = 1,
                                           .curve = {{"", points, x, flux}}},
                      e);
}

/* Replaces the fluxes by the means of layers that share a point. */
static int make_points(double *x, double *flux, int64_t count, double length)
{
  const int64_t together = (count + POINTS - 1) / POINTS;
  int points = 0;
  double mean = 0;
  for (int64_t k = 0; k < count; k++)
    mean += flux[k] / (double)count;
  for (int64_t begin = 0; begin < count; begin += together, points++) {
    const int64_t end = begin + together < count ? begin + together : count;
    double sum = 0;
    for (int64_t k = begin; k < end; k++)
      sum += flux[k];
    x[points] = 0.5 * (double)(begin + end) * length;
    flux[points] = 100 * sum / (double)(end - begin) / fabs(mean);
  }
  return points;
}

static int put_flux(struct report_file *r, struct tile_error *e)
{
  const int axis = r->driven ? r->drive.axis : r->total.along;
  const int64_t count = axis < 0 || report_has_openings(r) ? 0 : r->f.domain.grid[axis];
  if (count < 2 || count > PROBE_ROWS_LIMIT)
    return 0;
  const double length = r->f.domain.dx > 0 ? r->f.domain.dx : 1;
  double *x = tile_alloc((size_t)count, 2 * sizeof *x), *flux = x ? x + count : NULL;
  if (!x)
    return tile_fail_memory(e, (size_t)count * 2 * sizeof *x, "a chart");
  fields_visit(&r->f, add, &(struct sums){axis, flux});
  r->flux_spread = spread_of(flux, count);
  const int code = draw_flux(r, axis, x, flux, make_points(x, flux, count, length), e);
  free(x);
  return code;
}

/* ---- convergence ---- */

static int draw_samples(const struct report_file *r, const struct lbm_series *s, struct tile_error *e)
{
  double x[LBM_SAMPLES], y[LBM_SAMPLES];
  const double last = s->count ? s->sample[s->count - 1].value : 0;
  if (s->count < 2 || last == 0)
    return 0;
  for (int i = 0; i < s->count; i++) {
    x[i] = i + 1 - s->count;
    y[i] = 100 * (s->sample[i].value / last - 1);
  }
  return report_chart(r->report,
                      &(struct html_chart){.title = "Convergence",
                                           .note = "the last samples that the file keeps",
                                           .x_name = "Samples before the end",
                                           .x_unit = "",
                                           .y_name = "Mean flow less that of the end",
                                           .y_unit = "%",
                                           .from_zero = true,
                                           .curves = 1,
                                           .curve = {{"", s->count, x, y}}},
                      e);
}

static int put_convergence(struct report_file *r, struct tile_error *e)
{
  struct lbm_parameters p;
  int code = lbm_parameters_read(&p, &r->f.domain, e);
  if (!code)
    code = draw_samples(r, &p.series, e);
  lbm_parameters_free(&p);
  return code;
}

/* ---- flux through openings ---- */

static void put_row(FILE *out, const struct cli_flux *f, double unit, double inflow)
{
  char flux[REPORT_REAL], share[REPORT_REAL];
  fputs("<tr><th>", out);
  html_text(out, f->patch);
  fputs("</th><td>", out);
  html_value(out, report_real(flux, 5, f->flux * unit));
  fprintf(out, "</td><td>%s</td></tr>\n", inflow > 0 ? report_fixed(share, 2, 100 * f->flux / inflow) : "–");
}

/* Where it could be that of another file. */
static void put_name(const struct report_file *r, FILE *out)
{
  if (r->report->files < 2)
    return;
  fputs("<small>", out);
  html_text(out, r->name);
  fputs("</small>", out);
}

/* What flows in, of a vessel. */
static void add_inflow(const struct report_file *r, const struct cli_fluxes *f)
{
  for (size_t i = 0; i < f->count && isfinite(f->unit) && report_has_openings(r); i++) {
    char part[REPORT_PART];
    snprintf(part, sizeof part, "at %.30s", f->of[i].patch);
    report_result(r->report, QUANTITY_INFLOW, part, f->of[i].flux * f->unit, (double)NAN, "m3/s");
  }
}

static int put_patches(struct report_file *r, struct tile_error *e)
{
  struct cli_fluxes f = {0};
  FILE *out = r->report->piece[PIECE_CURVES].to;
  if (!r->walls.flow || r->walls.averages || !r->f.domain.patches)
    return 0;
  const int code = flow_report_fluxes(&f, &r->walls.incoming, &r->f.domain, &r->f.units, e);
  if (!code) {
    add_inflow(r, &f);
    const bool si = isfinite(f.unit);
    const double unit = si ? 1e6 * f.unit : 1;
    fputs("<figure><figcaption>Flux through openings", out);
    put_name(r, out);
    fprintf(out,
            "</figcaption>\n<div class=\"scroll\"><table><thead><tr><th>Opening</th><th>Flux inwards (%s)</th>"
            "<th>Share of the inflow (%%)</th></tr></thead><tbody>\n",
            si ? "mL/s" : "lattice units");
    for (size_t i = 0; i < f.count; i++)
      put_row(out, f.of + i, unit, f.inflow);
    if (f.walls.links)
      put_row(out, &f.walls, unit, f.inflow);
    fputs("</tbody></table></div></figure>\n", out);
  }
  free(f.of);
  return code;
}

int report_flow(struct report_file *r, struct tile_error *e)
{
  if (!r->f.flow || !r->measure.nonsolid)
    return 0;
  return put_flux(r, e) || put_convergence(r, e) || put_patches(r, e) ? e->code : 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* A flow over beats: pressure and flow of the openings over the last one, and what the wall feels. */
#include <config.h>

#include "beat.h"
#include "beats.h"
#include "keys.h"
#include "report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double change_much = 0.01; /* from beat to beat */

/* ---- curves ----------------------------------------------------------------- */

/* The curves of a chart: those of some openings, one of the two columns each. */
static int draw(struct report *r, const struct beat_curves *c, enum beat_column column, int first, int count,
                const double *x, double *y, struct tile_error *e)
{
  static const char *const name[BEAT_COLUMNS] = {"Pressure", "Flow inwards"}, *const unit[BEAT_COLUMNS] = {"Pa",
                                                                                                           "mL/s"};
  const struct table *t = &c->table;
  const bool known = strchr(t->columns[beat_curves_column(first, column)].title, '(') &&
                     !strstr(t->columns[beat_curves_column(first, column)].title, "lattice");
  struct html_chart chart = {.title = column == BEAT_FLOW ? "Flow over the beat" : "Pressure over the beat",
                             .x_name = "Time",
                             .x_unit = strcmp(t->columns[0].key, "time_s") ? "steps" : "s",
                             .y_name = name[column],
                             .y_unit = known ? unit[column] : "lattice units",
                             .x_zero = true,
                             .from_zero = column == BEAT_FLOW,
                             .curves = count};
  for (int i = 0; i < count; i++) {
    double *at = y + (size_t)i * t->rows;
    for (size_t row = 0; row < t->rows; row++)
      at[row] = t->value[row * t->width + beat_curves_column(first + i, column)];
    chart.curve[i] = (struct html_curve){c->opening[first + i], (int)t->rows, x, at};
  }
  return report_chart(r, &chart, e);
}

static int draw_all(const struct report_file *r, const struct beat_curves *c, struct tile_error *e)
{
  const struct table *t = &c->table;
  double *x = tile_alloc((1 + HTML_CURVES) * t->rows, sizeof *x);
  int code = 0;
  if (!x)
    return tile_fail_memory(e, (1 + HTML_CURVES) * t->rows * sizeof *x, "charts");
  for (size_t row = 0; row < t->rows; row++)
    x[row] = t->value[row * t->width];
  for (enum beat_column column = 0; column < BEAT_COLUMNS; column++)
    for (int first = 0; first < c->openings && !code; first += HTML_CURVES)
      code = draw(r->report, c, column, first, c->openings - first < HTML_CURVES ? c->openings - first : HTML_CURVES, x,
                  x + t->rows, e);
  free(x);
  return code;
}

/* The final flow and the averages of a run have the same curves. */
static bool are_new(const struct report_file *r)
{
  const char *text = lbm_key_text(&r->f.domain, LBM_KEY_BEAT_CURVES);
  char **shown = &r->report->curves;
  if (!text || (*shown && !strcmp(*shown, text)))
    return false;
  free(*shown);
  *shown = strdup(text);
  return true;
}

static int put_curves(const struct report_file *r, struct tile_error *e)
{
  struct beat_curves c;
  if (!are_new(r))
    return 0;
  const int code = beat_curves_make(&c, &r->f, e) || draw_all(r, &c, e) ? e->code : 0;
  beat_curves_free(&c);
  return code;
}

/* ---- the wall ------------------------------------------------------------------ */

static void put_row(FILE *out, const struct wall_value *v)
{
  static const int columns[] = {PROBE_WALL_MEAN, PROBE_WALL_P5, PROBE_WALL_P50, PROBE_WALL_P95};
  char text[REPORT_REAL], symbol[HTML_SYMBOL], name[REPORT_PART];
  const bool unit = strcmp(v->value->unit, "1") != 0;
  fputs("<tr><th>", out);
  report_term(out, report_name(name, v->value->name));
  fprintf(out, "%s%s%s</th>", unit ? " (" : "", unit ? html_symbol(symbol, v->value->unit) : "", unit ? ")" : "");
  for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
    fputs("<td>", out);
    html_value(out, report_real(text, 4, v->of[columns[i]]));
    fputs("</td>", out);
  }
  fprintf(out, "<td>%.3g</td></tr>\n", 100 * v->share);
}

/* The main numbers of the wall. */
static void add_wall(const struct report_file *r, const struct wall_value *v)
{
  static const struct {
    const char *name;
    enum report_quantity mean, most;
  } rows[] = {{"tawss", QUANTITY_TAWSS, QUANTITY_TAWSS_MOST}, {"osi", QUANTITY_OSI, REPORT_QUANTITIES}};
  const char *unit = strcmp(v->value->unit, "1") ? v->value->unit : "";
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (strcmp(rows[i].name, v->value->name) == 0) {
      report_result(r->report, rows[i].mean, "", v->of[PROBE_WALL_MEAN], (double)NAN, unit);
      if (rows[i].most < REPORT_QUANTITIES)
        report_result(r->report, rows[i].most, "", v->of[PROBE_WALL_LARGEST], (double)NAN, unit);
    }
}

static int put_indices(const struct report_file *r, struct tile_error *e)
{
  struct wall_value value[TILE_VALUES_LIMIT];
  FILE *out = r->report->piece[PIECE_CURVES].to;
  double area;
  if (!r->walls.averages || !r->walls.nodes.count)
    return 0;
  if (wall_values_find(value, &area, &r->walls, &r->f, e))
    return e->code;
  fputs("<figure><figcaption>The wall over the beat<small>", out);
  html_text(out, r->report->files > 1 ? r->name : "");
  fputs(r->report->files > 1 ? ", weighted by area" : "weighted by area", out);
  fputs(
      "</small></figcaption>\n<div class=\"scroll\"><table><thead><tr><th>Value</th><th>Mean</th><th>5 %</th><th>Median"
      "</th><th>95 %</th><th>Known on (%)</th></tr></thead><tbody>\n",
      out);
  for (int i = 0; i < r->f.values.count; i++)
    if (value[i].share > 0) {
      put_row(out, value + i);
      add_wall(r, value + i);
    }
  fputs("</tbody></table></div></figure>\n", out);
  return 0;
}

int report_beat(struct report_file *r, struct tile_error *e)
{
  return r->f.flow && (put_curves(r, e) || put_indices(r, e)) ? e->code : 0;
}

/* ---- warnings -------------------------------------------------------------------- */

static void warn_of(struct report_file *r, const struct lbm_parameters *p)
{
  const struct lbm_beat_record *b = &p->beat;
  const int patches = r->f.domain.patches;
  const double change = lbm_beat_record_change(b), memory = lbm_beat_memory(p, patches),
               remaining = lbm_beat_remaining(p, patches);
  if (b->taken < LBM_BEAT_SAMPLES)
    report_warn(r, "a part of a beat", "the last beat is not complete: %d of %d samples", b->taken, LBM_BEAT_SAMPLES);
  if (!p->converged && !isfinite(change))
    report_warn(r, NULL, "there is no beat before the last one: whether they are alike is not known");
  else if (!p->converged && change > change_much)
    report_warn(r, "not periodic",
                "the beats are not alike yet: from the one before to the last pressures change by %.2g, flows by %.2g, "
                "TAWSS by %.2g",
                b->change[LBM_CHANGE_PRESSURE], b->change[LBM_CHANGE_FLOW], b->change[LBM_CHANGE_SHEAR]);
  if (isfinite(remaining) ? remaining > change_much && remaining > change : memory > (double)p->step)
    report_warn(r, "an outlet settles", "an outlet settles with the time R C = %.3g beats, and %.3g beats were run",
                memory / p->period, (double)p->step / p->period);
}

static bool has_beats(const struct lbm_parameters *p)
{
  return p->beat.taken && p->beat.curve[LBM_THIS_BEAT];
}

void report_beat_summary(char *text, size_t size, const struct lbm_parameters *p)
{
  const double *change = p->beat.change;
  char differs[120] = "";
  *text = 0;
  if (!has_beats(p))
    return;
  if (isfinite(lbm_beat_record_change(&p->beat)))
    snprintf(differs, sizeof differs, "; change of pressure %.2g %%, flow %.2g %%, TAWSS %.2g %%",
             100 * change[LBM_CHANGE_PRESSURE], 100 * change[LBM_CHANGE_FLOW], 100 * change[LBM_CHANGE_SHEAR]);
  snprintf(text, size, "%lld%s%s", (long long)p->beat.beats, differs, p->converged ? "; periodic" : "");
}

bool report_beat_warnings(struct report_file *r)
{
  struct lbm_parameters p;
  struct tile_error e;
  const bool beats = !lbm_parameters_read(&p, &r->f.domain, &e) && has_beats(&p);
  if (beats)
    warn_of(r, &p);
  lbm_parameters_free(&p);
  return beats;
}

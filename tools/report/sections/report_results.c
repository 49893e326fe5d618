/* SPDX-License-Identifier: BSD-3-Clause */
/* The main numbers: a row for each, a column for each sample or way of computing. */
#include <config.h>

#include "report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void report_digest(struct report_source *s, const char *digest)
{
  for (int i = 0; i < REPORT_DIGESTS && *digest; i++)
    if (!*s->digest[i] || strcmp(s->digest[i], digest) == 0) {
      snprintf(s->digest[i], sizeof *s->digest, "%s", digest);
      return;
    }
}

static struct report_result *find(struct report_source *s, enum report_quantity of, const char *part)
{
  for (int i = 0; i < s->results; i++)
    if (s->result[i].of == of && strcmp(s->result[i].part, part) == 0)
      return s->result + i;
  return NULL;
}

void report_result(struct report *r, enum report_quantity of, const char *part, double value, double error,
                   const char *unit)
{
  const struct cli_result is = cli_result_about(value, error, "");
  report_interval(r, of, part, value, &is, unit);
}

void report_interval(struct report *r, enum report_quantity of, const char *part, double plain,
                     const struct cli_result *is, const char *unit)
{
  struct report_source *s = r->source + r->now;
  if (!isfinite(plain) || s->results == REPORT_RESULTS || find(s, of, part))
    return;
  struct report_result *to = s->result + s->results++;
  *to = (struct report_result){.of = of, .plain = plain, .is = *is};
  if (!cli_has_interval(is))
    to->is = cli_result_about(plain, (double)NAN, "");
  snprintf(to->part, sizeof to->part, "%s", part);
  snprintf(to->unit, sizeof to->unit, "%s", unit);
}

/* Half of the interval where its middle is the value. */
static double error_of(const struct cli_result *r)
{
  const double above = r->high - r->value;
  return fabs(r->value - r->low - above) <= 1e-9 * above ? above : (double)NAN;
}

char *report_measure(char text[REPORT_MEASURE], double plain, const struct cli_result *is, const char *unit)
{
  const double error = error_of(is);
  const char *between = *unit ? " " : "";
  if (!cli_has_interval(is))
    snprintf(text, REPORT_MEASURE, "%.4g%s%s", plain, between, unit);
  else if (isfinite(error))
    snprintf(text, REPORT_MEASURE, "%.4g ± %.2g%s%s (%.2g %%)", is->value, error, between, unit,
             100 * fabs(error / is->value));
  else
    snprintf(text, REPORT_MEASURE, "%.4g (%.4g to %.4g)%s%s", is->value, is->low, is->high, between, unit);
  return text;
}

char *report_along(char text[REPORT_PART], const char *axis)
{
  snprintf(text, REPORT_PART, "%s%.30s", *axis ? "along " : "", axis);
  return text;
}

/* ---- columns ---- */

static bool near(const struct report_result *a, const struct report_result *b, double much)
{
  return strcmp(a->unit, b->unit) == 0 && fabs(a->plain - b->plain) <= much * fmax(fabs(a->plain), fabs(b->plain));
}

/* Two files of one flow have its numbers to the last digits; those of fp32 are rounded when they are written. */
static bool contradict(const struct report_source *a, struct report_source *b)
{
  for (int i = 0; i < a->results; i++) {
    const struct report_result *other = find(b, a->result[i].of, a->result[i].part);
    if (other && strcmp(other->unit, a->result[i].unit) == 0 && !near(a->result + i, other, 1e-6))
      return true;
  }
  return false;
}

static bool share_digest(const struct report_source *a, const struct report_source *b)
{
  for (int i = 0; i < REPORT_DIGESTS && *a->digest[i]; i++)
    for (int k = 0; k < REPORT_DIGESTS && *b->digest[k]; k++)
      if (strcmp(a->digest[i], b->digest[k]) == 0)
        return true;
  return false;
}

static bool share_result(const struct report_source *a, struct report_source *b)
{
  for (int i = 0; i < a->results; i++) {
    const struct report_result *other = find(b, a->result[i].of, a->result[i].part);
    if (a->result[i].of < QUANTITY_POROSITY && other && near(a->result + i, other, 1e-9))
      return true;
  }
  return false;
}

static bool same_sample(const struct report_source *a, struct report_source *b)
{
  return (a->geometry && a->geometry == b->geometry) || share_digest(a, b) || share_result(a, b);
}

static bool joins(struct report *r, const struct report_source *s, int column)
{
  bool same = false;
  for (int i = 0; i < r->sources; i++) {
    struct report_source *other = r->source + i;
    if (other->column != column || other == s)
      continue;
    if (contradict(s, other))
      return false;
    same = same || same_sample(s, other);
  }
  return same;
}

static int compare(const void *a, const void *b)
{
  const struct report_result *x = a, *y = b;
  return x->of != y->of ? (int)x->of - (int)y->of : strcmp(x->part, y->part);
}

void report_columns_make(struct report *r)
{
  for (int i = 0; i < r->sources; i++)
    r->source[i].column = -1;
  for (int i = 0; i < r->sources; i++) {
    struct report_source *s = r->source + i;
    int column = 0;
    qsort(s->result, (size_t)s->results, sizeof *s->result, compare);
    while (column < r->columns && !joins(r, s, column))
      column++;
    if (column == r->columns && !s->results)
      continue;
    s->column = column;
    r->columns = column == r->columns ? column + 1 : r->columns;
  }
}

const char *report_column_name(const struct report *r, int column)
{
  if (r->sample.count > 1 && (size_t)column < r->sample.count)
    return r->sample.value[column];
  for (int i = 0; i < r->sources; i++)
    if (r->source[i].column == column)
      return r->source[i].name;
  return "";
}

/* ---- the table ---- */

/* The number of a column, of two that which has an interval. */
static const struct report_result *cell(const struct report *r, const struct report_result *row, int column)
{
  const struct report_result *found = NULL;
  for (int i = 0; i < r->sources; i++) {
    const struct report_result *at =
        r->source[i].column == column ? find((struct report_source *)&r->source[i], row->of, row->part) : NULL;
    if (at && (!found || (!cli_has_interval(&found->is) && cli_has_interval(&at->is))))
      found = at;
  }
  return found;
}

/* All rows, each once, in their order. Returns how many. */
static int rows_of(const struct report *r, struct report_result row[REPORT_FILES * REPORT_RESULTS])
{
  int rows = 0, kept = 0;
  for (int i = 0; i < r->sources; i++) {
    memcpy(row + rows, r->source[i].result, (size_t)r->source[i].results * sizeof *row);
    rows += r->source[i].results;
  }
  qsort(row, (size_t)rows, sizeof *row, compare);
  for (int i = 0; i < rows; i++)
    if (!i || compare(row + i, row + i - 1) != 0)
      row[kept++] = row[i];
  return kept;
}

/* In darcy, or millidarcy where all of the row are below one. */
static void put_darcy(FILE *out, const struct report_result *v, double like)
{
  const bool small = like < LBM_DARCY;
  const double value = v->is.value / LBM_DARCY * (small ? 1e3 : 1), error = error_of(&v->is) * value / v->is.value;
  if (v->of > QUANTITY_PRINCIPAL || v->of == QUANTITY_BAND || strcmp(v->unit, "m2") != 0)
    return;
  fprintf(out, "<small>%.*f %s", html_decimals(value, error), value, small ? "mD" : "darcy");
  if (isfinite(error) && value > 0)
    fprintf(out, ", ± %.2g %%", 100 * error / value);
  fputs("</small>", out);
}

/* The ends, where they lie far apart or not equally far from the value. */
static void put_ends(FILE *out, const struct report_result *v)
{
  char text[80];
  if (v->of != QUANTITY_BAND && (!cli_has_interval(&v->is) || isfinite(error_of(&v->is))))
    return;
  snprintf(text, sizeof text, v->of == QUANTITY_BAND ? "%.3g to %.3g%s" : "%.4g to %.4g%s", v->is.low, v->is.high,
           strcmp(v->unit, "m2") == 0       ? " m²"
           : strcmp(v->unit, "voxel2") == 0 ? " voxel²"
                                            : "");
  fprintf(out, "<small data-low=\"%.10g\" data-high=\"%.10g\">", v->is.low, v->is.high);
  html_value(out, text);
  fputs("</small>", out);
}

/* What the steps of voxels make of it. */
static void put_plain(FILE *out, const struct report_result *v)
{
  char text[80];
  if (fabs(v->is.value - v->plain) <= 1e-9 * fabs(v->plain))
    return;
  snprintf(text, sizeof text, "%.4g on this grid", v->plain);
  fputs("<small>", out);
  html_value(out, text);
  fputs("</small>", out);
}

static void put_cell(FILE *out, const struct report_result *v, double like)
{
  fputs("<td>", out);
  if (!v) {
    fputs("–</td>", out);
    return;
  }
  html_amount(out, v->is.value, error_of(&v->is), v->unit, like);
  put_darcy(out, v, like);
  put_ends(out, v);
  put_plain(out, v);
  if ((v->of == QUANTITY_PERMEABILITY || v->of == QUANTITY_DIFFUSIVITY) && !cli_has_interval(&v->is))
    fputs("<small>error of the grid not known: run with --refine</small>", out);
  fputs("</td>", out);
}

/* The largest of a row. */
static double largest(const struct report *r, const struct report_result *row)
{
  double most = 0;
  for (int c = 0; c < r->columns; c++) {
    const struct report_result *v = cell(r, row, c);
    most = v ? fmax(most, fabs(v->is.value)) : most;
  }
  return most;
}

static void put_row(const struct report *r, FILE *out, const struct report_result *row, bool first)
{
  const char *name = report_quantities[row->of];
  fputs("<tr><th>", out);
  report_term(out, name);
  fputs(*row->part ? " " : "", out);
  html_text(out, row->part);
  if (first) {
    fputs("<small>", out);
    html_value(out, report_meaning(name));
    fputs("</small>", out);
  }
  fputs("</th>", out);
  for (int c = 0; c < r->columns; c++)
    put_cell(out, cell(r, row, c), largest(r, row));
  fputs("</tr>\n", out);
}

static void put_names(const struct report *r, FILE *out)
{
  fputs("<thead><tr><th></th>", out);
  for (int c = 0; c < r->columns; c++) {
    fputs("<th>", out);
    html_text(out, report_column_name(r, c));
    fputs("</th>", out);
  }
  fputs("</tr></thead>\n", out);
}

bool report_results(const struct report *r, FILE *out)
{
  struct report_result row[REPORT_FILES * REPORT_RESULTS];
  const int rows = rows_of(r, row);
  if (!rows)
    return false;
  fputs(r->columns > 1 ? "<div class=\"scroll\"><table class=\"result\">\n"
                       : "<div class=\"scroll\"><table class=\"result one\">\n",
        out);
  if (r->columns > 1)
    put_names(r, out);
  fputs("<tbody>\n", out);
  for (int i = 0; i < rows; i++)
    put_row(r, out, row + i, !i || row[i].of != row[i - 1].of);
  fputs("</tbody></table></div>\n", out);
  return true;
}

/* ---- the chart ---- */

static bool draw_intervals(const struct report *r, FILE *out, const char *unit)
{
  struct html_interval all[REPORT_FILES * REPORT_RESULTS];
  struct report_result row[REPORT_FILES * REPORT_RESULTS];
  const int rows = rows_of(r, row);
  int count = 0;
  for (int i = 0; i < rows; i++)
    for (int c = 0; c < r->columns && row[i].of <= QUANTITY_BAND; c++) {
      const struct report_result *v = cell(r, row + i, c);
      if (!v || !cli_has_interval(&v->is) || strcmp(v->unit, unit) != 0)
        continue;
      all[count] = (struct html_interval){.value = v->is.value, .error = error_of(&v->is)};
      snprintf(all[count].name, sizeof all->name, "%.36s%s%s%s", r->columns > 1 ? report_column_name(r, c) : "",
               r->columns > 1 ? " " : "", v->part, v->of == QUANTITY_BAND ? ", thresholds" : "");
      count++;
    }
  html_intervals(out, "Permeability and its error", "Permeability", unit, all, count);
  return count > 0;
}

bool report_intervals(const struct report *r, FILE *out)
{
  const bool si = draw_intervals(r, out, "m2");
  return draw_intervals(r, out, "voxel2") || si;
}

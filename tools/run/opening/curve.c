/* SPDX-License-Identifier: BSD-3-Clause */
#include "curve.h"

#include "wave.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* svSolver begins with the numbers of points and of harmonics: a first time that is a count, and greater than the next. */
static void drop_counts(struct curve_reading *r)
{
  struct curve *c = r->to;
  if (c->points < 2 || c->time[0] < 2 || c->time[0] != floor(c->time[0]) || c->value[0] != floor(c->value[0]) ||
      c->time[1] >= c->time[0])
    return;
  if (c->time[0] != c->points - 1)
    curve_refuse(r, "begins with the counts %g and %g, of points and of harmonics, and has %d points", c->time[0],
                 c->value[0], c->points - 1);
  c->points--;
  memmove(c->time, c->time + 1, (size_t)c->points * sizeof *c->time);
  memmove(c->value, c->value + 1, (size_t)c->points * sizeof *c->value);
}

static void check_points(struct curve_reading *r)
{
  const struct curve *c = r->to;
  for (int n = 0; n < c->points; n++) {
    if (!isfinite(c->time[n]) || !isfinite(c->value[n]))
      curve_refuse(r, "has a gap: point %d has no number", n + 1);
    if (n && !(c->time[n] > c->time[n - 1]))
      curve_refuse(r, "has times that do not increase: that of point %d is %g, after %g", n + 1, c->time[n],
                   c->time[n - 1]);
  }
  if (!c->points)
    curve_refuse(r, "has no line of two numbers, time and value");
  if (c->points < 3)
    curve_refuse(r, "has %d points, and a curve three or more: for a steady flow write the number in place of the file",
                 c->points);
}

/* ---- lines ----------------------------------------------------------------- */

/* Are there two columns, if commas belong to numbers? */
static bool has_decimal_commas(const char *text)
{
  int columns = 0, commas = 0;
  for (text += strspn(text, " \t;"); *text; text += strspn(text, " \t;")) {
    const size_t length = strcspn(text, " \t;");
    columns += length > 1;
    for (size_t i = 1; i + 1 < length; i++)
      commas += text[i] == ',' && isdigit((unsigned char)text[i - 1]) && isdigit((unsigned char)text[i + 1]);
    text += length;
  }
  return commas && columns <= 2;
}

static void refuse_line(const struct curve_reading *r, const char *text, int count, bool other)
{
  if (!other && count > 2 && has_decimal_commas(text))
    curve_refuse(r, "a decimal comma: write 0.5 for 0,5, as tr , . does");
  if (!other && count > 2)
    curve_refuse(r, "%d numbers: keep two columns, time and value, as awk '{ print $1, $2 }' does", count);
  curve_refuse(r, "expected two numbers, time and value%s",
               other && !r->to->points ? "; a comment stands behind #"
               : count == 1            ? ", not one"
                                       : "");
}

/* Takes the index off that pandas and R write in front: 0, 1, 2 ... or 1, 2, 3 ... below an empty head. */
static int without_index(struct curve_reading *r, double value[3], int count)
{
  if (count == 3 && r->index && (r->to->points ? value[0] == r->last_index + 1 : value[0] == 0 || value[0] == 1)) {
    r->last_index = value[0];
    memmove(value, value + 1, 2 * sizeof *value);
    return 2;
  }
  if (count && isfinite(r->last_index))
    curve_refuse(r, "expected the index %g, a time and a value", r->last_index + 1);
  return count;
}

/* The number of points, alone on the first line. */
static bool take_count(struct curve_reading *r, const double *value, int count)
{
  if (count != 1 || r->to->points || r->counted > 0 || !(value[0] >= 3 && value[0] == floor(value[0])))
    return false;
  r->counted = value[0];
  return true;
}

static void read_line(struct curve_reading *r, char *text)
{
  double value[3];
  bool other;
  char *comment = text[strspn(text, " \t")] == '%' ? text : strchr(text, '#');
  if (comment) {
    curve_units_of_comment(r, comment + strspn(comment, " \t%#"));
    *comment = 0;
  }
  const int found = curve_numbers(text, value, 3, &other), count = other ? found : without_index(r, value, found);
  if (!other && take_count(r, value, count))
    return;
  const bool pandas = !strncmp(text + strspn(text, " "), "Unnamed: 0", 10);
  if (count == 2 && !other)
    curve_add(r, value[0], value[1]);
  else if ((!count || pandas) && other && !r->to->points)
    curve_units_of_header(r, text);
  else if (count || other)
    refuse_line(r, text, count, other);
}

/* ---- files ----------------------------------------------------------------- */

void curve_read(struct curve *c, const char *set, const char *path, const int exponents[3], char *const *unit,
                int units)
{
  struct curve_reading r = {.to = c, .set = set, .path = path, .exponents = exponents, .last_index = (double)NAN};
  *c = (struct curve){0};
  char *text = curve_text(set, path), *rest = text, *line;
  for (int i = 0; i < units; i++)
    curve_name_unit(&r, unit[i]);
  if (!curve_of_coefficients(&r, text))
    while ((line = curve_next_line(&rest))) {
      r.line++;
      read_line(&r, line);
    }
  free(text);
  r.line = 0;
  if (r.counted > 0 && c->points && r.counted != c->points)
    curve_refuse(&r, "says that it has %g points, and has %d", r.counted, c->points);
  drop_counts(&r);
  check_points(&r);
  curve_need_units(&r);
}

void curve_free(struct curve *c)
{
  free(c->time);
  free(c->value);
  *c = (struct curve){0};
}

double curve_mean(const struct curve *c)
{
  return curve_mean_of(&(const struct lbm_wave){c->points, c->time, c->value});
}

double curve_mean_of(const struct lbm_wave *points)
{
  struct lbm_curve smooth;
  struct tile_error e;
  double mean, none;
  check_or_exit(lbm_curve_make(&smooth, points, &e), &e);
  lbm_curve_harmonics(&smooth, &mean, &none, 1);
  lbm_curve_free(&smooth);
  return mean;
}

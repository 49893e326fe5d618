/* SPDX-License-Identifier: BSD-3-Clause */
/* Tables of values at points and along lines. */
#include "probe.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- points and lines of the options ---- */

int probe_parse_point(struct probe_point *p, const char *text, struct tile_error *e)
{
  p->text = text;
  return cli_place(&p->place, text, e);
}

static int bad_line(struct tile_error *e)
{
  return tile_fail(e, TILE_USAGE,
                   "expected A:B:N, two points X,Y,Z in voxels or lengths, and a number of points of at least 2");
}

int probe_parse_line(struct probe_line *l, const char *text, struct tile_error *e)
{
  char copy[256], *part[3];
  int parts = 0;
  if (strlen(text) >= sizeof copy)
    return bad_line(e);
  strcpy(copy, text);
  char *rest = copy;
  for (; rest && parts < 3; parts++)
    part[parts] = strsep(&rest, ":");
  l->text = text;
  if (rest || parts < 3 || cli_place(&l->from, part[0], e) || cli_place(&l->to, part[1], e) ||
      cli_whole(&l->points, part[2], 2, INT64_MAX, e))
    return bad_line(e);
  if (l->points > PROBE_ROWS_LIMIT)
    return tile_fail(e, TILE_USAGE, "%lld points are more than the %d that can be listed: give several lines",
                     (long long)l->points, PROBE_ROWS_LIMIT);
  return 0;
}

/* ---- tables ---- */

/* Columns; after these the fields, in lattice units, and again in physical units. */
enum { DISTANCE, X, Y, Z, SOLID, VALUES, MOST = VALUES + 2 * PROBE_FIELDS };

static struct columns {
  struct table_column all[MOST];
  char key[MOST][40], title[MOST][40]; /* of the columns in physical units */
  size_t fields, count;
} columns = {.all = {[DISTANCE] = {"distance", "distance", false},
                     [X] = {"x", "x", false},
                     [Y] = {"y", "y", false},
                     [Z] = {"z", "z", false},
                     [SOLID] = {"solid", "solid", true}}};

/* "ux_m_s" and "ux (m/s)". */
static void name_physical(struct columns *c, size_t i, const struct probe_field *f)
{
  const char *symbol = probe_field_symbol(f);
  snprintf(c->title[i], sizeof c->title[i], "%s (%s)", f->name, symbol);
  snprintf(c->key[i], sizeof c->key[i], "%s_%s", f->name, symbol);
  for (char *at = c->key[i]; *at; at++)
    *at = *at == '/' ? '_' : (char)tolower((unsigned char)*at);
  c->all[i] = (struct table_column){c->key[i], c->title[i], false};
}

static void name_columns(struct columns *c, const struct fields *of)
{
  const struct probe_field *f = NULL;
  c->fields = 0;
  while ((f = probe_field_next(of, f, PROBE_IN_TABLES)))
    c->all[VALUES + c->fields++] = (struct table_column){f->name, f->name, false};
  c->count = VALUES + c->fields;
  while ((f = probe_field_next(of, f, PROBE_IN_TABLES)))
    name_physical(c, c->count++, f);
}

static void fill_flow(const struct fields *f, const double value[FIELDS], double *row)
{
  const struct probe_field *field = NULL;
  for (size_t k = 0; (field = probe_field_next(f, field, PROBE_IN_TABLES)); k++) {
    probe_field_get(field, row + VALUES + k, value);
    row[VALUES + columns.fields + k] = row[VALUES + k] * probe_field_unit(field, f);
  }
}

static void fill_row(const struct fields *f, const double at[3], double *row)
{
  double value[FIELDS];
  bool flow = fields_sample(f, at, value);
  for (size_t c = 0; c < columns.count; c++)
    row[c] = NAN;
  memcpy(row + X, at, 3 * sizeof *at);
  row[SOLID] = !flow;
  if (flow)
    fill_flow(f, value, row);
}

int probe_points(const struct fields *f, const struct cli_values *points, struct probe_report *r, struct tile_error *e)
{
  struct table t;
  name_columns(&columns, f);
  const size_t width = columns.count - X; /* tables of points have no distance and begin at the second column */
  if (table_make(&t, columns.all + X, width, points->count, e))
    return e->code;
  int status = 0;
  for (size_t i = 0; i < points->count && !status; i++) {
    struct probe_point p;
    double at[3], row[MOST];
    if ((status = probe_parse_point(&p, points->value[i], e)) ||
        (status = fields_find(at, f, &p.place, "--point", p.text, e)))
      break;
    fill_row(f, at, row);
    memcpy(t.value + i * width, row + X, width * sizeof *row);
  }
  if (!status) {
    probe_section(r, "points");
    probe_table(&t, r, "points");
  }
  table_free(&t);
  return status;
}

/* The name of an axis, with the unit. */
static const char *name_of(const struct probe_field *field, const struct fields *f, char name[80])
{
  const char *unit = isfinite(probe_field_unit(field, f)) ? probe_field_symbol(field)
                     : field->unit                        ? field->unit
                                                          : "lattice";
  snprintf(name, 80, "%s (%s)", probe_field_title(field), unit);
  return name;
}

/* Pressure, speed and the named values over the distance, in physical units where those are known. */
static int plot_line(const struct fields *f, const char *text, const struct table *t, struct plot *p,
                     struct tile_error *e)
{
  const struct probe_field *field = NULL;
  char title[256], name[80];
  snprintf(title, sizeof title, "%.*s", (int)(strrchr(text, ':') - text), text);
  for (size_t k = 0; (field = probe_field_next(f, field, PROBE_IN_TABLES)); k++) {
    const size_t column = VALUES + k + (isfinite(probe_field_unit(field, f)) ? columns.fields : 0);
    if (field->shown & PROBE_IN_PLOTS &&
        plot_add(p, title, "distance (voxels)", name_of(field, f, name), t, DISTANCE, column, e))
      return e->code;
  }
  return 0;
}

static int one_line(const struct fields *f, const char *text, struct probe_report *r, struct tile_error *e)
{
  struct table t;
  struct probe_line l;
  double from[3], to[3];
  name_columns(&columns, f);
  if (probe_parse_line(&l, text, e) || fields_find(from, f, &l.from, "--line", text, e) ||
      fields_find(to, f, &l.to, "--line", text, e) || table_make(&t, columns.all, columns.count, (size_t)l.points, e))
    return e->code;
  for (int64_t i = 0; i < l.points; i++) {
    double part = (double)i / (double)(l.points - 1), at[3], length = 0;
    for (int a = 0; a < 3; a++) {
      at[a] = from[a] + part * (to[a] - from[a]);
      length = hypot(length, to[a] - from[a]);
    }
    double *row = t.value + (size_t)i * columns.count;
    fill_row(f, at, row);
    row[DISTANCE] = part * length;
  }
  const int code = r->plot ? plot_line(f, text, &t, r->plot, e) : 0;
  if (!code) {
    probe_section(r, "line %s", text);
    probe_table(&t, r, NULL);
  }
  table_free(&t);
  return code;
}

int probe_lines(const struct fields *f, const struct cli_values *lines, struct probe_report *r, struct tile_error *e)
{
  if (r->form == PROBE_JSON)
    json_open(&r->json, "lines", '[');
  for (size_t i = 0; i < lines->count; i++)
    if (one_line(f, lines->value[i], r, e))
      return e->code;
  if (r->form == PROBE_JSON)
    json_close(&r->json, ']');
  return 0;
}

/* Values at points and along lines. */
#include "probe.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- what was asked ---- */

int probe_parse_point(struct probe_point *p, const char *text, struct tile_error *e)
{
  p->text = text;
  return cli_reals3(p->at, text, e);
}

static int bad_line(struct tile_error *e)
{
  return tile_fail(e, TILE_USAGE, "expected A:B:N, two points X,Y,Z and a number of points of at least 2");
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
  if (rest || parts < 3 || cli_reals3(l->from, part[0], e) || cli_reals3(l->to, part[1], e) ||
      cli_whole(&l->points, part[2], 2, INT64_MAX, e))
    return bad_line(e);
  if (l->points > PROBE_ROWS_LIMIT)
    return tile_fail(e, TILE_USAGE, "%lld points are more than the %d that can be listed: give several lines",
                     (long long)l->points, PROBE_ROWS_LIMIT);
  return 0;
}

static int check_inside(const struct fields *f, const double at[3], const char *option, const char *text,
                        struct tile_error *e)
{
  const int64_t *grid = f->domain.grid;
  if (fields_inside(f, at))
    return 0;
  return tile_fail(e, TILE_USAGE, "%s %s: outside the grid, whose nodes are 0 ... %lld, 0 ... %lld, 0 ... %lld", option,
                   text, (long long)grid[0] - 1, (long long)grid[1] - 1, (long long)grid[2] - 1);
}

/* ---- tables ---- */

enum {
  DISTANCE, X, Y, Z, SOLID, PRESSURE, UX, UY, UZ, SPEED, PRESSURE_PA, UX_M_S, UY_M_S, UZ_M_S, SPEED_M_S, COLUMNS
};

static const struct table_column columns[COLUMNS] = {
  [DISTANCE] = {"distance", "distance", false},
  [X] = {"x", "x", false},
  [Y] = {"y", "y", false},
  [Z] = {"z", "z", false},
  [SOLID] = {"solid", "solid", true},
  [PRESSURE] = {"pressure", "pressure", false},
  [UX] = {"ux", "ux", false},
  [UY] = {"uy", "uy", false},
  [UZ] = {"uz", "uz", false},
  [SPEED] = {"speed", "speed", false},
  [PRESSURE_PA] = {"pressure_pa", "pressure (Pa)", false},
  [UX_M_S] = {"ux_m_s", "ux (m/s)", false},
  [UY_M_S] = {"uy_m_s", "uy (m/s)", false},
  [UZ_M_S] = {"uz_m_s", "uz (m/s)", false},
  [SPEED_M_S] = {"speed_m_s", "speed (m/s)", false},
};

/* Tables of points have no distance: they begin at the second column. */
enum { POINT_COLUMNS = COLUMNS - X };

static void fill_flow(const struct fields *f, const double value[FIELDS], double *row)
{
  double velocity = lbm_unit(&f->units, LBM_VELOCITY);
  row[PRESSURE] = lbm_gauge_pressure(value[FIELD_DENSITY]);
  row[PRESSURE_PA] = row[PRESSURE] * lbm_unit(&f->units, LBM_PRESSURE);
  row[SPEED] = hypot(hypot(value[FIELD_UX], value[FIELD_UY]), value[FIELD_UZ]);
  row[SPEED_M_S] = row[SPEED] * velocity;
  for (int a = 0; a < 3; a++) {
    row[UX + a] = value[FIELD_UX + a];
    row[UX_M_S + a] = value[FIELD_UX + a] * velocity;
  }
}

static void fill_row(const struct fields *f, const double at[3], double row[COLUMNS])
{
  double value[FIELDS];
  bool flow = fields_sample(f, at, value);
  for (int c = 0; c < COLUMNS; c++)
    row[c] = NAN;
  memcpy(row + X, at, 3 * sizeof *at);
  row[SOLID] = !flow;
  if (flow)
    fill_flow(f, value, row);
}

int probe_points(const struct fields *f, const struct cli_values *points, struct probe_report *r,
                 struct tile_error *e)
{
  struct table t;
  if (table_make(&t, columns + X, POINT_COLUMNS, points->count, e))
    return e->code;
  int status = 0;
  for (size_t i = 0; i < points->count && !status; i++) {
    struct probe_point p;
    double row[COLUMNS];
    if ((status = probe_parse_point(&p, points->value[i], e)) || (status = check_inside(f, p.at, "--point", p.text, e)))
      break;
    fill_row(f, p.at, row);
    memcpy(t.value + i * POINT_COLUMNS, row + X, POINT_COLUMNS * sizeof *row);
  }
  if (!status) {
    probe_section(r, "points");
    probe_table(&t, r, "points");
  }
  table_free(&t);
  return status;
}

static int one_line(const struct fields *f, const char *text, struct probe_report *r, struct tile_error *e)
{
  struct table t;
  struct probe_line l;
  if (probe_parse_line(&l, text, e) || check_inside(f, l.from, "--line", text, e) ||
      check_inside(f, l.to, "--line", text, e) || table_make(&t, columns, COLUMNS, (size_t)l.points, e))
    return e->code;
  for (int64_t i = 0; i < l.points; i++) {
    double part = (double)i / (double)(l.points - 1), at[3], length = 0;
    for (int a = 0; a < 3; a++) {
      at[a] = l.from[a] + part * (l.to[a] - l.from[a]);
      length = hypot(length, l.to[a] - l.from[a]);
    }
    fill_row(f, at, t.value + i * COLUMNS);
    t.value[i * COLUMNS + DISTANCE] = part * length;
  }
  probe_section(r, "line %s", text);
  probe_table(&t, r, NULL);
  table_free(&t);
  return 0;
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

/* SPDX-License-Identifier: BSD-3-Clause */
/* Volume flux through every slice perpendicular to an axis. In a steady flow all are equal, so their spread is a
 * check. */
#include "probe.h"

#include <math.h>

enum { SLICE, FLUX, FLUX_M3_S, COLUMNS };

static const struct table_column columns[COLUMNS] = {
    [SLICE] = {"slice", "slice", false},
    [FLUX] = {"flux", "flux", false},
    [FLUX_M3_S] = {"flux_m3_s", "flux (m3/s)", false},
};

struct sum {
  int axis;
  struct table *table;
};

static void add(void *self, const int64_t at[3], const double value[FIELDS])
{
  struct sum *s = self;
  s->table->value[at[s->axis] * COLUMNS + FLUX] += value[FIELD_UX + s->axis];
}

struct statistics {
  double mean, least, largest, spread; /* spread: (largest - least) / |mean| */
};

static struct statistics statistics_of(const struct table *t)
{
  struct statistics s = {0, INFINITY, -INFINITY, 0};
  for (size_t row = 0; row < t->rows; row++) {
    double flux = t->value[row * COLUMNS + FLUX];
    s.mean += flux / (double)t->rows;
    s.least = fmin(s.least, flux);
    s.largest = fmax(s.largest, flux);
  }
  s.spread = (s.largest - s.least) / fabs(s.mean);
  return s;
}

static void print_text(const struct statistics *s, const struct lbm_units *u, struct probe_report *r)
{
  char spread[REPORT_REAL];
  probe_quantity(r, "mean", s->mean, u, LBM_FLUX);
  probe_quantity(r, "least", s->least, u, LBM_FLUX);
  probe_quantity(r, "largest", s->largest, u, LBM_FLUX);
  report_line(r->out, "relative spread", "%s", report_real(spread, 3, s->spread));
}

static void print_json(const struct statistics *s, double unit, int axis, const struct table *t, struct json *j)
{
  json_open(j, "flux", '{');
  json_text(j, "axis", cli_axis_names[axis]);
  json_real(j, "mean", s->mean);
  json_real(j, "min", s->least);
  json_real(j, "max", s->largest);
  json_real(j, "spread", s->spread);
  json_real(j, "mean_m3_s", s->mean * unit);
  table_json(t, j, "slices");
  json_close(j, '}');
}

static const char *title_of(int axis, bool capital)
{
  static const char *const titles[][2] = {
      {"flux along x", "Flux along x"}, {"flux along y", "Flux along y"}, {"flux along z", "Flux along z"}};
  return titles[axis][capital];
}

int probe_flux(const struct fields *f, int axis, struct probe_report *r, struct tile_error *e)
{
  struct table t;
  double unit = lbm_unit(&f->units, LBM_FLUX);
  if (f->domain.grid[axis] > PROBE_ROWS_LIMIT)
    return tile_fail(e, TILE_FAILED, "--flux %c: %lld slices are more than the %d that can be listed", "xyz"[axis],
                     (long long)f -> domain.grid[axis], PROBE_ROWS_LIMIT);
  if (table_make(&t, columns, COLUMNS, (size_t)f->domain.grid[axis], e))
    return e->code;
  fields_visit(f, add, &(struct sum){axis, &t});
  for (size_t row = 0; row < t.rows; row++) {
    t.value[row * COLUMNS + SLICE] = (double)row;
    t.value[row * COLUMNS + FLUX_M3_S] = t.value[row * COLUMNS + FLUX] * unit;
  }
  if (r->plot && plot_add(r->plot, title_of(axis, true), "slice", isfinite(unit) ? "flux (m3/s)" : "flux (lattice)", &t,
                          SLICE, isfinite(unit) ? FLUX_M3_S : FLUX, e)) {
    table_free(&t);
    return e->code;
  }
  struct statistics s = statistics_of(&t);
  probe_section(r, "%s", title_of(axis, false));
  if (r->form == PROBE_JSON)
    print_json(&s, unit, axis, &t, &r->json);
  else
    probe_table(&t, r, NULL);
  if (r->form == PROBE_TEXT)
    print_text(&s, &f->units, r);
  table_free(&t);
  return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* --section: cuts through a vessel, and how their pressures differ. */
#include "probe_cut.h"
#include "numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  X,
  NORMAL = X + 3,
  AREA = NORMAL + 3,
  FLOW,
  SPEED,
  PRESSURE,
  LEAST,
  MOST,
  DROP, /* the pressure of the first section less this one */
  SI,   /* these values, from AREA on, in SI units */
  MMHG = SI + DROP - AREA + 1,
  DROP_MMHG,
  RATIO,
  COLUMNS
};

static const struct table_column columns[COLUMNS] = {
    {"x", "x", false},
    {"y", "y", false},
    {"z", "z", false},
    {"normal_x", "nx", false},
    {"normal_y", "ny", false},
    {"normal_z", "nz", false},
    {"area", "area", false},
    {"flow", "flow", false},
    {"speed_max", "speed, largest", false},
    {"pressure", "pressure", false},
    {"pressure_min", "least", false},
    {"pressure_max", "largest", false},
    {"drop", "below the first", false},
    {"area_m2", "area (m2)", false},
    {"flow_m3_s", "flow (m3/s)", false},
    {"speed_max_m_s", "speed, largest (m/s)", false},
    {"pressure_pa", "pressure (Pa)", false},
    {"pressure_min_pa", "least (Pa)", false},
    {"pressure_max_pa", "largest (Pa)", false},
    {"drop_pa", "below the first (Pa)", false},
    {"pressure_mmhg", "pressure (mmHg)", false},
    {"drop_mmhg", "below the first (mmHg)", false},
    {"pressure_ratio", "of the first", false},
};

static void fill(double row[COLUMNS], const struct probe_section *s, const struct probe_cut *cut, double first,
                 const struct lbm_units *u)
{
  static const enum lbm_quantity quantity[] = {LBM_FLUX,     LBM_VELOCITY, LBM_PRESSURE,
                                               LBM_PRESSURE, LBM_PRESSURE, LBM_PRESSURE};
  const double values[] = {cut->area,  cut->flow, cut->speed,           cut->pressure,
                           cut->least, cut->most, first - cut->pressure};
  memcpy(row + X, s->at, sizeof s->at);
  report_trim(row + NORMAL, cut->normal, 3);
  memcpy(row + AREA, values, sizeof values);
  row[SI] = u->dx > 0 ? cut->area * u->dx * u->dx : (double)NAN;
  for (int i = 1; i <= DROP - AREA; i++)
    row[SI + i] = values[i] * lbm_unit(u, quantity[i - 1]);
  row[MMHG] = row[SI + PRESSURE - AREA] / TILE_MMHG;
  row[DROP_MMHG] = row[SI + DROP - AREA] / TILE_MMHG;
  row[RATIO] = first > 0 ? cut->pressure / first : (double)NAN;
}

/* ---- text ---- */

static const char *with_unit(char text[2 * REPORT_REAL], double lattice, double si, double factor, const char *unit)
{
  char number[REPORT_REAL];
  const bool known = isfinite(si);
  snprintf(text, 2 * REPORT_REAL, "%s %s", report_real(number, 6, known ? si * factor : lattice),
           known ? unit : "lattice");
  return text;
}

static void print(const double row[COLUMNS], const char *title, bool first, struct probe_report *r)
{
  const double *si = row + SI - AREA;
  char a[2 * REPORT_REAL], b[2 * REPORT_REAL], c[2 * REPORT_REAL];
  probe_section(r, "%s", title);
  report_line(r->out, "normal", "%.4f %.4f %.4f", row[NORMAL], row[NORMAL + 1], row[NORMAL + 2]);
  report_line(r->out, "area", "%s", with_unit(a, row[AREA], si[AREA], 1e6, "mm2"));
  report_line(r->out, "flow", "%s", with_unit(a, row[FLOW], si[FLOW], 1e6, "mL/s"));
  report_line(r->out, "speed: mean, largest", "%s, %s",
              with_unit(a, row[FLOW] / row[AREA], si[FLOW] / si[AREA], 1, "m/s"),
              with_unit(b, row[SPEED], si[SPEED], 1, "m/s"));
  report_line(r->out, "pressure: mean, least, largest", "%s, %s, %s",
              with_unit(a, row[PRESSURE], si[PRESSURE], 1 / TILE_MMHG, "mmHg"),
              with_unit(b, row[LEAST], si[LEAST], 1 / TILE_MMHG, "mmHg"),
              with_unit(c, row[MOST], si[MOST], 1 / TILE_MMHG, "mmHg"));
  if (first)
    return;
  report_line(r->out, "below the first section", "%s", with_unit(a, row[DROP], si[DROP], 1 / TILE_MMHG, "mmHg"));
  if (isfinite(row[RATIO]))
    report_line(r->out, "ratio of pressures to it", "%.4f", row[RATIO]);
}

int probe_sections(const struct fields *f, const struct cli_values *sections, struct probe_report *r,
                   struct tile_error *e)
{
  struct table t;
  const bool averages = node_values_find(&f->values, "tawss") >= 0;
  double first = 0;
  int code = table_make(&t, columns, COLUMNS, sections->count, e);
  for (size_t i = 0; i < sections->count && !code; i++) {
    struct probe_section s;
    struct probe_cut cut;
    double *row = t.value + i * COLUMNS;
    if ((code = probe_parse_section(&s, sections->value[i], e)) ||
        (code = fields_find(s.at, f, &s.place, "--section", s.text, e)) || (code = probe_cut_make(&cut, &s, f, e)))
      break;
    first = i ? first : cut.pressure;
    fill(row, &s, &cut, first, &f->units);
    char title[300];
    snprintf(title, sizeof title, "section %s%s", s.text, averages ? ", means over the period" : "");
    if (r->form == PROBE_TEXT)
      print(row, title, i == 0, r);
  }
  if (!code && r->form != PROBE_TEXT) {
    probe_section(r, "sections");
    probe_table(&t, r, "sections");
  }
  table_free(&t);
  return code;
}

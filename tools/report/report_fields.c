/* SPDX-License-Identifier: BSD-3-Clause */
/* What is shown of the nodes: speed and pressure of a flow, and named values; their ranges and histograms. */
#include <config.h>

#include "report.h"

#include "vectors.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BINS = 4096, BARS = 48 };
static const double beyond = 0.001; /* the share of the nodes beyond the colours, at each end */

double report_value(const struct report_field *field, const double value[FIELDS])
{
  const double *u = value + FIELD_UX;
  const double v = field->place == REPORT_SPEED      ? tile_length(u)
                   : field->place == REPORT_PRESSURE ? lbm_gauge_pressure(value[FIELD_DENSITY])
                                                     : value[field->place];
  return v * field->factor;
}

static void add_field(struct report_file *r, const char *name, const char *unit, double factor, int place)
{
  if (r->fields == REPORT_FIELDS)
    return;
  struct report_field *field = r->field + r->fields++;
  *field = (struct report_field){.factor = factor, .place = place, .from_zero = place == REPORT_SPEED};
  snprintf(field->name, sizeof field->name, "%s", name);
  snprintf(field->unit, sizeof field->unit, "%s", unit);
}

/* In SI units; where they are not known, relative to what is: the mean speed, and the pressure drop of a driven flow. */
static void add_quantity(struct report_file *r, const char *name, enum lbm_quantity quantity, int place)
{
  const double unit = lbm_unit(&r->f.units, quantity), mean = r->total.speed[1];
  if (isfinite(unit))
    add_field(r, name, lbm_unit_symbol(quantity), unit, place);
  else if (place == REPORT_SPEED && mean > 0)
    add_field(r, "Speed relative to the mean", "", 1 / mean, place);
  else if (place == REPORT_PRESSURE && r->driven && r->drive.drop != 0)
    add_field(r, "Pressure, share of the drop", "%", 100 / fabs(r->drive.drop), place);
  else
    add_field(r, name, "lattice units", 1, place);
}

char *report_name(char text[REPORT_PART], const char *name)
{
  static const char *const known[][2] = {{"tawss", "TAWSS"},
                                         {"osi", "OSI"},
                                         {"rrt", "RRT"},
                                         {"ecap", "ECAP"},
                                         {"transwss", "Transverse shear (transWSS)"},
                                         {"peak-time", "Time of the peak"},
                                         {"thickness", "Radius of pores (thickness)"},
                                         {"intrusion", "Radius of intrusion"},
                                         {"residence", "Residence time"}};
  static const char driven[] = "concentration_"; /* of --diffusion along an axis */
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strcmp(known[i][0], name) == 0)
      name = known[i][1];
  if (strncmp(name, driven, strlen(driven)) == 0)
    snprintf(text, REPORT_PART, "Concentration, along %.10s", name + strlen(driven));
  else
    snprintf(text, REPORT_PART, "%s", name);
  *text = (char)toupper((unsigned char)*text);
  for (char *at = text; *at; at++)
    *at = *at == '_' ? ' ' : *at;
  return text;
}

static void add_value(struct report_file *r, int i)
{
  const struct tile_value *v = r->f.values.value + i;
  const double length = lbm_unit(&r->f.units, LBM_LENGTH);
  const bool lengths = strcmp(v->unit, "voxel") == 0;
  char title[REPORT_PART];
  report_name(title, v->name);
  if (lengths && isfinite(length))
    add_field(r, title, "m", length, FIELD_VALUES + i);
  else
    add_field(r, title, strcmp(v->unit, "1") ? v->unit : "", 1, FIELD_VALUES + i);
}

/* ---- ranges ---- */

static void widen(void *self, const int64_t at[3], const double value[FIELDS])
{
  struct report_file *r = self;
  (void)at;
  for (int i = 0; i < r->fields; i++) {
    struct report_field *field = r->field + i;
    const double v = report_value(field, value);
    if (isfinite(v)) {
      field->least = fmin(field->least, v);
      field->most = fmax(field->most, v);
      field->nodes++;
    }
  }
}

/* Nodes by value, in `bins` equal steps from `low` to `high`. */
struct counts {
  const struct report_field *field;
  int bins;
  double low, high;
  int64_t count[BINS];
};

static void count_node(void *self, const int64_t at[3], const double value[FIELDS])
{
  struct counts *c = self;
  const double v = report_value(c->field, value);
  (void)at;
  if (!isfinite(v))
    return;
  const double bin = c->high > c->low ? (v - c->low) / (c->high - c->low) * c->bins : 0;
  c->count[bin < 0 ? 0 : bin >= c->bins ? c->bins - 1 : (int)bin]++;
}

static struct counts *make_counts(const struct report_file *r, const struct report_field *field, int bins,
                                  struct tile_error *e)
{
  struct counts *c = tile_alloc(1, sizeof *c);
  if (!c) {
    tile_fail_memory(e, sizeof *c, "a histogram");
    return NULL;
  }
  *c = (struct counts){.field = field, .bins = bins, .low = field->least, .high = field->most};
  fields_visit(&r->f, count_node, c);
  return c;
}

static int find_colours(struct report_file *r, struct report_field *field, struct tile_error *e)
{
  struct counts *c = make_counts(r, field, BINS, e);
  if (!c)
    return e->code;
  const double step = (field->most - field->least) / BINS;
  int64_t below = 0, above = 0;
  int low = 0, high = BINS;
  while (low < BINS && (double)(below += c->count[low]) <= beyond * (double)field->nodes)
    low++;
  while (high > low + 1 && (double)(above += c->count[high - 1]) <= beyond * (double)field->nodes)
    high--;
  field->low = field->from_zero ? fmin(0, field->least) : field->least + step * low;
  field->high = field->least + step * high;
  free(c);
  return 0;
}

/* A value that no node has is not shown. */
static int find_ranges(struct report_file *r, struct tile_error *e)
{
  int kept = 0;
  for (int i = 0; i < r->fields; i++) {
    r->field[i].least = INFINITY;
    r->field[i].most = -INFINITY;
  }
  fields_visit(&r->f, widen, r);
  for (int i = 0; i < r->fields; i++)
    if (r->field[i].nodes)
      r->field[kept++] = r->field[i];
  r->fields = kept;
  for (int i = 0; i < r->fields; i++)
    if (find_colours(r, r->field + i, e))
      return e->code;
  return 0;
}

int report_fields_make(struct report_file *r, struct tile_error *e)
{
  if (r->f.flow) {
    add_quantity(r, "Speed", LBM_VELOCITY, REPORT_SPEED);
    add_quantity(r, "Pressure", LBM_PRESSURE, REPORT_PRESSURE);
  }
  for (int i = 0; i < r->f.values.count; i++)
    add_value(r, i);
  return find_ranges(r, e);
}

/* ---- charts ---- */

static int draw_bars(struct report *r, const struct report_field *field, const struct counts *c, struct tile_error *e)
{
  double x[BARS + 1], y[BARS + 1];
  char title[80];
  for (int i = 0; i <= BARS; i++) {
    x[i] = field->least + (field->most - field->least) * i / BARS;
    y[i] = i < BARS ? 100 * (double)c->count[i] / (double)field->nodes : (double)NAN;
  }
  snprintf(title, sizeof title, "Distribution: %s", field->name);
  return report_chart(r,
                      &(struct html_chart){.title = title,
                                           .x_name = field->name,
                                           .x_unit = field->unit,
                                           .y_name = "Share of the nodes",
                                           .y_unit = "%",
                                           .bars = true,
                                           .curves = 1,
                                           .curve = {{"", BARS + 1, x, y}}},
                      e);
}

/* The share of the nodes at this radius or above: what a fluid that does not wet enters, or balls of it cover. */
static int draw_above(struct report *r, const struct report_field *field, const struct counts *c, struct tile_error *e)
{
  double x[BARS + 1], y[BARS + 1];
  char title[80];
  int64_t above = 0;
  for (int i = BARS; i >= 0; i--) {
    above += i < BARS ? c->count[i] : 0;
    x[i] = field->least + (field->most - field->least) * i / BARS;
    y[i] = 100 * (double)above / (double)field->nodes;
  }
  snprintf(title, sizeof title, "Pore sizes: %s", field->name);
  return report_chart(r,
                      &(struct html_chart){.title = title,
                                           .x_name = "Radius",
                                           .x_unit = field->unit,
                                           .y_name = "Pores of this radius or above",
                                           .y_unit = "%",
                                           .from_zero = true,
                                           .curves = 1,
                                           .curve = {{"", BARS + 1, x, y}}},
                      e);
}

/* Of what tessera-stats -o writes. */
static bool is_radius(const struct report_file *r, const struct report_field *field)
{
  const int value = field->place - FIELD_VALUES;
  const char *name = value >= 0 && value < r->f.values.count ? r->f.values.value[value].name : "";
  return strcmp(name, "thickness") == 0 || strcmp(name, "intrusion") == 0;
}

static int draw_counts(struct report_file *r, const struct report_field *field, struct tile_error *e)
{
  struct counts *c = make_counts(r, field, BARS, e);
  if (!c)
    return e->code;
  const int code =
      draw_bars(r->report, field, c, e) || (is_radius(r, field) && draw_above(r->report, field, c, e)) ? e->code : 0;
  free(c);
  return code;
}

int report_histograms(struct report_file *r, struct tile_error *e)
{
  for (int i = 0; i < r->fields; i++)
    if (r->field[i].most > r->field[i].least && draw_counts(r, r->field + i, e))
      return e->code;
  return 0;
}

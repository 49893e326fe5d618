/* SPDX-License-Identifier: BSD-3-Clause */
/* The report of data/band: what follows from the thresholds that a reasonable person could choose. */
#include <config.h>

#include "json_value.h"
#include "report_json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is drawn over the level; an area of squares of voxels becomes one of m2 where their side is known. */
static const struct shown {
  const char *name, *title, *y_name, *unit;
  bool area;
  double factor;
} shown[] = {
    {"permeability_voxel2", "Permeability over the band of thresholds", "Permeability", "voxel2", true, 1},
    {"d_eff", "Diffusivity over the band of thresholds", "D_eff / D", "", false, 1},
    {"largest_ball", "Largest ball that passes over the band of thresholds", "Radius", "voxels", false, 1},
    {"specific_surface", "Specific surface over the band of thresholds", "Surface", "1/voxel", false, 1},
    {"porosity", "Porosity over the band of thresholds", "Porosity", "%", false, 100},
};

struct band {
  const char *levels;
  double level, low, high, dx; /* dx NaN: unknown */
  bool core;                   /* all is of the inside of a mask */
  int count;
  double *x, *y;
};

static double scale_of(const struct band *b, const struct shown *s)
{
  return s->area && isfinite(b->dx) ? b->dx * b->dx : s->factor;
}

static void get(const struct band *b, const char *name, double factor, double *to)
{
  for (const char *at = json_first(b->levels); at; at = json_next(at))
    *to++ = factor * json_number_of(at, name);
}

static int draw(struct report *to, const struct band *b, const struct shown *s, struct tile_error *e)
{
  char note[160], low[TILE_REAL_TEXT], high[TILE_REAL_TEXT], at[TILE_REAL_TEXT];
  double mark[2] = {b->level, b->level}, height[2] = {0, 0};
  get(b, s->name, scale_of(b, s), b->y);
  for (int i = 0; i < b->count; i++)
    height[1] = fmax(height[1], b->y[i]);
  snprintf(note, sizeof note, "%sThresholds that a reasonable person could choose: %s to %s; chosen: %s",
           b->core ? "Inside the mask. " : "", tile_real_text(low, b->low), tile_real_text(high, b->high),
           tile_real_text(at, b->level));
  return report_chart(
      to,
      &(struct html_chart){.title = s->title,
                           .note = note,
                           .x_name = "Grey level",
                           .x_unit = "",
                           .y_name = s->y_name,
                           .y_unit = s->area && isfinite(b->dx) ? "m2" : s->unit,
                           .from_zero = true,
                           .curves = 2,
                           .curve = {{"At each level", b->count, b->x, b->y}, {"Chosen", 2, mark, height}}},
      e);
}

/* The interval of the permeability that the choice of a level leaves. */
static void add_interval(struct report *to, const struct band *b, const char *axis)
{
  char part[REPORT_PART];
  double least = INFINITY, most = -INFINITY;
  get(b, shown->name, scale_of(b, shown), b->y);
  for (int i = 0; i < b->count; i++) {
    least = fmin(least, b->y[i]);
    most = fmax(most, b->y[i]);
  }
  const size_t used = strlen(report_along(part, axis));
  snprintf(part + used, sizeof part - used, "%s", b->core ? ", " REPORT_INSIDE : "");
  report_result(to, QUANTITY_BAND, part, (least + most) / 2, (most - least) / 2, isfinite(b->dx) ? "m2" : "voxel2");
}

static int add(struct report *to, const char *r, struct band *b, struct tile_error *e)
{
  char axis[REPORT_CELL];
  int code = 0;
  get(b, "level", 1, b->x);
  add_interval(to, b, json_string(axis, sizeof axis, json_member(r, "axis")));
  report_method(to, STAGE_ERROR, "All was computed at %d levels from one end to the other of the band of thresholds",
                b->count);
  for (size_t i = 0; i < sizeof shown / sizeof *shown && !code; i++)
    code = draw(to, b, shown + i, e);
  return code;
}

bool report_is_band(const char *r)
{
  return json_first(json_member(r, "curves")) && json_member(r, "run");
}

int report_band(struct report *to, const char *name, const char *r, struct tile_error *e)
{
  const char *segmentation = json_member(r, "segmentation"), *ends = json_member(segmentation, "band");
  struct band b = {.levels = json_member(r, "curves"),
                   .level = json_number_of(r, "level"),
                   .low = json_number_of(ends, "low"),
                   .high = json_number_of(ends, "high"),
                   .dx = json_number_of(segmentation, "voxel_size"),
                   .core = json_member(json_member(r, "run"), "permeability_mask") != NULL};
  for (const char *at = json_first(b.levels); at; at = json_next(at))
    b.count++;
  report_run(to, name, json_member(r, "run"));
  b.x = tile_alloc((size_t)b.count, 2 * sizeof *b.x);
  if (!b.x)
    return tile_fail_memory(e, (size_t)b.count * 2 * sizeof *b.x, "a curve");
  b.y = b.x + b.count;
  const int code = add(to, r, &b, e);
  free(b.x);
  return code;
}

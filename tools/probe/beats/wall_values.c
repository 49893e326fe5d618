/* SPDX-License-Identifier: BSD-3-Clause */
/* Named values of the nodes beside walls, weighted by the area of wall that belongs to each node. */
#include "beats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void find(struct wall_value *to, struct probe_wall_part *part, const struct probe_walls *w,
                 const struct fields *f, const float *column)
{
  size_t count = 0;
  double area = 0, all = 0;
  for (size_t n = 0; n < w->nodes.count; n++) {
    const struct lbm_wall_node *at = w->nodes.node + n;
    const double value = (double)column[fields_place(f, at->place.tile, at->place.node)];
    all += at->area;
    if (isfinite(value))
      part[count++] = (struct probe_wall_part){value, at->area};
  }
  probe_wall_statistics(to->of, &area, part, count);
  to->share = count == w->nodes.count ? 1 : all > 0 ? area / all : 0;
}

int wall_values_find(struct wall_value to[TILE_VALUES_LIMIT], double *area, const struct probe_walls *w,
                     const struct fields *f, struct tile_error *e)
{
  struct probe_wall_part *part = tile_alloc(w->nodes.count, sizeof *part);
  if (!part)
    return tile_fail_memory(e, w->nodes.count * sizeof *part, "the values of walls");
  *area = 0;
  for (size_t n = 0; n < w->nodes.count; n++)
    *area += w->nodes.node[n].area;
  for (int i = 0; i < f->values.count; i++) {
    to[i].value = f->values.value + i;
    find(to + i, part, w, f, f->values.column[i]);
  }
  free(part);
  return 0;
}

/* ---- forms -------------------------------------------------------------------- */

static const struct {
  int which;
  const char *key;
} shown[] = {{PROBE_WALL_MEAN, "mean"}, {PROBE_WALL_P5, "p5"}, {PROBE_WALL_P50, "p50"}, {PROBE_WALL_P95, "p95"}};
enum { SHOWN = sizeof shown / sizeof *shown };

static void print_text(const struct wall_value *v, FILE *out)
{
  const char *unit = v->value->unit;
  report_line(out, v->value->name, "mean %.5g; 5, 50, 95 %%: %.5g, %.5g, %.5g%s%s", v->of[PROBE_WALL_MEAN],
              v->of[PROBE_WALL_P5], v->of[PROBE_WALL_P50], v->of[PROBE_WALL_P95], *unit == '1' && !unit[1] ? "" : " ",
              *unit == '1' && !unit[1] ? "" : unit);
}

static void print_json(const struct wall_value *v, struct json *j)
{
  json_open(j, v->value->name, '{');
  json_text(j, "unit", v->value->unit);
  json_real(j, "share", v->share);
  for (int i = 0; i < SHOWN; i++)
    json_real(j, shown[i].key, v->of[shown[i].which]);
  json_close(j, '}');
}

static void print(const struct wall_value *v, double area, const struct fields *f, struct probe_report *r)
{
  const double square = lbm_unit(&f->units, LBM_PERMEABILITY);
  if (r->form == PROBE_JSON) {
    json_open(&r->json, "wall", '{');
    json_real(&r->json, "area", area);
    json_real(&r->json, "area_m2", area * square);
    for (int i = 0; i < f->values.count; i++)
      print_json(v + i, &r->json);
    json_close(&r->json, '}');
    return;
  }
  probe_section(r, "wall, weighted by area");
  report_line(r->out, "area", isfinite(square) ? "%.6g voxel2 = %.6g m2" : "%.6g voxel2", area, area * square);
  for (int i = 0; i < f->values.count; i++)
    if (v[i].share > 0)
      print_text(v + i, r->out);
}

int wall_values_print(const struct probe_walls *w, const struct fields *f, struct probe_report *r, struct tile_error *e)
{
  struct wall_value value[TILE_VALUES_LIMIT];
  double area;
  if (r->form == PROBE_CSV)
    return 0;
  if (wall_values_find(value, &area, w, f, e))
    return e->code;
  print(value, area, f, r);
  return 0;
}

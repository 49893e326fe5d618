/* SPDX-License-Identifier: BSD-3-Clause */
/* The shear on all walls, as a few statistics. */
#include "probe_walls.h"

#include <math.h>
#include <stdlib.h>

static const int percent[] = {5, 25, 50, 75, 95};
enum { PERCENTILES = sizeof percent / sizeof *percent, VALUES = PROBE_WALL_VALUES };
static const char *const key[VALUES] = {"min", "mean", "max", "p5", "p25", "p50", "p75", "p95"};

static int smaller(const void *a, const void *b)
{
  const struct probe_wall_part *x = a, *y = b;
  return (x->value > y->value) - (x->value < y->value);
}

void probe_wall_statistics(double value[VALUES], double *area, struct probe_wall_part *part, size_t count)
{
  double sum = 0, so_far = 0;
  int next = 0;
  *area = 0;
  for (int i = 0; i < VALUES; i++)
    value[i] = (double)NAN;
  if (count)
    qsort(part, count, sizeof *part, smaller);
  for (size_t n = 0; n < count; n++) {
    *area += part[n].area;
    sum += part[n].area * part[n].value;
  }
  for (size_t n = 0; n < count; n++) {
    so_far += part[n].area;
    for (; next < PERCENTILES && so_far >= percent[next] * 0.01 * *area * (1 - 1e-12); next++)
      value[PROBE_WALL_P5 + next] = part[n].value;
  }
  value[PROBE_WALL_LEAST] = count ? part[0].value : (double)NAN;
  value[PROBE_WALL_LARGEST] = count ? part[count - 1].value : (double)NAN;
  value[PROBE_WALL_MEAN] = sum / *area;
}

static int measure(const struct lbm_wall_nodes *w, double value[VALUES], double *area, struct tile_error *e)
{
  struct probe_wall_part *part = tile_alloc(w->count, sizeof *part);
  if (!part)
    return tile_fail_memory(e, w->count * sizeof *part, "the shear on walls");
  for (size_t n = 0; n < w->count; n++) {
    const double *t = w->node[n].shear;
    part[n] = (struct probe_wall_part){hypot(hypot(t[0], t[1]), t[2]), w->node[n].area};
  }
  probe_wall_statistics(value, area, part, w->count);
  free(part);
  return 0;
}

/* ---- forms ------------------------------------------------------------------ */

static void print_text(const struct lbm_wall_nodes *w, const double value[VALUES], double area, const struct fields *f,
                       struct probe_report *r)
{
  static const char *const label[VALUES] = {"shear, least", "mean",          "largest", "5th percentile",
                                            "25th",         "50th (median)", "75th",    "95th"};
  probe_section(r, "wall shear");
  report_line(r->out, "nodes beside walls", "%zu, and %zu without a normal", w->count, w->undefined);
  if (f->units.dx > 0)
    report_line(r->out, "area of the walls", "%.6g voxel2 = %.6g m2", area, area * f->units.dx * f->units.dx);
  else
    report_line(r->out, "area of the walls", "%.6g voxel2", area);
  for (int i = 0; i < VALUES; i++)
    if (isfinite(value[i]))
      probe_quantity(r, label[i], value[i], &f->units, LBM_PRESSURE);
}

static void json_values(struct json *j, const char *name, const double value[VALUES], double unit)
{
  if (!isfinite(unit)) {
    json_text(j, name, NULL);
    return;
  }
  json_open(j, name, '{');
  for (int i = 0; i < VALUES; i++)
    json_real(j, key[i], value[i] * unit);
  json_close(j, '}');
}

static void print_json(const struct lbm_wall_nodes *w, const double value[VALUES], double area, const struct fields *f,
                       struct json *j)
{
  json_open(j, "wall_shear", '{');
  json_int(j, "nodes", (int64_t)w->count);
  json_int(j, "undefined", (int64_t)w->undefined);
  json_real(j, "area", area);
  json_real(j, "area_m2", area * lbm_unit(&f->units, LBM_PERMEABILITY));
  json_values(j, "lattice", value, 1);
  json_values(j, "pa", value, lbm_unit(&f->units, LBM_PRESSURE));
  json_close(j, '}');
}

static void put_values(FILE *out, const double value[VALUES], double unit)
{
  char text[TILE_REAL_TEXT];
  for (int i = 0; i < VALUES; i++)
    fprintf(out, ",%s", isfinite(value[i] * unit) ? tile_real_text(text, value[i] * unit) : "");
}

static void print_csv(const struct lbm_wall_nodes *w, const double value[VALUES], double area, const struct fields *f,
                      struct probe_report *r)
{
  char text[TILE_REAL_TEXT];
  probe_section(r, "wall shear");
  fputs("nodes,undefined,area", r->out);
  for (int i = 0; i < 2 * VALUES; i++)
    fprintf(r->out, ",%s%s", key[i % VALUES], i < VALUES ? "" : "_pa");
  fprintf(r->out, "\n%zu,%zu,%s", w->count, w->undefined, tile_real_text(text, area));
  put_values(r->out, value, 1);
  put_values(r->out, value, lbm_unit(&f->units, LBM_PRESSURE));
  putc('\n', r->out);
}

int probe_wall_shear(const struct probe_walls *w, const struct fields *f, struct probe_report *r, struct tile_error *e)
{
  double value[VALUES], area = 0;
  if (measure(&w->nodes, value, &area, e))
    return e->code;
  if (r->form == PROBE_JSON)
    print_json(&w->nodes, value, area, f, &r->json);
  else
    (r->form == PROBE_CSV ? print_csv : print_text)(&w->nodes, value, area, f, r);
  return 0;
}

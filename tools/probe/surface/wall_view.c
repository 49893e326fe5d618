/* SPDX-License-Identifier: BSD-3-Clause */
#include "wall_view.h"

#include "sides.h"
#include "numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct colour unknown = {188, 188, 188};

/* Triangles, or points with a normal, and a value of each; NaN: none. */
struct picture {
  size_t count;
  const struct mesh *mesh; /* NULL: points */
  double (*at)[3], (*normal)[3];
  double *value, side, unit; /* of a square; of the coordinates of the mesh */
  double low[3], high[3];    /* the box of all */
};

bool wall_view_shows(const struct probe_walls *w, const struct fields *f, const char *field)
{
  const int64_t *n = f->domain.grid;
  return field && n[0] > 1 && n[1] > 1 && n[2] > 1 &&
         (!strcmp(field, "wall_shear") || (w->averages && node_values_find(&f->values, field) >= 0));
}

/* ---- what is drawn ---- */

static void corner_of(double to[3], const struct picture *p, size_t triangle, int k)
{
  const struct mesh *m = p->mesh;
  for (int a = 0; a < 3; a++)
    to[a] = m->vertex[m->triangle[triangle][k]][a] * p->unit;
}

static void reach(struct picture *p, const double at[3])
{
  for (int a = 0; a < 3; a++) {
    p->low[a] = fmin(p->low[a], at[a]);
    p->high[a] = fmax(p->high[a], at[a]);
  }
}

static void find_box(struct picture *p)
{
  double at[3];
  for (int a = 0; a < 3; a++) {
    p->low[a] = INFINITY;
    p->high[a] = -INFINITY;
  }
  for (size_t i = 0; i < p->count; i++)
    for (int k = 0; k < (p->mesh ? 3 : 1); k++) {
      if (p->mesh)
        corner_of(at, p, i, k);
      reach(p, p->mesh ? at : p->at[i]);
    }
}

static int take_points(struct picture *p, const struct probe_wall_arrays *from, const char *name, size_t count,
                       struct tile_error *e)
{
  p->count = count;
  p->at = tile_alloc(count, sizeof *p->at);
  p->normal = tile_alloc(count, sizeof *p->normal);
  p->value = tile_alloc(count, sizeof *p->value);
  if (!p->at || !p->normal || !p->value)
    return tile_fail_memory(e, count * sizeof(double[7]), "the picture of the wall");
  const struct vtp_array *place = from->array, *normal = from->array + from->values;
  p->side = 1.5 * from->cloud.dx;
  for (size_t i = 0; i < count; i++) {
    place->point(place->self, i, p->at[i]);
    normal->point(normal->self, i, p->normal[i]);
    p->value[i] = probe_wall_size(from, name, i);
  }
  return 0;
}

static int take(struct picture *p, struct on_surface *s, const struct probe_walls *w, const struct fields *f,
                const char *name, struct tile_error *e)
{
  struct probe_wall_arrays from;
  probe_wall_arrays(&from, w, f);
  *p = (struct picture){0};
  if (!s)
    return take_points(p, &from, name, w->nodes.count, e);
  p->mesh = &s->mesh;
  p->unit = s->unit;
  p->count = s->mesh.triangles;
  return on_surface_values(&p->value, s, w, f, name, e);
}

static void release(struct picture *p)
{
  free(p->at);
  free(p->normal);
  free(p->value);
}

/* ---- colours ---- */

/* The last colour is that of the value which one of a hundred triangles or points exceeds: the wall beside openings can
 * have many times the shear of the vessel. */
static int find_bar(struct bar *b, const struct picture *p, bool from_zero, struct tile_error *e)
{
  double *sorted = tile_alloc(p->count, sizeof *sorted);
  size_t count = 0;
  if (!sorted)
    return tile_fail_memory(e, p->count * sizeof *sorted, "the colours of the wall");
  for (size_t i = 0; i < p->count; i++)
    if (isfinite(p->value[i]))
      sorted[count++] = p->value[i];
  qsort(sorted, count, sizeof *sorted, tile_ascending);
  const double low = count ? sorted[0] : INFINITY, high = count ? sorted[count - 1 - count / 100] : -INFINITY;
  *b = bar_of(from_zero ? fmin(low, 0) : low, high, false);
  free(sorted);
  return 0;
}

/* ---- drawing ---- */

static void draw_all(const void *self, struct view *v, const struct bar *b)
{
  const struct picture *p = self;
  for (size_t i = 0; i < p->count; i++) {
    const struct colour full = isfinite(p->value[i]) ? bar_colour(b, p->value[i]) : unknown;
    double corner[3][3];
    if (!p->mesh) {
      view_square(v, p->at[i], p->normal[i], p->side, full);
      continue;
    }
    for (int k = 0; k < 3; k++)
      corner_of(corner[k], p, i, k);
    view_triangle(v, corner, full);
  }
}

int wall_view_write(struct on_surface *s, const struct probe_walls *w, const struct fields *f,
                    const struct probe_field *field, const char *title, FILE *out, struct tile_error *e)
{
  const double unit = probe_field_unit(field, f);
  struct picture p = {0};
  struct sides sides = {.title = title, .metres = f->units.dx > 0, .draw = draw_all, .self = &p};
  int code = take(&p, s, w, f, field->name, e);
  if (!code && !p.count)
    code = tile_fail(e, TILE_REJECTED, "%s: has no walls to draw", f->name);
  if (!code && !(code = find_bar(&sides.bar, &p, field->from_zero, e))) {
    find_box(&p);
    for (int a = 0; a < 3; a++) {
      sides.low[a] = p.low[a] - 0.5 * p.side;
      sides.high[a] = p.high[a] + 0.5 * p.side;
    }
    bar_label(sides.label, &sides.bar, probe_field_title(field),
              isfinite(unit) ? probe_field_symbol(field)
              : field->unit  ? field->unit
                             : "lattice");
    code = sides_write(&sides, out, e);
  }
  release(&p);
  return code;
}

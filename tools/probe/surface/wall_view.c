#include "wall_view.h"

#include "bar.h"
#include "view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct colour white = {255, 255, 255}, ink = {40, 40, 40}, unknown = {188, 188, 188};

enum { MARGIN = 20, GAP = 12, LINE = CANVAS_TEXT_HEIGHT + GAP, WIDE = 1320, HIGH = 640, LEAST = 160, AXIS = 28 };
enum { VIEWS = 3 };

/* Right, up and the line of sight of each view. */
static const struct {
  const char *title;
  int right, up, deep; /* axes */
  double sign;         /* of the line of sight */
} views[VIEWS] = {{"along y", 0, 2, 1, 1}, {"along -x", 1, 2, 0, -1}, {"along -z", 0, 1, 2, -1}};

/* Triangles, or points with a normal, and a value of each; NaN: none. */
struct picture {
  size_t count;
  const struct mesh *mesh; /* NULL: points */
  double (*at)[3], (*normal)[3];
  double *value, side, unit; /* of a square; of the coordinates of the mesh */
  double low[3], high[3];    /* the box of all */
  bool known;                /* lengths are in m, else in voxels */
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
  *p = (struct picture){.known = f->units.dx > 0};
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

static int compare(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

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
  qsort(sorted, count, sizeof *sorted, compare);
  const double low = count ? sorted[0] : INFINITY, high = count ? sorted[count - 1 - count / 100] : -INFINITY;
  *b = bar_of(from_zero ? fmin(low, 0) : low, high, false);
  free(sorted);
  return 0;
}

/* ---- drawing ---- */

static void draw_all(struct view *v, const struct picture *p, const struct bar *b)
{
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

static void draw_axes(struct canvas *c, int64_t x, int64_t y, int view)
{
  canvas_rectangle(c, x, y, AXIS, 2, ink);
  canvas_rectangle(c, x, y - AXIS, 2, AXIS, ink);
  canvas_text(c, x + AXIS + 4, y - CANVAS_TEXT_HEIGHT / 2, (const char[]){"xyz"[views[view].right], 0}, ink);
  canvas_text(c, x - 4, y - AXIS - CANVAS_TEXT_HEIGHT - 4, (const char[]){"xyz"[views[view].up], 0}, ink);
}

static double extent(const struct picture *p, int axis)
{
  return p->high[axis] - p->low[axis] + p->side;
}

/* Draws one view, as high as all, and returns its width. */
static int draw_view(int64_t *width, struct canvas *c, const struct picture *p, const struct bar *b, int view,
                     double scale, int64_t x, int64_t height, struct tile_error *e)
{
  struct view v;
  *width = (int64_t)ceil(extent(p, views[view].right) * scale) + 2;
  if (view_make(&v, *width, height, white, e)) {
    view_free(&v);
    return e->code;
  }
  v.scale = scale;
  v.axis[0][views[view].right] = v.axis[1][views[view].up] = 1;
  v.axis[2][views[view].deep] = views[view].sign;
  for (int a = 0; a < 3; a++)
    v.centre[a] = 0.5 * (p->low[a] + p->high[a]);
  draw_all(&v, p, b);
  view_put(&v, c, x, MARGIN + LINE);
  view_free(&v);
  canvas_text(c, x, MARGIN - 4, views[view].title, ink);
  draw_axes(c, x + 8, MARGIN + LINE + height + AXIS + LINE, view);
  return 0;
}

/* A length of 1, 2 or 5 times a power of ten, at most that of `most`. */
static double nice_length(double most)
{
  const double power = pow(10, floor(log10(most))), part = most / power * (1 + 1e-9);
  return power * (part < 2 ? 1 : part < 5 ? 2 : 5);
}

static void draw_scale(struct canvas *c, const struct picture *p, double scale, int64_t right, int64_t y)
{
  static const struct {
    double unit;
    const char *name;
  } units[] = {{1, "m"}, {1e-3, "mm"}, {1e-6, "um"}, {1e-9, "nm"}};
  const double length = nice_length(180 / scale);
  char text[40];
  size_t i = 0;
  while (i + 1 < sizeof units / sizeof *units && length < units[i].unit)
    i++;
  snprintf(text, sizeof text, "%.4g %s", p->known ? length / units[i].unit : length,
           p->known ? units[i].name : "voxels");
  const int64_t width = llround(length * scale);
  canvas_rectangle(c, right - width, y, width, 3, ink);
  canvas_text(c, right - width / 2 - canvas_text_width(text) / 2, y + 8, text, ink);
}

static double scale_of(const struct picture *p)
{
  double wide = 0, high = 0;
  for (int i = 0; i < VIEWS; i++) {
    wide += extent(p, views[i].right);
    high = fmax(high, extent(p, views[i].up));
  }
  return fmin(WIDE / wide, HIGH / high);
}

static int draw(struct canvas *c, const struct picture *p, const struct bar *b, const char *label, struct tile_error *e)
{
  const double scale = scale_of(p);
  const int64_t height = (int64_t)ceil(fmax(extent(p, 1), extent(p, 2)) * scale) + 2,
                tall = height > LEAST ? height : LEAST, all = MARGIN + LINE + tall + 2 * LINE + AXIS + MARGIN;
  int64_t x = MARGIN, width, wide = 2 * MARGIN + bar_width(b);
  for (int i = 0; i < VIEWS; i++)
    wide += (int64_t)ceil(extent(p, views[i].right) * scale) + 2 + 2 * MARGIN;
  const int64_t least = MARGIN + canvas_text_width(views[VIEWS - 1].title) + 2 * MARGIN + canvas_text_width(label);
  wide = wide > least ? wide : least;
  if (canvas_make(c, wide, all, white, e))
    return e->code;
  for (int i = 0; i < VIEWS; i++, x += width + 2 * MARGIN)
    if (draw_view(&width, c, p, b, i, scale, x, height, e))
      return e->code;
  bar_draw(c, b, wide - MARGIN - bar_width(b), MARGIN + LINE, tall);
  canvas_text(c, wide - MARGIN - canvas_text_width(label), MARGIN - 4, label, ink);
  draw_scale(c, p, scale, wide - MARGIN, MARGIN + LINE + tall + LINE);
  return 0;
}

int wall_view_write(struct on_surface *s, const struct probe_walls *w, const struct fields *f,
                    const struct probe_field *field, FILE *out, struct tile_error *e)
{
  const double unit = probe_field_unit(field, f);
  struct picture p = {0};
  struct canvas c = {0};
  struct bar b;
  char label[80];
  int code = take(&p, s, w, f, field->name, e);
  if (!code && !p.count)
    code = tile_fail(e, TILE_REJECTED, "%s: has no walls to draw", f->name);
  if (!code && !(code = find_bar(&b, &p, field->from_zero, e))) {
    find_box(&p);
    bar_label(label, sizeof label, &b, node_values_title(field->name),
              isfinite(unit) ? probe_field_symbol(field)
              : field->unit  ? field->unit
                             : "lattice");
    code = draw(&c, &p, &b, label, e) || canvas_write(&c, out, e) ? e->code : 0;
  }
  canvas_free(&c);
  release(&p);
  return code;
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "on_surface.h"

#include "open_planes.h"
#include "vectors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FINEST = 64 }; /* parts of the sides of a large triangle */
/* Cosines of the most by which the wall may face another way: edges of a body have a normal between those of its sides;
 * where a triangle may be the end of a vessel, which walls meet at any angle, the wall is one that faces as it does. */
static const double ALIKE = 0.5, SAME = 0.95;

struct on_surface_values {
  struct on_surface *surface;
  struct probe_wall_arrays from;
  struct near_points near;
  struct open_planes open;
  double side;   /* 1: the triangles face like the normals of the wall, away from the fluid: -1, as usual */
  double *value; /* [triangles] for each component of each array, one after another */
  struct vtp_array array[TILE_VALUES_LIMIT + PROBE_WALL_OTHERS];
  struct carried {
    const double *value;
    size_t triangles;
    int components;
  } carried[TILE_VALUES_LIMIT + PROBE_WALL_OTHERS];
};

int on_surface_read(struct on_surface *s, const char *path, double unit, struct tile_error *e)
{
  *s = (struct on_surface){.unit = unit};
  return mesh_is(path)
             ? mesh_read(&s->mesh, path, e)
             : tile_fail(e, TILE_USAGE, "--on %s: expected a surface (.stl, .ply, .obj, .off, .vtp or .vtu)", path);
}

void on_surface_free(struct on_surface *s)
{
  mesh_free(&s->mesh);
}

/* ---- triangles ---------------------------------------------------------------- */

static void corners_of(const struct on_surface_values *c, size_t triangle, double r[3][3])
{
  const struct mesh *m = &c->surface->mesh;
  for (int k = 0; k < 3; k++)
    for (int a = 0; a < 3; a++)
      r[k][a] = m->vertex[m->triangle[triangle][k]][a] * c->surface->unit;
}

/* Twice the area, and the unit normal, 0,0,0 without an area; `longest`: its longest side. */
static double normal_of(double r[3][3], double normal[3], double *longest)
{
  double square = 0;
  *longest = 0;
  for (int a = 0; a < 3; a++) {
    const int b = (a + 1) % 3, d = (a + 2) % 3;
    normal[a] = (r[1][b] - r[0][b]) * (r[2][d] - r[0][d]) - (r[1][d] - r[0][d]) * (r[2][b] - r[0][b]);
    square += normal[a] * normal[a];
  }
  for (int k = 0; k < 3; k++) {
    const double *one = r[k], *other = r[(k + 1) % 3];
    *longest = fmax(*longest, hypot(hypot(one[0] - other[0], one[1] - other[1]), one[2] - other[2]));
  }
  const double length = sqrt(square);
  for (int a = 0; a < 3; a++)
    normal[a] = length > 0 ? normal[a] / length : 0;
  return length;
}

/* The middle of part i of n * n equal parts. */
static void middle_of(double r[3][3], int n, int i, double at[3])
{
  int row = 0;
  while ((row + 1) * (row + 1) <= i) /* row k has 2k + 1 parts */
    row++;
  const int in = i - row * row;
  const double u = (row + (in % 2 ? 1.0 : 2.0) / 3) / n, v = (in / 2 + (in % 2 ? 2.0 : 1.0) / 3) / n;
  for (int a = 0; a < 3; a++)
    at[a] = r[0][a] + u * (r[1][a] - r[0][a]) + v * (r[2][a] - r[1][a]);
}

/* Finds on which side of the triangles the fluid is: the one of more area. */
static void find_side(struct on_surface_values *c)
{
  static const double any[3] = {0};
  double sum = 0;
  for (size_t i = 0; i < c->surface->mesh.triangles; i++) {
    double r[3][3], normal[3], at[3], longest;
    corners_of(c, i, r);
    const double area = normal_of(r, normal, &longest);
    middle_of(r, 1, 0, at);
    const struct near_point *n = near_points_find(&c->near, at, any, 0);
    sum += n ? area * tile_dot(n->normal, normal) : 0;
  }
  c->side = sum > 0 ? 1 : -1;
}

/* ---- values --------------------------------------------------------------------- */

/* Adds the values at a point of the wall to those of a triangle, where they are known. */
static void add_point(const struct on_surface_values *c, size_t number, double *sum, double *weight)
{
  for (size_t i = 1, k = 0; i < c->from.values; i++) {
    const struct vtp_array *a = &c->from.array[i];
    double value[3];
    a->point(a->self, number, value);
    for (int j = 0; j < a->components; j++, k++)
      if (isfinite(value[j])) {
        sum[k] += value[j];
        weight[k]++;
      }
  }
}

/* The mean of times of a period says nothing: that at the middle counts. */
static bool is_time(const struct vtp_array *a)
{
  return strcmp(a->name, "peak-time") == 0;
}

enum { MOST = 3 * (TILE_VALUES_LIMIT + PROBE_WALL_OTHERS) }; /* components */

/* Returns the share of the triangle on which there are values. */
static double fill(struct on_surface_values *c, size_t triangle)
{
  double r[3][3], normal[3], at[3], longest, sum[MOST] = {0}, weight[MOST] = {0}, middle[MOST] = {0}, one[MOST] = {0};
  int seen = 0;
  corners_of(c, triangle, r);
  normal_of(r, normal, &longest);
  const double alike = open_planes_hold(&c->open, r, normal) ? SAME : ALIKE;
  for (int a = 0; a < 3; a++)
    normal[a] *= c->side;
  const int n = (int)fmin(FINEST, fmax(1, ceil(4 * longest / c->near.width))); /* half a voxel */
  for (int i = 0; i < n * n; i++) {
    middle_of(r, n, i, at);
    const struct near_point *p = near_points_find(&c->near, at, normal, alike);
    seen += p != NULL;
    if (p)
      add_point(c, p->number, sum, weight);
  }
  middle_of(r, 1, 0, at);
  const struct near_point *p = near_points_find(&c->near, at, normal, alike);
  if (p)
    add_point(c, p->number, middle, one);
  for (size_t i = 1, k = 0; i < c->from.values; i++)
    for (int j = 0; j < c->from.array[i].components; j++, k++)
      c->value[k * c->surface->mesh.triangles + triangle] = is_time(&c->from.array[i]) ? (one[k] > 0 ? middle[k] : NAN)
                                                            : weight[k] > 0            ? sum[k] / weight[k]
                                                                                       : NAN;
  return (double)seen / (n * n);
}

static void fill_all(struct on_surface_values *c)
{
  double all = 0, seen = 0;
#pragma omp parallel for schedule(dynamic, 64) reduction(+ : all, seen)
  for (size_t i = 0; i < c->surface->mesh.triangles; i++) {
    double r[3][3], normal[3], longest;
    corners_of(c, i, r);
    const double area = normal_of(r, normal, &longest), share = fill(c, i);
    all += area;
    seen += area * share;
  }
  c->surface->share = all > 0 ? seen / all : 0;
}

/* ---- the file ------------------------------------------------------------------- */

static void vertex(void *self, size_t n, double value[3])
{
  const struct on_surface *s = self;
  for (int a = 0; a < 3; a++)
    value[a] = s->mesh.vertex[n][a] * s->unit;
}

static void carried(void *self, size_t n, double value[3])
{
  const struct carried *c = self;
  for (int k = 0; k < c->components; k++)
    value[k] = c->value[(size_t)k * c->triangles + n];
}

struct vtp on_surface_vtp(struct on_surface_values *c, const struct probe_file *how)
{
  const struct mesh *m = &c->surface->mesh;
  c->array[0] = (struct vtp_array){"points", 3, vertex, c->surface};
  for (size_t i = 1, k = 0; i < c->from.values; k += (size_t)c->from.array[i++].components) {
    c->carried[i] = (struct carried){c->value + k * m->triangles, m->triangles, c->from.array[i].components};
    c->array[i] = (struct vtp_array){c->from.array[i].name, c->from.array[i].components, carried, &c->carried[i]};
  }
  return (struct vtp){.points = m->vertices,
                      .triangles = m->triangles,
                      .corner = (const uint32_t(*)[3])m->triangle,
                      .single = how->single,
                      .units = c->from.units,
                      .shown = c->from.shown,
                      .arrays = c->array,
                      .count = c->from.values};
}

static int carry_all(struct on_surface_values *c, const struct probe_walls *w, const struct tile_domain *d,
                     struct tile_error *e)
{
  const struct probe_wall_arrays *from = &c->from;
  size_t components = 0;
  for (size_t i = 1; i < from->values; i++)
    components += (size_t)from->array[i].components;
  c->value = tile_alloc(c->surface->mesh.triangles, components * sizeof *c->value);
  if (!c->value)
    return tile_fail_memory(e, c->surface->mesh.triangles * components * sizeof *c->value, "values of triangles");
  if (near_points_make(&c->near, w->nodes.count, 2 * from->cloud.dx, &from->array[0], &from->array[from->values], e) ||
      open_planes_make(&c->open, d, e))
    return e->code;
  find_side(c);
  fill_all(c);
  return c->surface->share > 0 ? 0
                               : tile_fail(e, TILE_REJECTED,
                                           "--on: no wall lies within two voxels of the surface: it is another one, "
                                           "or --unit is wrong");
}

int on_surface_begin(struct on_surface_values **made, struct on_surface *s, const struct probe_walls *w,
                     const struct fields *f, struct tile_error *e)
{
  struct on_surface_values *c = *made = tile_alloc(1, sizeof *c);
  if (!c)
    return tile_fail_memory(e, sizeof *c, "values of triangles");
  probe_wall_arrays(&c->from, w, f);
  if (!c->from.cloud.frame.placed || !(f->units.dx > 0))
    return tile_fail(e, TILE_REJECTED, "%s: --on: it is not known where its voxels lie (keys origin and dx)", f->name);
  c->surface = s;
  return carry_all(c, w, &f->domain, e);
}

void on_surface_again(struct on_surface_values *c)
{
  fill_all(c);
}

void on_surface_end(struct on_surface_values *c)
{
  if (!c)
    return;
  near_points_free(&c->near);
  tile_surfaces_free(&c->open.surfaces);
  free(c->value);
  free(c);
}

int on_surface_write(struct on_surface *s, const struct probe_walls *w, const struct fields *f,
                     const struct probe_file *how, FILE *out, struct tile_error *e)
{
  struct on_surface_values *c;
  int code = on_surface_begin(&c, s, w, f, e);
  if (!code) {
    const struct vtp v = on_surface_vtp(c, how);
    code = vtp_write(&v, out, e);
  }
  on_surface_end(c);
  return code;
}

/* The size of an array, of which component k is the first. */
static void take_size(double *to, const struct on_surface_values *c, size_t k, int components)
{
  const size_t triangles = c->surface->mesh.triangles;
  for (size_t i = 0; i < triangles; i++) {
    const double *v = c->value + k * triangles + i;
    to[i] = components == 1 ? *v : hypot(hypot(v[0], v[triangles]), v[2 * triangles]);
  }
}

int on_surface_values(double **value, struct on_surface *s, const struct probe_walls *w, const struct fields *f,
                      const char *name, struct tile_error *e)
{
  struct on_surface_values *c;
  *value = tile_alloc(s->mesh.triangles, sizeof **value);
  if (!*value)
    return tile_fail_memory(e, s->mesh.triangles * sizeof **value, "values of triangles");
  const int code = on_surface_begin(&c, s, w, f, e);
  for (size_t i = 1, k = 0; !code && i < c->from.values; k += (size_t)c->from.array[i++].components)
    if (!strcmp(c->from.array[i].name, name))
      take_size(*value, c, k, c->from.array[i].components);
  on_surface_end(c);
  return code;
}

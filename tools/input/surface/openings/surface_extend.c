/* SPDX-License-Identifier: BSD-3-Clause */
/* Prolongs openings along their normal: the triangles that close an opening move to the far end, and each edge of their
 * rim becomes two triangles of the wall, with the vertices of the rim. So a closed surface stays closed. The far end is
 * at right angles to the normal, or a plane of the grid. */
#include "overlap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1 << 20 }; /* voxels of an extension */

/* An opening while it is prolonged. */
struct extending {
  struct surface *s;
  struct surface_cap *cap;
  struct surface part; /* its triangles alone; the vertices are those of s */
  uint32_t *moved;     /* for each vertex of the opening, the one at the far end; else 0 */
  struct prism prism;
};

/* ---- lengths ---- */

static const struct surface_extension *find(const struct surface_extensions *all, const char *name)
{
  for (size_t i = 0; i < all->count; i++)
    if (!strcmp(all->item[i].name, name))
      return &all->item[i];
  return NULL;
}

static bool is_opening(const struct surface *s, const char *name)
{
  bool found = !strcmp(name, SURFACE_EXTEND_ALL);
  for (int i = 0; i < s->caps; i++)
    found = found || !strcmp(s->cap[i].name, name);
  return found;
}

static int reject_name(const struct surface *s, const char *name, struct tile_error *e)
{
  char names[160] = "";
  size_t used = 0;
  for (int i = 0; i < s->caps && used < sizeof names; i++)
    used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i ? ", " : "", s->cap[i].name);
  return tile_fail(e, TILE_USAGE, "--extend: the surface has no opening %s; it has %s%s", name, names,
                   used < sizeof names ? "" : " ...");
}

static int check_names(const struct surface *s, const struct surface_extensions *all, struct tile_error *e)
{
  if (!s->caps)
    return tile_fail(e, TILE_USAGE, "--extend: the surface has no opening");
  for (size_t i = 0; i < all->count; i++)
    if (!is_opening(s, all->item[i].name))
      return reject_name(s, all->item[i].name, e);
  return TILE_OK;
}

static double diagonal_of(const struct surface_place *p)
{
  double diagonal = 0;
  for (int a = 0; a < 3; a++)
    diagonal = hypot(diagonal, (double)p->grid[a]);
  return diagonal;
}

/* The normal and its nearest axis are less than 55 degrees apart, whose tangent is less than 1.43. */
void surface_bevel_reserve(struct surface_place *p)
{
  p->reserve += (int64_t)(1.5 * diagonal_of(p)) + 2;
}

/* No opening is wider than the diagonal of the grid, whose ends are at most a hundredth of that from flat. */
int surface_extend_reserve(struct surface_place *p, const struct surface_extensions *all, double voxel,
                           struct tile_error *e)
{
  const double diagonal = diagonal_of(p);
  for (size_t i = 0; i < all->count; i++) {
    const struct surface_extension *x = &all->item[i];
    const double most = (x->diameters ? x->length * diagonal : x->length / voxel) + diagonal / 32 + 2;
    if (!(most < MOST))
      return tile_fail(e, TILE_USAGE, "--extend %s is too long: at most %d voxels", x->text, MOST);
    p->reserve = most > (double)p->reserve ? (int64_t)most : p->reserve;
  }
  return TILE_OK;
}

/* The hydraulic diameter, 4 area / rim, in voxels. */
static double diameter_of(const struct extending *x)
{
  double rim = 0;
  for (size_t i = 0; i < x->part.open; i++) {
    double square = 0;
    for (int a = 0; a < 3; a++) {
      const double side = (double)x->s->vertex[x->part.open_edge[i].b][a] - x->s->vertex[x->part.open_edge[i].a][a];
      square += side * side;
    }
    rim += sqrt(square);
  }
  return 4 * x->cap->area / ldexp(rim, -x->s->shift);
}

/* ---- the triangles ---- */

static double height_of(const struct extending *x, const double at[3])
{
  double height = 0;
  for (int a = 0; a < 3; a++)
    height += at[a] * x->prism.normal[a];
  return height;
}

static double height_at(const struct extending *x, uint32_t vertex)
{
  const int32_t *at = x->s->vertex[vertex];
  return height_of(x, (const double[]){at[0], at[1], at[2]});
}

/* Collects the triangles of the opening, and their rim: edges as these triangles contain them, from a to b. */
static int begin(struct extending *x, struct surface *s, struct surface_cap *cap, struct tile_error *e)
{
  *x = (struct extending){.s = s,
                          .cap = cap,
                          .part = {.vertices = s->vertices, .vertex = s->vertex},
                          .moved = tile_alloc(s->vertices, sizeof *x->moved),
                          .prism = {.name = cap->surface, .bottom = -INFINITY, .axis = -1}};

  int code = x->moved ? TILE_OK : tile_fail_memory(e, s->vertices * sizeof *x->moved, "an extension");
  for (int a = 0; a < 3; a++)
    x->prism.normal[a] = -cap->normal[a];
  for (size_t i = 0; i < s->triangles && !code; i++)
    if (s->name_of[i] == cap->surface)
      code = surface_add_triangle(&x->part, s->triangle[i], 0, e);
  if (!code)
    code = surface_find_open(&x->part, e);
  for (size_t i = 0; i < 3 * x->part.triangles && !code; i++)
    x->prism.bottom = fmax(x->prism.bottom, height_at(x, x->part.triangle[i / 3][i % 3]));
  return code;
}

static void end(struct extending *x)
{
  free(x->part.triangle);
  free(x->part.name_of);
  free(x->part.open_edge);
  free(x->moved);
  free(x->prism.triangle);
}

/* The way from a place to the far end, in units. */
static double way_from(const struct extending *x, const double at[3])
{
  return x->prism.axis < 0 ? x->prism.top - height_of(x, at)
                           : (x->prism.plane - at[x->prism.axis]) / x->prism.normal[x->prism.axis];
}

static uint32_t add_vertex(struct extending *x, uint32_t from)
{
  struct surface *s = x->s;
  const int32_t *near = s->vertex[from];
  int32_t *far = s->vertex[s->vertices];
  const double by = way_from(x, (const double[]){near[0], near[1], near[2]});
  for (int a = 0; a < 3; a++)
    far[a] = (int32_t)lrint(near[a] + by * x->prism.normal[a]);
  if (x->prism.axis >= 0)
    far[x->prism.axis] = x->prism.plane;
  return (uint32_t)s->vertices++;
}

/* Adds the projection of each vertex of the opening on the plane of the far end. */
static int add_vertices(struct extending *x, struct tile_error *e)
{
  struct surface *s = x->s;
  const size_t most = s->vertices + 3 * x->part.triangles;
  if (most >= UINT32_MAX)
    return tile_fail_memory(e, most * sizeof *s->vertex, "an extension");
  if (tile_reserve(&s->vertex, NULL, most, sizeof *s->vertex, "an extension", e))
    return e->code;
  for (size_t i = 0; i < 3 * x->part.triangles; i++) {
    const uint32_t from = x->part.triangle[i / 3][i % 3];
    if (!x->moved[from])
      x->moved[from] = add_vertex(x, from);
  }
  return TILE_OK;
}

static void move_end(struct extending *x)
{
  struct surface *s = x->s;
  for (size_t i = 0; i < s->triangles; i++)
    for (int k = 0; k < 3 && s->name_of[i] == x->cap->surface; k++)
      s->triangle[i][k] = x->moved[s->triangle[i][k]];
}

static int add_sides(struct extending *x, struct tile_error *e)
{
  int code = TILE_OK;
  x->prism.sides = x->s->triangles;
  for (size_t i = 0; i < x->part.open && !code; i++) {
    const struct surface_edge *edge = &x->part.open_edge[i];
    const uint32_t one[3] = {edge->a, edge->b, x->moved[edge->b]}, other[3] = {edge->a, one[2], x->moved[edge->a]};
    code = surface_add_triangle(x->s, one, 0, e) ? e->code : surface_add_triangle(x->s, other, 0, e);
  }
  x->prism.end = x->s->triangles;
  return code;
}

static int find_overlap(struct extending *x, bool *found, struct tile_error *e)
{
  const struct surface *s = x->s;
  struct prism *p = &x->prism;
  p->edge = x->part.open_edge;
  p->edges = x->part.open;
  p->triangle = tile_alloc(s->triangles, sizeof *p->triangle);
  if (!p->triangle)
    return tile_fail_memory(e, s->triangles * sizeof *p->triangle, "an extension");
  for (size_t i = 0; i < s->triangles; i++)
    if (i >= p->sides || s->name_of[i] == p->name)
      p->triangle[p->triangles++] = (uint32_t)i;
  *found = overlap_prism(s, p);
  return TILE_OK;
}

static double farthest_of(const struct extending *x)
{
  double most = -INFINITY;
  for (size_t i = 0; i < 3 * x->part.triangles; i++)
    most = fmax(most, height_at(x, x->moved[x->part.triangle[i / 3][i % 3]]));
  return most;
}

/* Makes the prism. *meets: whether it runs into the surface. */
static int prolong(struct extending *x, bool *meets, struct tile_error *e)
{
  if (add_vertices(x, e))
    return e->code;
  x->prism.top = farthest_of(x);
  move_end(x);
  return add_sides(x, e) || find_overlap(x, meets, e) ? e->code : TILE_OK;
}

/* The way from the centre of the opening to the far end, in voxels. */
static double way_from_centre(const struct extending *x)
{
  double at[3];
  for (int a = 0; a < 3; a++)
    at[a] = ldexp(x->cap->centre[a], x->s->shift);
  return ldexp(way_from(x, at), -x->s->shift);
}

static int extend(struct extending *x, const struct surface_extension *by, double voxel, struct tile_error *e)
{
  struct surface_cap *cap = x->cap;
  bool meets;
  cap->extended = by->diameters ? by->length * diameter_of(x) : by->length / voxel;
  x->prism.top = x->prism.bottom + ldexp(cap->extended, x->s->shift);
  const double way = way_from_centre(x);
  if (prolong(x, &meets, e))
    return e->code;
  if (meets)
    return tile_fail(e, TILE_USAGE,
                     "--extend %s: %s would run into the surface, or into another extension: make it shorter", by->text,
                     cap->name);
  for (int a = 0; a < 3; a++)
    cap->centre[a] += way * x->prism.normal[a];
  return TILE_OK;
}

/* ---- up to a plane of the grid ---- */

/* Chooses the plane half-way between two layers of voxels that is the nearest beyond all corners of the opening. false:
 * the opening is that plane. Corners are rounded to units. */
static bool choose_plane(struct extending *x)
{
  const double *n = x->prism.normal;
  const int32_t voxel = 1 << x->s->shift, rounded = 4;
  int32_t most = INT32_MIN, least = INT32_MAX;
  x->prism.axis = 0;
  for (int a = 1; a < 3; a++)
    x->prism.axis = fabs(n[a]) > fabs(n[x->prism.axis]) ? a : x->prism.axis;
  const int32_t sign = n[x->prism.axis] > 0 ? 1 : -1;
  for (size_t i = 0; i < 3 * x->part.triangles; i++) {
    const int32_t at = sign * x->s->vertex[x->part.triangle[i / 3][i % 3]][x->prism.axis];
    most = at > most ? at : most;
    least = at < least ? at : least;
  }
  /* layers lie at multiples of a voxel, which may be negative */
  const int32_t layer = (int32_t)floor((most - 0.5 * voxel - rounded) / voxel) + 1;
  const int32_t plane = layer * voxel + voxel / 2;
  const bool there = most - least <= rounded && plane - least <= rounded;
  x->prism.plane = sign * (plane - most > rounded || there ? plane : plane + voxel);
  return !there;
}

/* Takes the prism back. */
static void cut_back(struct extending *x, size_t vertices)
{
  struct surface *s = x->s;
  size_t n = 0;
  s->triangles = x->prism.sides;
  s->vertices = vertices;
  for (size_t i = 0; i < s->triangles; i++)
    if (s->name_of[i] == x->cap->surface)
      memcpy(s->triangle[i], x->part.triangle[n++], sizeof *s->triangle);
}

static int bevel(struct surface *s, struct surface_cap *cap, struct tile_error *e)
{
  struct extending x;
  const size_t vertices = s->vertices;
  bool meets = false;
  int code = begin(&x, s, cap, e);
  if (!code && choose_plane(&x)) {
    cap->behind = fmax(way_from_centre(&x), 0);
    code = prolong(&x, &meets, e);
  }
  if (!code && meets) {
    cut_back(&x, vertices);
    cap->behind = 0;
    cap->oblique = true;
  }
  end(&x);
  return code;
}

/* ---- the grid ---- */

/* Layers that are missing below and above the surface along an axis, where it shall have `layers` around it. */
static void missing(int64_t to[2], const struct surface *s, int axis, int64_t layers)
{
  int32_t low = INT32_MAX, high = INT32_MIN;
  for (size_t i = 0; i < s->triangles; i++)
    for (int k = 0; k < 3; k++) {
      const int32_t at = s->vertex[s->triangle[i][k]][axis];
      low = at < low ? at : low;
      high = at > high ? at : high;
    }
  /* what rounding of vertices adds needs no layer */
  to[0] = (int64_t)ceil((double)layers - 0.5 - ldexp(low, -s->shift) - ldexp(1, -s->shift));
  to[1] = (int64_t)ceil((double)layers + 0.5 + ldexp(high, -s->shift) - ldexp(1, -s->shift)) - s->grid[axis];
}

/* Adds layers to the grid by moving the surface by whole voxels. */
static void widen(struct surface *s, struct surface_place *p, int axis, const int64_t layers[2])
{
  const int64_t below = layers[0] > 0 ? layers[0] : 0, above = layers[1] > 0 ? layers[1] : 0;
  for (size_t i = 0; i < s->vertices; i++)
    s->vertex[i][axis] += (int32_t)(below << s->shift);
  for (int i = 0; i < s->caps; i++)
    s->cap[i].centre[axis] += (double)below;
  for (int i = 0; i < s->ends; i++)
    s->end[i].centre[axis] += (double)below;
  for (int i = 0; i < s->rims; i++)
    s->rim[i].centre[axis] += (double)below;
  p->origin[axis] -= (double)below * p->width;
  p->grid[axis] += below + above;
  s->grid[axis] = p->grid[axis];
}

static int widen_grid(struct surface *s, struct surface_place *p, int64_t layers, struct tile_error *e)
{
  for (int a = 0; a < 3; a++) {
    int64_t layer[2];
    missing(layer, s, a, layers);
    widen(s, p, a, layer);
  }
  if (surface_place_check(p, e))
    return e->code;
  surface_measure(s);
  return TILE_OK;
}

int surface_extend(struct surface *s, const struct surface_extensions *all, struct surface_place *p, double voxel,
                   int64_t layers, struct tile_error *e)
{
  int code = check_names(s, all, e);
  for (int i = 0; i < s->caps && !code; i++) {
    const struct surface_extension *own = find(all, s->cap[i].name), *by = own ? own : find(all, SURFACE_EXTEND_ALL);
    struct extending x;
    if (!by)
      continue;
    code = begin(&x, s, &s->cap[i], e);
    if (!code)
      code = extend(&x, by, voxel, e);
    end(&x);
  }
  return code ? code : widen_grid(s, p, layers, e);
}

int surface_bevel(struct surface *s, struct surface_place *p, int64_t layers, struct tile_error *e)
{
  int code = TILE_OK;
  for (int i = 0; i < s->caps && !code; i++)
    code = bevel(s, &s->cap[i], e);
  return code ? code : widen_grid(s, p, layers, e);
}

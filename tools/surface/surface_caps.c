/* Flat openings, for example where a vessel was cut, are closed and become named surfaces. */
#include "edges.h"
#include "loops.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { EARS = 20000 }; /* most corners of a polygon, because cutting takes a step for each pair of them */

/* A polygon is flat if no corner is further from the plane than a hundredth of its width, or than vertices are
 * rounded. */
static bool is_flat(const struct surface *s, const struct loop *l)
{
  return l->area > 0 && l->count <= EARS && l->off <= fmax(0.01 * sqrt(l->area), ldexp(2, -s->shift));
}

static bool is_hole(const struct surface *s, const struct loop *l)
{
  return l->area < (l->count <= 4 ? 1e-3 : 1e-5) * s->report.area;
}

static double along_normal(const struct surface *s, uint32_t triangle, const double direction[3])
{
  double side[2][3], normal[3], length = 0, sum = 0;
  for (int k = 0; k < 2; k++)
    for (int a = 0; a < 3; a++)
      side[k][a] = (double)s->vertex[s->triangle[triangle][k + 1]][a] - s->vertex[s->triangle[triangle][0]][a];
  for (int a = 0; a < 3; a++) {
    const int b = (a + 1) % 3, c = (a + 2) % 3;
    normal[a] = side[0][b] * side[1][c] - side[0][c] * side[1][b];
    length += normal[a] * normal[a];
    sum += normal[a] * direction[a];
  }
  return length > 0 ? sum / sqrt(length) : 0;
}

/* Whether all triangles at an edge face against this direction, within about 18 degrees. */
static bool faces_against(const struct surface *s, const struct edges *t, uint32_t a, uint32_t b,
                          const double direction[3])
{
  const uint32_t near = a < b ? a : b, far = a < b ? b : a;
  for (uint32_t i = t->begin[near]; i < t->begin[near + 1]; i++)
    if (t->use[i].far == far && along_normal(s, t->use[i].half / 3, direction) > -0.95)
      return false;
  return true;
}

/* Whether the cap would cover the triangles that it should close, because they are a separate flat piece. */
static bool folds(const struct surface *s, const struct edges *t, const struct loops *loops, const struct loop *l)
{
  const uint32_t *corner = loops->corner + l->begin;
  for (size_t i = 0; i < l->count; i++)
    if (!faces_against(s, t, corner[i], corner[(i + 1) % l->count], l->normal))
      return false;
  return true;
}

static int reject_fold(const struct loop *l, struct tile_error *e)
{
  return tile_fail(
      e, TILE_REJECTED,
      "the piece of %zu open edges at voxel %.0f, %.0f, %.0f is flat and joined to no other: no cap can close "
      "it: merge the vertices of the mesh, or use --repair",
      l->count, l->centre[0], l->centre[1], l->centre[2]);
}

static int close_hole(struct surface *s, const struct loops *loops, const struct loop *l, struct tile_error *e)
{
  s->report.hole = fmax(s->report.hole, l->area);
  s->report.holes++;
  s->report.capped += l->count;
  return surface_fill_polygon(s, loops->corner + l->begin, l->count, l->normal, 0, e);
}

static int reject(const struct loop *l, struct tile_error *e)
{
  return tile_fail(
      e, TILE_REJECTED,
      "the opening of %zu edges at voxel %.0f, %.0f, %.0f is not flat (off by %.3g of its width) and cannot "
      "be capped: use --repair",
      l->count, l->centre[0], l->centre[1], l->centre[2], l->area > 0 ? l->off / sqrt(l->area) : 1);
}

static int add_name(struct surface *s, const char *name, struct tile_error *e)
{
  if (s->names == MESH_NAMES)
    return tile_fail(e, TILE_REJECTED, "the surface has more than %d parts and openings", MESH_NAMES);
  void *grown = tile_grow(s->name, (size_t)s->names + 1, sizeof *s->name);
  if (!grown)
    return tile_fail_memory(e, sizeof *s->name, "names of surfaces");
  s->name = grown;
  memset(s->name[s->names], 0, sizeof *s->name);
  strcpy(s->name[s->names++], name);
  return TILE_OK;
}

struct surface_cap surface_opening(const struct loop *l)
{
  struct surface_cap c = {.area = l->area, .edges = l->count};
  memcpy(c.centre, l->centre, sizeof c.centre);
  for (int a = 0; a < 3; a++)
    c.normal[a] = -l->normal[a];
  return c;
}

int surface_add_opening(struct surface *s, struct surface_cap *c, struct tile_error *e)
{
  snprintf(c->name, sizeof c->name, "%s%d", s->caps ? "outlet" : "inlet", s->caps);
  struct surface_cap *grown = tile_grow(s->cap, (size_t)s->caps + 1, sizeof *grown);
  if (!grown)
    return tile_fail_memory(e, sizeof *grown, "openings");
  s->cap = grown;
  if (add_name(s, c->name, e))
    return e->code;
  c->surface = (unsigned char)s->names;
  s->cap[s->caps++] = *c;
  return TILE_OK;
}

static int cap(struct surface *s, const struct loops *loops, const struct loop *l, struct tile_error *e)
{
  struct surface_cap c = surface_opening(l);
  if (surface_add_opening(s, &c, e) ||
      surface_fill_polygon(s, loops->corner + l->begin, l->count, l->normal, s->names, e))
    return e->code;
  s->report.capped += l->count;
  return TILE_OK;
}

static int close_loop(struct surface *s, const struct edges *t, const struct loops *loops, const struct loop *l,
                      bool strict, struct tile_error *e)
{
  const bool flat = is_flat(s, l), fold = flat && folds(s, t, loops, l);
  if (flat && !fold)
    return (is_hole(s, l) ? close_hole : cap)(s, loops, l, e);
  return !strict ? TILE_OK : fold ? reject_fold(l, e) : reject(l, e);
}

int surface_cap(struct surface *s, bool strict, struct tile_error *e)
{
  struct loops l;
  struct edges t = {0};
  int code = loops_make(&l, s, e);
  if (!code)
    code = edges_make(&t, s, e);
  for (size_t i = 0; i < l.loops && !code; i++)
    code = close_loop(s, &t, &l, &l.loop[i], strict, e);
  edges_free(&t);
  loops_free(&l);
  if (!code)
    code = surface_find_open(s, e);
  if (!code)
    surface_measure(s);
  return code;
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "overlap.h"

/* ---- triangles ---- */

/* The sign of the volume of a tetrahedron. Coordinates have at most 30 bits with their sign: products of two differences
 * fit into 62 bits, those of three into 96. */
static int side_of(const int32_t *a, const int32_t *b, const int32_t *c, const int32_t *d)
{
  int64_t r[3][3];
  __int128 volume = 0;
  for (int k = 0; k < 3; k++) {
    r[0][k] = (int64_t)b[k] - a[k];
    r[1][k] = (int64_t)c[k] - a[k];
    r[2][k] = (int64_t)d[k] - a[k];
  }
  for (int k = 0; k < 3; k++)
    volume += (__int128)(r[0][(k + 1) % 3] * r[1][(k + 2) % 3] - r[0][(k + 2) % 3] * r[1][(k + 1) % 3]) * r[2][k];
  return (volume > 0) - (volume < 0);
}

/* The ends are not on the same side of the triangle's plane, and all edges of the triangle pass the line on the same
 * side, or touch it. */
static bool edge_meets(const struct surface *s, uint32_t from, uint32_t to, const uint32_t corner[3])
{
  const int32_t *a = s->vertex[from], *b = s->vertex[to], *t[3];
  bool left = false, right = false;
  for (int k = 0; k < 3; k++) {
    if (corner[k] == from || corner[k] == to)
      return false;
    t[k] = s->vertex[corner[k]];
  }
  if (side_of(t[0], t[1], t[2], a) == side_of(t[0], t[1], t[2], b))
    return false;
  for (int k = 0; k < 3; k++) {
    const int side = side_of(a, b, t[k], t[(k + 1) % 3]);
    left = left || side > 0;
    right = right || side < 0;
  }
  return !(left && right);
}

bool overlap_triangles(const struct surface *s, const uint32_t one[3], const uint32_t other[3])
{
  for (int k = 0; k < 3; k++)
    if (edge_meets(s, one[k], one[(k + 1) % 3], other) || edge_meets(s, other[k], other[(k + 1) % 3], one))
      return true;
  return false;
}

/* ---- the prism ---- */

struct bounds {
  int32_t low[3], high[3];
};

static void include(struct bounds *b, const struct surface *s, const uint32_t corner[3])
{
  for (int k = 0; k < 3; k++)
    for (int a = 0; a < 3; a++) {
      const int32_t at = s->vertex[corner[k]][a];
      b->low[a] = at < b->low[a] ? at : b->low[a];
      b->high[a] = at > b->high[a] ? at : b->high[a];
    }
}

static struct bounds bounds_of(const struct surface *s, const uint32_t corner[3])
{
  struct bounds b = {{INT32_MAX, INT32_MAX, INT32_MAX}, {INT32_MIN, INT32_MIN, INT32_MIN}};
  include(&b, s, corner);
  return b;
}

static bool apart(const struct bounds *b, const struct bounds *c)
{
  for (int a = 0; a < 3; a++)
    if (b->high[a] < c->low[a] || c->high[a] < b->low[a])
      return true;
  return false;
}

static bool is_part(const struct surface *s, const struct prism *p, size_t i)
{
  return (i >= p->sides && i < p->end) || s->name_of[i] == p->name;
}

/* Moves a vertex along the normal to height 0. */
static double flatten(const struct surface *s, const struct prism *p, uint32_t vertex, double at[3])
{
  double height = 0;
  for (int a = 0; a < 3; a++)
    height += s->vertex[vertex][a] * p->normal[a];
  for (int a = 0; a < 3; a++)
    at[a] = s->vertex[vertex][a] - height * p->normal[a];
  return height;
}

/* Whether a vertex is not before the far end, where that is a plane of the grid. */
static bool is_beyond(const struct surface *s, const struct prism *p, uint32_t vertex)
{
  const int64_t by = p->axis < 0 ? 0 : (int64_t)s->vertex[vertex][p->axis] - p->plane;
  return p->axis >= 0 && (p->normal[p->axis] > 0 ? by >= 0 : by <= 0);
}

/* Whether a vertex is beyond the near rim, before the far end, and within the rim: a line from it crosses the rim an
 * odd number of times. */
static bool is_within(const struct surface *s, const struct prism *p, uint32_t vertex)
{
  double at[3], from[3], to[3];
  bool odd = false;
  int u = 0;
  const double height = flatten(s, p, vertex, at);
  if (height <= p->bottom || height >= p->top || is_beyond(s, p, vertex))
    return false;
  for (int a = 1; a < 3; a++) /* the projection along this axis is the widest */
    u = p->normal[a] * p->normal[a] > p->normal[u] * p->normal[u] ? a : u;
  const int v = (u + 1) % 3, w = (u + 2) % 3;
  for (size_t i = 0; i < p->edges; i++) {
    flatten(s, p, p->edge[i].a, from);
    flatten(s, p, p->edge[i].b, to);
    if ((from[w] > at[w]) != (to[w] > at[w]) &&
        at[v] < from[v] + (at[w] - from[w]) / (to[w] - from[w]) * (to[v] - from[v]))
      odd = !odd;
  }
  return odd;
}

static bool meets(const struct surface *s, const struct prism *p, size_t triangle)
{
  const uint32_t *corner = s->triangle[triangle];
  const struct bounds here = bounds_of(s, corner);
  for (size_t i = 0; i < p->triangles; i++) {
    const uint32_t *other = s->triangle[p->triangle[i]];
    const struct bounds there = bounds_of(s, other);
    if (!apart(&here, &there) && overlap_triangles(s, corner, other))
      return true;
  }
  return is_within(s, p, corner[0]) || is_within(s, p, corner[1]) || is_within(s, p, corner[2]);
}

bool overlap_prism(const struct surface *s, const struct prism *p)
{
  struct bounds all = bounds_of(s, s->triangle[p->sides]);
  for (size_t i = 0; i < p->triangles; i++)
    include(&all, s, s->triangle[p->triangle[i]]);
  for (size_t i = 0; i < s->triangles; i++) {
    const struct bounds here = bounds_of(s, s->triangle[i]);
    if (!is_part(s, p, i) && !apart(&here, &all) && meets(s, p, i))
      return true;
  }
  return false;
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "rims.h"
#include "vectors.h"

#include <math.h>

struct polygon {
  const struct surface *s;
  const struct loop *l;
  const uint32_t *corner;
  double near, margin; /* voxels: from the plane, and from the rim, within which all counts as touching the rim */
  double reach;        /* the farthest corner from the centre */
};

static double height(const struct polygon *p, const double at[3])
{
  double sum = 0;
  for (int a = 0; a < 3; a++)
    sum += (at[a] - p->l->centre[a]) * p->l->normal[a];
  return sum;
}

static double from_side(const double a[3], const double b[3], const double at[3])
{
  double along = 0, square = 0, near[3];
  for (int i = 0; i < 3; i++) {
    along += (at[i] - a[i]) * (b[i] - a[i]);
    square += (b[i] - a[i]) * (b[i] - a[i]);
  }
  const double share = square > 0 ? fmin(1, fmax(0, along / square)) : 0;
  for (int i = 0; i < 3; i++)
    near[i] = a[i] + share * (b[i] - a[i]);
  return tile_distance(near, at);
}

/* Whether a point of the plane is within the polygon, and not next to its rim. */
static bool is_within(const struct polygon *p, const double at[3])
{
  bool odd = false;
  int u = 0;
  if (tile_distance(at, p->l->centre) > p->reach)
    return false;
  for (int a = 1; a < 3; a++) /* the projection along this axis is the widest */
    u = fabs(p->l->normal[a]) > fabs(p->l->normal[u]) ? a : u;
  const int v = (u + 1) % 3, w = (u + 2) % 3;
  for (size_t i = 0; i < p->l->count; i++) {
    double from[3], to[3];
    surface_point(p->s, p->corner[i], from);
    surface_point(p->s, p->corner[(i + 1) % p->l->count], to);
    if (from_side(from, to, at) < p->margin)
      return false;
    if ((from[w] > at[w]) != (to[w] > at[w]) &&
        at[v] < from[v] + (at[w] - from[w]) / (to[w] - from[w]) * (to[v] - from[v]))
      odd = !odd;
  }
  return odd;
}

/* Where the edge meets the plane; if it lies there, its ends and its middle. */
static bool edge_meets(const struct polygon *p, uint32_t a, uint32_t b)
{
  double from[3], to[3], at[3];
  surface_point(p->s, a, from);
  surface_point(p->s, b, to);
  const double low = height(p, from), high = height(p, to);
  if ((low > p->near && high > p->near) || (low < -p->near && high < -p->near))
    return false;
  const bool flat = fabs(low) <= p->near && fabs(high) <= p->near;
  for (int i = 0; i < (flat ? 3 : 1); i++) {
    const double share = flat ? i / 2.0 : fmin(1, fmax(0, low / (low - high)));
    for (int k = 0; k < 3; k++)
      at[k] = from[k] + share * (to[k] - from[k]);
    if (is_within(p, at))
      return true;
  }
  return false;
}

bool rim_cuts(const struct pieces *p, const struct loop *l, const bool *rim)
{
  const struct surface *s = p->s;
  const double unit = ldexp(1, -s->shift);
  struct polygon polygon = {.s = s, .l = l, .corner = p->loops.corner + l->begin, .near = fmax(2 * l->off, 2 * unit)};
  polygon.margin = fmax(4 * polygon.near, 0.02 * sqrt(l->area));
  for (size_t i = 0; i < l->count; i++) {
    double at[3];
    surface_point(s, polygon.corner[i], at);
    polygon.reach = fmax(polygon.reach, tile_distance(at, l->centre));
  }
  for (size_t i = 0; i < 3 * p->triangles; i++) {
    const uint32_t a = s->triangle[i / 3][i % 3], b = s->triangle[i / 3][(i % 3 + 1) % 3];
    if (!rim[a] && !rim[b] && edge_meets(&polygon, a, b))
      return true;
  }
  return false;
}

bool rim_inside(struct pieces *p, const struct loop *l)
{
  const uint32_t own = p->owner[l - p->loops.loop];
  double at[2][3], winding[2] = {0, 0};
  surface_pieces_rim(p, l, at);
  for (size_t i = 0; i < p->count; i++)
    for (int k = 0; k < 2 && i != own; k++)
      winding[k] += surface_pieces_winding(p, &p->piece[i], at[k]);
  return fabs(winding[0]) > 0.5 && fabs(winding[1]) > 0.5;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Box, channel, slit, tube: the same cross-section everywhere along an axis. */
#include "shape.h"
#include "tile_voxels.h"

#include <math.h>
#include <stdlib.h>

/* The axes u and v of the cross-section follow the duct's own in cyclic order (x, y for a duct along z). */
struct duct {
  int u, v;
  int64_t begin[3], end[3]; /* fluid is in these ranges */
  double radius;            /* for a tube also within this distance of the centre line */
};

int shape_box_make(struct shape *s, struct tile_error *e)
{
  struct duct *d = s->state = tile_alloc(1, sizeof *d);
  if (!d)
    return tile_fail_memory(e, sizeof *d, "a shape");
  int axis = shape_given(s, SHAPE_AXIS) ? (int)s->key[SHAPE_AXIS] : 2;
  *d = (struct duct){.u = (axis + 1) % 3, .v = (axis + 2) % 3, .radius = INFINITY};
  for (int a = 0; a < 3; a++)
    d->end[a] = s->grid[a];
  s->beyond = true;
  return TILE_OK;
}

/* Narrows axis a to `width` voxels in the middle; if they cannot be centred, the upper wall is the thicker one. */
static int narrow(struct shape *s, int a, enum shape_key key, const char *name, struct tile_error *e)
{
  struct duct *d = s->state;
  double width = s->key[key];
  if (floor(width) != width)
    return tile_fail(e, TILE_USAGE, "--shape %s: %s=%g: must be a whole number of voxels", s->name, name, width);
  if (width > (double)s->grid[a])
    return tile_fail(e, TILE_USAGE, "--shape %s: %s=%g is wider than the box (%lld voxels along %c)", s->name, name,
                     width, (long long)s->grid[a], "xyz"[a]);
  d->begin[a] = (s->grid[a] - (int64_t)width) / 2;
  d->end[a] = d->begin[a] + (int64_t)width;
  return TILE_OK;
}

int shape_channel_make(struct shape *s, struct tile_error *e)
{
  int code = shape_box_make(s, e);
  if (code || !shape_given(s, SHAPE_SIDE))
    return code;
  struct duct *d = s->state;
  code = narrow(s, d->u, SHAPE_SIDE, "w", e);
  return code ? code : narrow(s, d->v, SHAPE_SIDE, "w", e);
}

int shape_slit_make(struct shape *s, struct tile_error *e)
{
  int code = shape_box_make(s, e);
  if (code || !shape_given(s, SHAPE_GAP))
    return code;
  return narrow(s, ((struct duct *)s->state)->v, SHAPE_GAP, "h", e);
}

int shape_tube_make(struct shape *s, struct tile_error *e)
{
  int code = shape_box_make(s, e);
  if (code)
    return code;
  struct duct *d = s->state;
  int64_t least = s->grid[d->u] < s->grid[d->v] ? s->grid[d->u] : s->grid[d->v];
  double diameter = shape_given(s, SHAPE_DIAMETER) ? s->key[SHAPE_DIAMETER] : (double)least;
  if (diameter > (double)least)
    return tile_fail(e, TILE_USAGE, "--shape tube: d=%g is wider than the box (%lld voxels)", diameter,
                     (long long)least);
  d->radius = diameter / 2;
  return TILE_OK;
}

static bool inside(const struct shape *s, const int64_t at[3])
{
  const struct duct *d = s->state;
  for (int a = 0; a < 3; a++)
    if (at[a] < d->begin[a] || at[a] >= d->end[a])
      return false;
  double u = (double)at[d->u] - (double)(s->grid[d->u] - 1) / 2;
  double v = (double)at[d->v] - (double)(s->grid[d->v] - 1) / 2;
  return u * u + v * v < d->radius * d->radius;
}

void shape_duct_slice(const struct shape *s, int64_t z, unsigned char *values)
{
  for (int64_t y = 0; y < s->grid[1]; y++)
    for (int64_t x = 0; x < s->grid[0]; x++)
      *values++ = inside(s, (int64_t[]){x, y, z}) ? TILE_FLUID : TILE_SOLID;
}

/* Cuts with the planes half a voxel before the layers of a wall; where the range ends at a face of the grid, the face
 * is the wall. */
static void cut_planes(const struct shape *s, const double from[3], const double to[3], double *q)
{
  const struct duct *d = s->state;
  for (int a = 0; a < 3; a++) {
    const double low = (double)d->begin[a] - 0.5, high = (double)d->end[a] - 0.5;
    if (d->begin[a] > 0 && to[a] < low)
      *q = fmin(*q, (low - from[a]) / (to[a] - from[a]));
    if (d->end[a] < s->grid[a] && to[a] > high)
      *q = fmin(*q, (high - from[a]) / (to[a] - from[a]));
  }
}

/* Cuts with the cylinder: |from + q (to - from)| across the axis is the radius, and q is the root ahead. */
static void cut_cylinder(const struct shape *s, const double from[3], const double to[3], double *q)
{
  const struct duct *d = s->state;
  const double middle[2] = {(double)(s->grid[d->u] - 1) / 2, (double)(s->grid[d->v] - 1) / 2};
  const double u = from[d->u] - middle[0], v = from[d->v] - middle[1], du = to[d->u] - from[d->u],
               dv = to[d->v] - from[d->v], r = d->radius;
  if (!((u + du) * (u + du) + (v + dv) * (v + dv) >= r * r))
    return;
  const double a = du * du + dv * dv, b = u * du + v * dv, c = u * u + v * v - r * r, root = sqrt(b * b - a * c);
  *q = fmin(*q, b > 0 ? -c / (b + root) : (root - b) / a);
}

bool shape_duct_cut(const struct shape *s, const double from[3], const double to[3], double *q)
{
  *q = INFINITY;
  cut_planes(s, from, to, q);
  cut_cylinder(s, from, to, q);
  return *q < INFINITY;
}

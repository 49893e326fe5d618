/* SPDX-License-Identifier: BSD-3-Clause */
/* A torus around the centre of its box. */
#include "polynomial.h"
#include "shape.h"
#include "tile_voxels.h"

#include <math.h>

struct torus {
  int axis;            /* the axis that the ring surrounds */
  double ring, radius; /* radius of the centre line of the tube; of the tube */
};

static double least_across(const struct shape *s, int axis)
{
  const int64_t u = s->grid[(axis + 1) % 3], v = s->grid[(axis + 2) % 3];
  return (double)(u < v ? u : v);
}

static int check(const struct shape *s, const struct torus *t, struct tile_error *e)
{
  const double least = least_across(s, t->axis), d = 2 * t->radius, ring = 2 * t->ring;
  if (d > ring)
    return tile_fail(e, TILE_USAGE, "--shape torus: d=%g is wider than the ring (%g voxels), which has no hole then", d,
                     ring);
  if (d + ring > least)
    return tile_fail(e, TILE_USAGE, "--shape torus: d=%g and ring=%g are wider together than the box (%g voxels)", d,
                     ring, least);
  if (d > (double)s->grid[t->axis])
    return tile_fail(e, TILE_USAGE, "--shape torus: d=%g is wider than the box (%lld voxels along %c)", d,
                     (long long)s->grid[t->axis], "xyz"[t->axis]);
  return TILE_OK;
}

int shape_torus_make(struct shape *s, struct tile_error *e)
{
  struct torus *t = s->state = tile_alloc(1, sizeof *t);
  if (!t)
    return tile_fail_memory(e, sizeof *t, "a shape");
  t->axis = shape_given(s, SHAPE_AXIS) ? (int)s->key[SHAPE_AXIS] : 2;
  const double least = least_across(s, t->axis), depth = (double)s->grid[t->axis];
  const double d = shape_given(s, SHAPE_DIAMETER) ? s->key[SHAPE_DIAMETER] : fmin(least / 4, depth);
  t->radius = d / 2;
  t->ring = (shape_given(s, SHAPE_RING) ? s->key[SHAPE_RING] : least - d) / 2;
  s->beyond = true;
  return check(s, t, e);
}

/* Coordinates relative to the centre; those along the axis are last. */
static void centred(const struct shape *s, const struct torus *t, const double at[3], double to[3])
{
  for (int a = 0; a < 3; a++) {
    const int axis = (t->axis + 1 + a) % 3;
    to[a] = at[axis] - (double)(s->grid[axis] - 1) / 2;
  }
}

static bool inside(const struct shape *s, const double at[3])
{
  const struct torus *t = s->state;
  double p[3];
  centred(s, t, at, p);
  const double off = hypot(p[0], p[1]) - t->ring;
  return off * off + p[2] * p[2] < t->radius * t->radius;
}

void shape_torus_slice(const struct shape *s, int64_t z, unsigned char *values)
{
  for (int64_t y = 0; y < s->grid[1]; y++)
    for (int64_t x = 0; x < s->grid[0]; x++)
      *values++ = inside(s, (double[]){(double)x, (double)y, (double)z}) ? TILE_FLUID : TILE_SOLID;
}

/* The function (p^2 + R^2 - r^2)^2 - 4 R^2 (p_u^2 + p_v^2) is negative inside the torus; along p + q c it is a
 * polynomial of degree 4 in q. */
bool shape_torus_cut(const struct shape *s, const double from[3], const double to[3], double *q)
{
  const struct torus *t = s->state;
  double p[3], c[3], sum[3] = {t->ring * t->ring - t->radius * t->radius, 0, 0}, across[3] = {0};
  if (inside(s, to))
    return false;
  centred(s, t, from, p);
  centred(s, t, to, c);
  for (int a = 0; a < 3; a++) {
    c[a] -= p[a];
    const double square[3] = {p[a] * p[a], 2 * p[a] * c[a], c[a] * c[a]};
    for (int k = 0; k < 3; k++) {
      sum[k] += square[k];
      across[k] += a < 2 ? 4 * t->ring * t->ring * square[k] : 0;
    }
  }
  const double over[5] = {sum[0] * sum[0] - across[0], 2 * sum[0] * sum[1] - across[1],
                          sum[1] * sum[1] + 2 * sum[0] * sum[2] - across[2], 2 * sum[1] * sum[2], sum[2] * sum[2]};
  *q = polynomial_rise(over, 4);
  return true;
}

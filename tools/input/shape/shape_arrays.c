/* SPDX-License-Identifier: BSD-3-Clause */
/* sc, bcc, fcc: periodic arrays of solid spheres with a given solid fraction; cylinders: a square array of cylinders
 * along z. */
#include "shape.h"
#include "tile_voxels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Centres in units of the cell, from its lower corner (-1/2 voxel); the fraction at which neighbours touch. */
static const struct lattice {
  const char *name;
  double touching;
  int spheres, axes; /* axes 2: cylinders, which do not depend on z */
  double centre[4][3];
} lattices[] = {
    {"sc", M_PI / 6, 1, 3, {{.5, .5, .5}}},
    {"bcc", 1.7320508075688772 * M_PI / 8, 2, 3, {{0, 0, 0}, {.5, .5, .5}}},
    {"fcc", M_SQRT2 *M_PI / 6, 4, 3, {{0, 0, 0}, {.5, .5, 0}, {.5, 0, .5}, {0, .5, .5}}},
    {"cylinders", M_PI / 4, 1, 2, {{.5, .5}}},
};

struct array {
  const struct lattice *lattice;
  double cell, radius;
  double *across; /* squared distance along x from sphere i to voxel x, at [i*nx + x] */
};

static const struct lattice *lattice_named(const char *name)
{
  const struct lattice *l = lattices;
  while (strcmp(l->name, name))
    l++;
  return l;
}

/* The unit cell: `cell=`, or the whole of a cubic (square) box. */
static int set_cell(const struct shape *s, struct array *a, struct tile_error *e)
{
  const int64_t *n = s->grid;
  a->cell = shape_given(s, SHAPE_CELL) ? s->key[SHAPE_CELL] : (double)n[0];
  const int axes = a->lattice->axes;
  if (!shape_given(s, SHAPE_CELL) && (n[1] != n[0] || n[axes - 1] != n[0]))
    return tile_fail(e, TILE_USAGE, "--shape %s: the box must be a %s, or give cell=, the side of a unit cell", s->name,
                     axes == 3 ? "cube" : "square");
  for (int i = 0; i < axes; i++)
    if (fmod((double)n[i], a->cell) != 0)
      return tile_fail(e, TILE_USAGE, "--shape %s: cell=%g does not divide %lld, the size along %c", s->name, a->cell,
                       (long long)n[i], "xyz"[i]);
  return TILE_OK;
}

/* The distance from a centre, or its nearest periodic image, along an axis. */
static double away_along(const struct array *a, int axis, double at, double centre)
{
  return axis < a->lattice->axes ? remainder(at + 0.5 - centre * a->cell, a->cell) : 0;
}

static double squared(const struct array *a, int axis, int64_t at, const double centre[3])
{
  double distance = away_along(a, axis, (double)at, centre[axis]);
  return distance * distance;
}

static int set_across(const struct shape *s, struct array *a, struct tile_error *e)
{
  int64_t nx = s->grid[0];
  a->across = tile_alloc((size_t)nx, 4 * sizeof *a->across);
  if (!a->across)
    return tile_fail_memory(e, (size_t)nx * 4 * sizeof *a->across, "a shape");
  for (int i = 0; i < a->lattice->spheres; i++)
    for (int64_t x = 0; x < nx; x++)
      a->across[i * nx + x] = squared(a, 0, x, a->lattice->centre[i]);
  return TILE_OK;
}

int shape_array_make(struct shape *s, struct tile_error *e)
{
  struct array *a = s->state = tile_alloc(1, sizeof *a);
  if (!a)
    return tile_fail_memory(e, sizeof *a, "a shape");
  const struct lattice *l = a->lattice = lattice_named(s->name);
  double c = s->key[SHAPE_FRACTION];
  if (c > l->touching)
    return tile_fail(e, TILE_USAGE, "--shape %s: c=%g: %s touch at c=%.6f already and must not overlap", s->name, c,
                     l->axes == 3 ? "spheres" : "cylinders", l->touching);
  s->beyond = true;
  int code = set_cell(s, a, e);
  a->radius = a->cell * (l->axes == 3 ? cbrt(3 * c / (4 * M_PI * l->spheres)) : sqrt(c / M_PI));
  return code ? code : set_across(s, a, e);
}

void shape_array_empty(struct shape *s)
{
  struct array *a = s->state;
  if (a)
    free(a->across);
}

static void add_row(const struct shape *s, int64_t y, int64_t z, unsigned char *row)
{
  const struct array *a = s->state;
  for (int i = 0; i < a->lattice->spheres; i++) {
    const double *centre = a->lattice->centre[i], *across = a->across + i * s->grid[0];
    double rest = a->radius * a->radius - squared(a, 1, y, centre) - squared(a, 2, z, centre);
    for (int64_t x = 0; x < s->grid[0]; x++)
      if (across[x] < rest)
        row[x] = TILE_SOLID;
  }
}

void shape_array_slice(const struct shape *s, int64_t z, unsigned char *values)
{
  for (int64_t i = 0; i < s->grid[0] * s->grid[1]; i++)
    values[i] = TILE_FLUID;
  for (int64_t y = 0; y < s->grid[1]; y++)
    add_row(s, y, z, values + y * s->grid[0]);
}

/* The vector from the nearest image of a centre to `at`. */
static void away(const struct array *a, const double at[3], const double centre[3], double to[3])
{
  for (int k = 0; k < 3; k++)
    to[k] = away_along(a, k, at[k], centre[k]);
}

/* Whether the link enters the image of a sphere that is nearest to either of its ends. */
static bool cut_one(const struct array *a, const double centre[3], const double from[3], const double along[3],
                    const double to[3], double *q)
{
  double end[3], begin[3], part;
  away(a, to, centre, end);
  const bool inside = end[0] * end[0] + end[1] * end[1] + end[2] * end[2] < a->radius * a->radius;
  for (int k = 0; k < 3; k++)
    begin[k] = end[k] - along[k];
  if (sphere_entry(begin, along, a->radius, &part))
    *q = fmin(*q, part);
  away(a, from, centre, begin);
  if (sphere_entry(begin, along, a->radius, &part))
    *q = fmin(*q, part);
  return inside;
}

bool shape_array_cut(const struct shape *s, const double from[3], const double to[3], double *q)
{
  const struct array *a = s->state;
  const double along[3] = {to[0] - from[0], to[1] - from[1], a->lattice->axes == 3 ? to[2] - from[2] : 0};
  bool inside = false;
  *q = 1;
  for (int i = 0; i < a->lattice->spheres; i++)
    inside |= cut_one(a, a->lattice->centre[i], from, along, to, q);
  return inside;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* A tree of tubes, like blood vessels, as an example of a sparse domain: one tube enters through the middle of face z-,
 * divides into two several times, alternately along the two other axes, and leaves through z+ in as many tubes as the
 * last generation has. All generations have the same height. Murray's law sets the diameters: the cubes of the
 * daughters' diameters add up to that of the parent. */
#include "vessel.h"
#include "tile_voxels.h"

#include <math.h>
#include <stdlib.h>

enum { GENERATIONS = 7 };
#define NARROWEST 4.0 /* voxels: a narrower tube does not divide */

/* The number of generations, limited by the narrowest tube that divides. */
static int generations(double diameter)
{
  int count = 1;
  while (count < GENERATIONS && diameter * pow(2, -(count - 1) / 3.) > NARROWEST)
    count++;
  return count;
}

/* Half the distance between the two daughters, as a fraction of the box: 1/4 1/4 1/8 1/8 ... */
static double spread(int generation)
{
  return 0.25 * pow(0.5, (generation - 1) / 2);
}

/* Places tube i and its descendants; the daughters of tube i are 2i+1 and 2i+2. */
static void place(struct vessel *v, const struct shape *s, int i, int generation, int count, double diameter)
{
  const int64_t *n = s->grid;
  struct tube *t = v->tube + i;
  double height = (double)n[2] / count;
  t->radius = diameter / 2 * pow(2, -generation / 3.);
  for (int a = 0; a < 2; a++)
    t->begin[a] = i ? v->tube[(i - 1) / 2].begin[a] + v->tube[(i - 1) / 2].along[a] : (double)(n[a] - 1) / 2;
  t->begin[2] = generation * height - 0.5;
  t->along[2] = height;
  if (i)
    t->along[(generation - 1) % 2] = (i % 2 ? -1 : 1) * spread(generation) * (double)n[(generation - 1) % 2];
}

int shape_vessel_make(struct shape *s, struct tile_error *e)
{
  double least = (double)(s->grid[0] < s->grid[1] ? s->grid[0] : s->grid[1]);
  double diameter = shape_given(s, SHAPE_DIAMETER) ? s->key[SHAPE_DIAMETER] : least / 5;
  if (diameter > least / 4)
    return tile_fail(e, TILE_USAGE,
                     "--shape vessel: d=%g: must be at most a quarter of the box (%lld voxels), for its "
                     "branches spread over it",
                     diameter, (long long)least);
  struct vessel *v = s->state = tile_alloc(1, sizeof *v);
  if (!v)
    return tile_fail_memory(e, sizeof *v, "a shape");
  int count = generations(diameter);
  for (int g = 0; g < count; g++)
    for (int i = (1 << g) - 1; i < (2 << g) - 1; i++)
      place(v, s, v->tubes++, g, count, diameter);
  return TILE_OK;
}

static bool inside(const struct tube *t, const double at[3])
{
  double dot = 0, length = 0, square = 0;
  for (int a = 0; a < 3; a++) {
    dot += (at[a] - t->begin[a]) * t->along[a];
    length += t->along[a] * t->along[a];
  }
  double part = fmin(fmax(dot / length, 0), 1);
  for (int a = 0; a < 3; a++) {
    double off = at[a] - t->begin[a] - part * t->along[a];
    square += off * off;
  }
  return square < t->radius * t->radius;
}

/* First and last voxel along axis a that tube t may cover, inside the box. */
static void reach(const struct tube *t, int a, int64_t size, int64_t range[2])
{
  double end = t->begin[a] + t->along[a];
  range[0] = (int64_t)fmax(floor(fmin(t->begin[a], end) - t->radius), 0);
  range[1] = (int64_t)fmin(ceil(fmax(t->begin[a], end) + t->radius), (double)(size - 1));
}

static void add_tube(const struct shape *s, const struct tube *t, int64_t z, unsigned char *values)
{
  int64_t range[3][2];
  for (int a = 0; a < 3; a++)
    reach(t, a, s->grid[a], range[a]);
  if (z < range[2][0] || z > range[2][1])
    return;
  for (int64_t y = range[1][0]; y <= range[1][1]; y++)
    for (int64_t x = range[0][0]; x <= range[0][1]; x++)
      if (inside(t, (double[]){(double)x, (double)y, (double)z}))
        values[y * s->grid[0] + x] = TILE_FLUID;
}

void shape_vessel_slice(const struct shape *s, int64_t z, unsigned char *values)
{
  const struct vessel *v = s->state;
  for (int64_t i = 0; i < s->grid[0] * s->grid[1]; i++)
    values[i] = TILE_SOLID;
  for (int i = 0; i < v->tubes; i++)
    add_tube(s, v->tube + i, z, values);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* A channel of a microfluidic chip that turns to and fro: straight legs along y, side by side along x, joined by half
 * rings; the same in each slice. It enters at y- and leaves at y+ or, with an odd number of turns, at y-. */
#include "shape.h"
#include "tile_voxels.h"

#include <math.h>
#include <stdlib.h>

struct chip {
  double width, pitch, first; /* of the channel; between centre lines; x of the first centre line */
  double low, high;           /* y of the centres of the half rings */
  int64_t turns;
};

enum { WIDTH = 16 };

/* A whole number of voxels, or `instead` if the key is not given. */
static int whole(const struct shape *s, enum shape_key key, const char *name, double least, double instead, double *to,
                 struct tile_error *e)
{
  *to = shape_given(s, key) ? s->key[key] : instead;
  if (floor(*to) != *to || *to < least)
    return tile_fail(e, TILE_USAGE, "--shape chip: %s=%g: must be a whole number of voxels, %g or more", name, *to,
                     least);
  return TILE_OK;
}

/* The box must hold all legs side by side, and half rings at both ends with a wall outside as thick as that between
 * legs. */
static int place(struct shape *s, struct chip *c, struct tile_error *e)
{
  const double wall = c->pitch - c->width, ring = (c->pitch + c->width) / 2 + wall, most = 0x1p31;
  const double room = floor(((double)s->grid[0] - c->width) / c->pitch),
               turns = shape_given(s, SHAPE_TURNS) ? s->key[SHAPE_TURNS] : fmin(fmax(room, 0), most);
  if (turns > room)
    return tile_fail(e, TILE_USAGE, "--shape chip: turns=%g need %g voxels along x, and the box has %lld", turns,
                     turns * c->pitch + c->width, (long long)s->grid[0]);
  if (turns > 0 && (double)s->grid[1] < 2 * ring)
    return tile_fail(e, TILE_USAGE, "--shape chip: the turns need %g voxels along y, and the box has %lld", 2 * ring,
                     (long long)s->grid[1]);
  c->turns = (int64_t)turns;
  c->first = floor(((double)s->grid[0] - turns * c->pitch - c->width) / 2) + (c->width - 1) / 2;
  c->low = ring - 0.5;
  c->high = (double)s->grid[1] - 0.5 - ring;
  return TILE_OK;
}

int shape_chip_make(struct shape *s, struct tile_error *e)
{
  struct chip *c = s->state = tile_alloc(1, sizeof *c);
  if (!c)
    return tile_fail_memory(e, sizeof *c, "a shape");
  s->beyond = true;
  if (whole(s, SHAPE_WIDTH, "width", 1, WIDTH, &c->width, e) ||
      whole(s, SHAPE_PITCH, "pitch", c->width + 1, 2 * c->width, &c->pitch, e))
    return e->code;
  return place(s, c, e);
}

/* Distance to the nearest of `count` half rings, of which the first has its centre at x, y. */
static double to_rings(const struct chip *c, int64_t count, double x, double y, const double at[3])
{
  if (!count)
    return INFINITY;
  const double n = fmin(fmax(round((at[0] - x) / (2 * c->pitch)), 0), (double)(count - 1));
  return fabs(hypot(at[0] - x - 2 * n * c->pitch, at[1] - y) - c->pitch / 2);
}

static double to_leg(const struct chip *c, int64_t leg, const double at[3])
{
  return fabs(at[0] - c->first - (double)leg * c->pitch);
}

/* Distance to the centre line, less half the width: below 0 inside the channel. */
static double to_wall(const struct chip *c, const double at[3])
{
  const bool leaves_above = c->turns % 2 == 0;
  double d = INFINITY;
  if (c->turns == 0)
    d = to_leg(c, 0, at);
  else if (at[1] > c->high)
    d = fmin(to_rings(c, (c->turns + 1) / 2, c->first + c->pitch / 2, c->high, at),
             leaves_above ? to_leg(c, c->turns, at) : INFINITY);
  else if (at[1] < c->low)
    d = fmin(to_rings(c, c->turns / 2, c->first + 1.5 * c->pitch, c->low, at),
             fmin(to_leg(c, 0, at), leaves_above ? INFINITY : to_leg(c, c->turns, at)));
  else
    d = to_leg(c, (int64_t)fmin(fmax(round((at[0] - c->first) / c->pitch), 0), (double)c->turns), at);
  return d - c->width / 2;
}

void shape_chip_slice(const struct shape *s, int64_t z, unsigned char *values)
{
  (void)z;
  for (int64_t y = 0; y < s->grid[1]; y++)
    for (int64_t x = 0; x < s->grid[0]; x++)
      *values++ = to_wall(s->state, (double[]){(double)x, (double)y, 0}) < 0 ? TILE_FLUID : TILE_SOLID;
}

/* By halving: the channel is wider than a link is long, or one voxel wide, where links cross one wall too. */
bool shape_chip_cut(const struct shape *s, const double from[3], const double to[3], double *q)
{
  double inside = 0, outside = 1;
  if (to_wall(s->state, to) < 0)
    return false;
  while (true) {
    const double middle = (inside + outside) / 2,
                 at[3] = {from[0] + middle * (to[0] - from[0]), from[1] + middle * (to[1] - from[1]), 0};
    if (middle <= inside || middle >= outside)
      break;
    *(to_wall(s->state, at) < 0 ? &inside : &outside) = middle;
  }
  *q = outside;
  return true;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Where links leave a vessel. */
#include "vessel.h"
#include "vectors.h"

#include <math.h>

/* The interval of q in which the line from + q along is inside a convex body; low > high: empty. */
struct part {
  double low, high;
};

static void widen(struct part *p, double low, double high)
{
  p->low = fmin(p->low, low);
  p->high = fmax(p->high, high);
}

/* Adds the q within [low, high] with a q^2 + 2 b q + c < 0. */
static void add_quadratic(struct part *p, double a, double b, double c, double low, double high)
{
  const double rest = b * b - a * c;
  if (a <= 0 ? c >= 0 : rest <= 0)
    return;
  if (a > 0) {
    low = fmax(low, (-b - sqrt(rest)) / a);
    high = fmin(high, (-b + sqrt(rest)) / a);
  }
  if (low < high)
    widen(p, low, high);
}

static void add_ball(struct part *p, const double off[3], const double along[3], double radius)
{
  add_quadratic(p, tile_dot(along, along), tile_dot(off, along), tile_dot(off, off) - radius * radius, -INFINITY,
                INFINITY);
}

/* The cylinder between the planes through both ends of the tube. Along the axis the line is at fraction `first` of the
 * tube, and advances by `rate`. */
static void add_side(struct part *p, const struct tube *t, const double off[3], const double along[3])
{
  const double square = tile_dot(t->along, t->along), first = tile_dot(off, t->along) / square,
               rate = tile_dot(along, t->along) / square;
  const double a = tile_dot(along, along) - rate * rate * square, b = tile_dot(off, along) - first * rate * square,
               c = tile_dot(off, off) - first * first * square - t->radius * t->radius;
  double low = -INFINITY, high = INFINITY;
  if (rate == 0 && (first < 0 || first > 1))
    return;
  if (rate != 0) {
    low = fmin(-first / rate, (1 - first) / rate);
    high = fmax(-first / rate, (1 - first) / rate);
  }
  add_quadratic(p, a > 1e-12 * tile_dot(along, along) ? a : 0, b, c, low, high);
}

/* A tube with its round ends is convex: its interval is that of the cylinder and of both spheres together. */
static struct part part_of(const struct tube *t, const double from[3], const double along[3])
{
  struct part p = {INFINITY, -INFINITY};
  double off[3], end[3];
  for (int a = 0; a < 3; a++) {
    off[a] = from[a] - t->begin[a];
    end[a] = off[a] - t->along[a];
  }
  add_ball(&p, off, along, t->radius);
  add_ball(&p, end, along, t->radius);
  add_side(&p, t, off, along);
  return p;
}

static bool is_near(const struct tube *t, const double from[3])
{
  for (int a = 0; a < 3; a++) {
    const double end = t->begin[a] + t->along[a], room = t->radius + 2;
    if (from[a] < fmin(t->begin[a], end) - room || from[a] > fmax(t->begin[a], end) + room)
      return false;
  }
  return true;
}

/* Follows the line from tube to tube as long as their intervals have no gap between them. */
bool shape_vessel_cut(const struct shape *s, const double from[3], const double to[3], double *q)
{
  const struct vessel *v = s->state;
  const double along[3] = {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
  struct part part[VESSEL_TUBES];
  int near = 0;
  for (int i = 0; i < v->tubes; i++)
    if (is_near(v->tube + i, from))
      part[near++] = part_of(v->tube + i, from, along);
  *q = 0;
  for (bool further = true; further;) {
    further = false;
    for (int i = 0; i < near; i++)
      if (part[i].low <= *q && part[i].high > *q) {
        *q = part[i].high;
        further = true;
      }
  }
  return *q < 1;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* A part of internal.h: vectors of three numbers. */
#ifndef TILE_VECTORS_H
#define TILE_VECTORS_H

#include <math.h>

static inline double tile_dot(const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline double tile_length(const double a[3])
{
  return sqrt(tile_dot(a, a));
}

static inline double tile_distance(const double a[3], const double b[3])
{
  const double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  return tile_length(d);
}

/* `to` is neither a nor b. */
static inline void tile_cross(double to[3], const double a[3], const double b[3])
{
  for (int i = 0; i < 3; i++)
    to[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

#endif

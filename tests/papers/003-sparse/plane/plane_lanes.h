/* SPDX-License-Identifier: BSD-3-Clause */
/* Eight nodes at a time on the CPU. */
#ifndef PLANE_LANES_H
#define PLANE_LANES_H

#include "plane.h"

typedef double lanes __attribute__((vector_size(LANES * sizeof(double))));
typedef int64_t flags __attribute__((vector_size(LANES * sizeof(int64_t))));

#define REAL lanes
#define COLLIDE collide
#include "plane_collide.h"

INLINE lanes load(const double *from)
{
  lanes v;
  memcpy(&v, from, sizeof v);
  return v;
}

INLINE void store(double *to, lanes v)
{
  memcpy(to, &v, sizeof v);
}

/* `yes` where a bit of `bits` is set, else `no`. */
INLINE lanes choose(unsigned bits, lanes yes, lanes no)
{
  const flags lane = {1, 2, 4, 8, 16, 32, 64, 128}, set = (((flags){0} + (int64_t)bits) & lane) != 0;
  return (lanes)(((flags)yes & set) | ((flags)no & ~set));
}

#endif

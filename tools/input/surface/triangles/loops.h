/* SPDX-License-Identifier: BSD-3-Clause */
/* The open edges of a surface as closed loops; each is the polygon that would close it. */
#ifndef LOOPS_H
#define LOOPS_H

#include "surface.h"

struct loop {
  size_t begin, count;               /* its corners in `corner` */
  double normal[3], centre[3], area; /* of the polygon: unit vector out of the surface; voxels; voxels^2 */
  double off;                        /* greatest distance of a corner from the polygon's plane, voxels */
  double key;                        /* while they are sorted */
};

struct loops {
  uint32_t *corner; /* of all loops */
  struct loop *loop;
  size_t corners, loops;
};
/* Makes the loops, in the order of loops_sort. Sorts the open edges. */
int loops_make(struct loops *l, struct surface *s, struct tile_error *e);
/* Sorts structures of `each` bytes that begin with a loop: the largest first, those of equal areas by z, y and x of their
 * centres, and those at one place by `begin`. */
void loops_sort(void *loops, size_t each, size_t count);
void loops_free(struct loops *l);

/* surface_caps.c: the opening that this loop bounds, and its addition, which gives it a name and makes it the last of
 * the named surfaces. */
struct surface_cap surface_opening(const struct loop *l);
int surface_add_opening(struct surface *s, struct surface_cap *c, struct tile_error *e);

#endif

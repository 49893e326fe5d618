/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether the prism that prolongs an opening meets the rest of its surface. */
#ifndef OVERLAP_H
#define OVERLAP_H

#include "surface.h"

struct prism {
  size_t sides, end;  /* its side triangles: sides <= i < end; those at its far end have its name */
  unsigned char name; /* of the opening */
  uint32_t *triangle; /* all of them */
  size_t triangles;
  double normal[3], bottom, top; /* unit, out of the surface; heights along it, in units: of the farthest corner of the
                                    * near rim, and of the far end */
  int axis;                      /* the far end is a plane across this axis, at this place; -1: across the normal */
  int32_t plane;
  const struct surface_edge *edge; /* the near rim */
  size_t edges;
};

/* Exact: whether an edge of one triangle meets the other triangle. Edges that share a vertex with the other triangle do
 * not count, nor do triangles in one plane. */
bool overlap_triangles(const struct surface *s, const uint32_t one[3], const uint32_t other[3]);
/* Whether a triangle that is not of the prism meets it, or lies in it. */
bool overlap_prism(const struct surface *s, const struct prism *p);

#endif

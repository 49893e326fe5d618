/* SPDX-License-Identifier: BSD-3-Clause */
/* Finds where triangles cross the links of the voxels of one slice; cuts_slice selects among the crossings. */
#ifndef CROSSINGS_H
#define CROSSINGS_H

#include "mesh_links.h"

/* One crossing, seen from the inside end of its link. */
struct crossing {
  uint32_t voxel; /* number in its slice */
  uint8_t link, surface;
  int8_t sign; /* 1: the link leaves the surface there */
  float q;     /* 0 ... 1; neighbours in a sorted list may be equal */
};

struct crossings {
  const struct cuts *c;
  int64_t z;
  struct crossing *crossing;
  size_t count, room;
  bool failed; /* memory ran out: the list is incomplete */
  int family;  /* current family of lines and triangle */
  uint32_t triangle;
  signed char link[LINES], back[LINES]; /* number of each family's link, and of the opposite one */
};

/* Finds all crossings of the slice c->z, unsorted. The caller frees s->crossing, also after an error. */
int crossings_find(struct crossings *s, struct tile_error *e);
/* Adds a crossing if the voxel `at` is inside the surface and in the slice. */
void crossings_push(struct crossings *s, const int64_t at[3], int link, double q, int sign, int surface);
/* Sorts by voxel, link and position. */
void crossings_sort(struct crossings *s);

#endif

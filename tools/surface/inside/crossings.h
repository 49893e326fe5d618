/* Where triangles cross the links of the voxels of one slice. */
#ifndef CROSSINGS_H
#define CROSSINGS_H

#include "cuts.h"

/* One crossing, from one end of its link, which is inside. */
struct crossing {
  uint32_t voxel; /* in its slice */
  uint8_t link, surface;
  int8_t sign; /* 1: the link leaves the surface there */
  float q;     /* 0 ... 1; neighbours in a sorted list may be equal */
};

struct crossings {
  const struct cuts *c;
  int64_t z;
  struct crossing *crossing;
  size_t count, room;
  bool failed; /* memory ran out: the list is not complete */
  int family;  /* of lines, and the triangle, that are looked at */
  uint32_t triangle;
  signed char link[LINES], back[LINES]; /* of each family, and the opposite one */
};

/* All of the slice c->z, in no order. The caller frees s->crossing, also after an error. */
int crossings_find(struct crossings *s, struct tile_error *e);
/* If `at` is inside and of the slice. */
void crossings_push(struct crossings *s, const int64_t at[3], int link, double q, int sign, int surface);
/* By voxel, link and place. */
void crossings_sort(struct crossings *s);

#endif

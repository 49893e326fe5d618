/* The triangles of a surface by the layers of voxels in which they lie, at one number a triangle: by their height in
 * powers of two, and by where they begin in units of that height. */
#ifndef LAYERS_H
#define LAYERS_H

#include "surface.h"

enum { LAYER_LEVELS = 22 };

struct layers {
  const struct surface *s;
  uint32_t *triangle;             /* of level after level, bucket after bucket */
  uint32_t *begin;                /* of the triangles of each bucket; one more at the end */
  size_t level[LAYER_LEVELS + 1]; /* the first bucket of each */
  int64_t buckets[LAYER_LEVELS];
};
int layers_make(struct layers *l, const struct surface *s, struct tile_error *e);
void layers_free(struct layers *l);
/* Every triangle with a point whose z, in voxels, is z - 1 ... z + 1. */
typedef int layers_take(void *with, uint32_t triangle, struct tile_error *e);
int layers_visit(const struct layers *l, int64_t z, layers_take *take, void *with, struct tile_error *e);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Sorts the triangles of a surface by the layers of voxels that contain them, with one number per triangle: by height
 * in powers of two, then by where they begin, in units of that height. */
#ifndef LAYERS_H
#define LAYERS_H

#include "surface.h"

enum { LAYER_LEVELS = 22 };

struct layers {
  const struct surface *s;
  uint32_t *triangle;             /* sorted by level, then by bucket */
  uint32_t *begin;                /* first triangle of each bucket; one more at the end */
  size_t level[LAYER_LEVELS + 1]; /* first bucket of each level */
  int64_t buckets[LAYER_LEVELS];
};
int layers_make(struct layers *l, const struct surface *s, struct tile_error *e);
void layers_free(struct layers *l);
/* Called for every triangle with a point whose z, in voxels, is within z - 1 ... z + 1. */
typedef int layers_take(void *with, uint32_t triangle, struct tile_error *e);
int layers_visit(const struct layers *l, int64_t z, layers_take *take, void *with, struct tile_error *e);

#endif

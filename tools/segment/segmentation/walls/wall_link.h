/* SPDX-License-Identifier: BSD-3-Clause */
/* --walls: the voxels around a link, and where the wall cuts the link. */
#ifndef WALL_LINK_H
#define WALL_LINK_H

#include "segmentation_parts.h"

enum { WALL_FLUID = 1, WALL_KEPT = 2 }; /* fluid by its value; fluid by the mask, too */

struct layer {
  double *value; /* distance from the threshold, positive on the solid side; NULL for shapes */
  unsigned char *state;
};

struct slab {
  const struct segmentation *pass;
  struct layer layer[3]; /* slice z is at z % 3 */
};

const struct layer *slab_layer(const struct slab *s, int64_t z);
/* Whether the wall cuts the link of fluid voxel `at` of the source; *q: at which fraction of its length. Beyond the
 * planes of --mirror there is the mirror image. */
bool wall_cuts(const struct slab *s, const int64_t at[3], const signed char link[3], double *q);

#endif

/* --walls: what is known of the voxels around a link, and where the wall cuts it. */
#ifndef WALL_CUT_H
#define WALL_CUT_H

#include "pass_parts.h"

enum { WALL_FLUID = 1, WALL_KEPT = 2 }; /* by its value; by the mask, too */

struct layer {
  double *value; /* how far above the threshold, on the side of the solid; of shapes: none */
  unsigned char *state;
};

struct slab {
  const struct pass *pass;
  struct layer layer[3]; /* slice z at z % 3 */
};

const struct layer *slab_layer(const struct slab *s, int64_t z);
/* Does the wall cut the link of fluid voxel `at` of the source, and at which part of its length? Beyond the planes of --mirror
 * lies what is before them. */
bool wall_cuts(const struct slab *s, const int64_t at[3], const signed char link[3], double *q);

#endif

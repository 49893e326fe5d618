/* SPDX-License-Identifier: BSD-3-Clause */
/* Finds where the surface cuts the links of the voxels inside it: the positions of interpolated walls. */
#ifndef MESH_LINKS_H
#define MESH_LINKS_H

#include "inside.h"
#include "layers.h"

struct cuts {
  const struct surface *s;
  const struct inside *inside;
  struct layers layers;
};
int cuts_make(struct cuts *c, const struct surface *s, const struct inside *inside, struct tile_error *e);
void cuts_free(struct cuts *c);
/* Gets the cut links of the voxels of slice z, sorted by voxel and link; a cut is the crossing after which the winding
 * number is 0. A link to an outside voxel always has a cut: at half its length if an open surface does not cross it. A
 * link that leaves the surface and enters it again is cut, too. Several threads may call this at the same time. The
 * caller frees *wall. */
int cuts_slice(const struct cuts *c, int64_t z, struct tile_wall_at **wall, size_t *count, struct tile_error *e);

#endif

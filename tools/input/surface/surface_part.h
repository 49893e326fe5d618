/* SPDX-License-Identifier: BSD-3-Clause */
/* A part of the voxels of a surface: those with begin <= x, y, z < end. */
#ifndef SURFACE_PART_H
#define SURFACE_PART_H

#include "mesh_links.h"

struct surface_part {
  int64_t begin[3], end[3];
};

/* As cuts_slice, but for slice z of the part, with the voxel numbers of the part. Links that leave the part have their
 * cuts, too. */
int surface_part_cuts(const struct surface_part *p, const struct cuts *c, int64_t z, struct tile_wall_at **wall,
                      size_t *count, struct tile_error *e);
/* *found: whether a link of the part reaches the opening. TILE_USAGE if the opening then extends outside the part. */
int surface_part_opening(const struct surface_part *p, const struct cuts *c, const struct surface_cap *cap, bool *found,
                         struct tile_error *e);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks that the voxels are fine enough for the openings of a surface. */
#ifndef SURFACE_OPENINGS_H
#define SURFACE_OPENINGS_H

#include "mesh_links.h"

/* Checks that a link of an inside voxel crosses each cap. Otherwise TILE_REJECTED, with the width of voxels that would
 * be enough; `width`, in `unit`, is the present one. */
int openings_reached(const struct cuts *c, double width, const char *unit, struct tile_error *e);
/* range[0] <= z < range[1]: the slices from which links may meet the triangles of this surface. */
void openings_slices(const struct surface *s, unsigned char surface, int64_t range[2]);

#endif

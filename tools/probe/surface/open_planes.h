/* SPDX-License-Identifier: BSD-3-Clause */
/* Triangles of a surface that may be no wall, because fluid enters or leaves through their plane. */
#ifndef OPEN_PLANES_H
#define OPEN_PLANES_H

#include "frame.h"
#include "surfaces.h"
#include "tile_domain.h"

struct open_planes {
  struct tile_surfaces surfaces;
  struct frame frame;
  double end[3]; /* faces of the grid are at -0.5 and there, in voxels */
};
/* Release it with tile_surfaces_free. The size of voxels must be known. */
int open_planes_make(struct open_planes *p, const struct tile_domain *d, struct tile_error *e);
/* Whether a triangle in metres, with this unit normal, is parallel to an opening, wherever it lies, since --extend moves
 * openings away from the ends of the surface; or lies in a face of the grid. To five degrees and a voxel. */
bool open_planes_hold(const struct open_planes *p, double r[3][3], const double normal[3]);

#endif

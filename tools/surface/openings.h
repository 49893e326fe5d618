/* Openings that voxels are fine enough for. */
#ifndef OPENINGS_H
#define OPENINGS_H

#include "cuts.h"

/* Does a link of a voxel inside lead through each cap? Else TILE_REJECTED, with the width of voxels (that of these, in
 * `unit`, is `width`) that would do. */
int openings_reached(const struct cuts *c, double width, const char *unit, struct tile_error *e);

#endif

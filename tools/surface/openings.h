/* Openings that voxels are fine enough for. */
#ifndef OPENINGS_H
#define OPENINGS_H

#include "cuts.h"

/* Does a link of a voxel inside lead through each cap? Else TILE_REJECTED, with the width of voxels (that of these, in
 * `unit`, is `width`) that would do. */
int openings_reached(const struct cuts *c, double width, const char *unit, struct tile_error *e);
/* range[0] <= z < range[1]: the slices that the triangles of a surface may be met from. */
void openings_slices(const struct surface *s, unsigned char surface, int64_t range[2]);

#endif

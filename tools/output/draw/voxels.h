/* SPDX-License-Identifier: BSD-3-Clause */
/* Voxels in a view: rays through them, in parallel projection. Fluid is a glass of colours, solid is lit. Each pixel is
 * computed by itself, so that the picture does not depend on threads. */
#ifndef VOXELS_H
#define VOXELS_H

#include "view.h"

enum { VOXELS_SOLID = 255, VOXELS_COLOURS = 255 };
struct voxels {
  int64_t grid[3];            /* voxel i along an axis is between i and i + 1 */
  const unsigned char *value; /* x fastest: the number of a colour, or VOXELS_SOLID */
  struct colour colour[VOXELS_COLOURS];
  float density[VOXELS_COLOURS]; /* light that a voxel of this colour takes is 1 - exp(-density) */
  struct colour stone;           /* of solid in full light */
  bool cut;                      /* the eighth towards the eye is cut out, and solid shows; else there is fluid alone */
};
void view_voxels(struct view *v, const struct voxels *x);

#endif

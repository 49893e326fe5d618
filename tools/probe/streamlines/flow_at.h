/* SPDX-License-Identifier: BSD-3-Clause */
/* The flow between nodes, for streamlines: linear along each axis as in fields_sample, but continuous beside walls too,
 * and along the surface of solid voxels there, so that no line enters them. Beyond a periodic face lie the nodes of the
 * other side; a face without a patch is a wall, an opening is none, also inside the grid. */
#ifndef FLOW_AT_H
#define FLOW_AT_H

#include "fields.h"
#include "streamline.h"

/* Gets the values at a point inside the grid whose nearest node is not solid. */
void flow_interpolate(const struct fields *f, const double at[3], double value[FIELDS]);
/* As struct streamline_field; self: struct fields. */
enum streamline_place flow_velocity(void *self, const double at[3], double u[3]);

#endif

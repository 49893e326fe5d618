/* SPDX-License-Identifier: BSD-3-Clause */
/* The nodes whose concentration the ends give, or the mean gradient: others have none. */
#ifndef REACHED_H
#define REACHED_H

#include "memory.h"
#include "tile_domain.h"

/* What open links and conductivities above 0 connect a node with: an end of the axis, or along a periodic axis itself,
 * once around it. */
enum { LBM_REACHES_LOW = 1, LBM_REACHES_HIGH = 2, LBM_REACHES_AROUND = 4 };

/* Fills reached[i], a set of these, for each non-solid node, in the order of tiles, then nodes. conductivity: [nonsolid];
 * NULL: 1. Memory: 10 bytes for each node. */
int lbm_reached_make(uint8_t *reached, const struct tile_domain *d, const float *conductivity, int axis,
                     struct tile_error *e);

#endif

/* The nodes whose concentration the ends give, or the mean gradient: others have none. */
#ifndef REACHED_H
#define REACHED_H

#include "internal.h"

/* Sets reached[i] of each non-solid node, in the order of tiles, then nodes: 1, a way through open links and
 * conductivities above 0 leads from it to an end of the axis, or along a periodic axis around it and back to it; 0: none
 * does. conductivity: [nonsolid]; NULL: 1. Memory: 10 bytes for each node. */
int lbm_reached_make(uint8_t *reached, const struct tile_domain *d, const float *conductivity, int axis,
                     struct tile_error *e);

#endif

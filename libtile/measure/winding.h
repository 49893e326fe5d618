/* SPDX-License-Identifier: BSD-3-Clause */
/* Connects pieces of the pore space across the seams of periodic axes: a union-find that also stores displacements. A
 * set winds around an axis if a path in it leads from a piece to an image of the same piece in another period. */
#ifndef WINDING_H
#define WINDING_H

#include "memory.h"

struct piece {
  uint32_t parent;
  int64_t shift[3]; /* periods from the parent's image to this one's */
  unsigned winds;   /* of a root: set of axes around which it winds */
};

/* Makes `count` pieces without connections, released with free(3). NULL: no memory. */
struct piece *pieces_make(uint32_t count);
/* Finds the root of i; shift: periods from the image of the root to that of i. Halves the path. */
uint32_t piece_find(struct piece *p, uint32_t i, int64_t shift[3]);
/* Connects i with the image of j that lies `step` periods further. */
void piece_join(struct piece *p, uint32_t i, uint32_t j, const int step[3]);

#endif

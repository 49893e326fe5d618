/* Pieces of the pore space that are joined across the seams of periods: a union-find that also knows displacements, and
 * so tells what, followed through the seams, comes back to itself displaced: that winds round. */
#ifndef WINDING_H
#define WINDING_H

#include "own.h"

struct piece {
  uint32_t parent;
  int64_t shift[3]; /* periods from the parent's image to this one's */
  unsigned winds;   /* of a root: axes along which it meets itself displaced */
};

/* Each alone; NULL: memory is short. free(). */
struct piece *pieces_make(uint32_t count);
/* Root of i; shift = periods from the root's image to that of i. Halves the path. */
uint32_t piece_find(struct piece *p, uint32_t i, int64_t shift[3]);
/* i touches the image of j that lies `step` periods further. */
void piece_join(struct piece *p, uint32_t i, uint32_t j, const int step[3]);

#endif

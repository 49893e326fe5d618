/* SPDX-License-Identifier: BSD-3-Clause */
/* Variants by name, as C.cs.gc.4: data access, order, grid, blocks.
 *   A, B, C        data access; B-unrolled, B-merged, B-heads, B-eight, C-line: see cache.h; R: rows
 *   sc, cs         stream-collide, collide-stream
 *   two, gc        two grids, grid compression
 *   1, 3, 4        one block; 3-way and 4-way blocking with the thesis's sizes (8^3 with two grids and 16^3 with grid
 *                  compression, 4 steps); or XxYxZxSTEPS, where 0 is all cells */
#ifndef VARIANT_H
#define VARIANT_H

#include "sweep.h"

struct variant {
  const struct kernel *kernel;
  enum grid_kind grid;
  struct blocks blocks;
};

extern const struct kernel kernels[];
extern const int kernel_count;

/* 1: there is none of this name */
int variant_of(struct variant *v, const char *name);
/* can this kernel work in a moving grid? */
bool can_move(const struct kernel *k);
/* A cavity for the variant; 1: memory is short. */
int variant_open(const struct variant *v, struct cavity *c, int side);

/* Compares every variant with two grids in one block, bit by bit; prints those that differ. Returns how many. */
int check_all(void);

#endif

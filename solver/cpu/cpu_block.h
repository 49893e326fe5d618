/* SPDX-License-Identifier: BSD-3-Clause */
/* The populations f_i - w_i of one tile, copied out of the layout of the CPU backend, and changes that are added to
 * them. */
#ifndef CPU_BLOCK_H
#define CPU_BLOCK_H

#include "cpu_nodes.h"

/* One row per direction and one column per node: node n of the non-solid nodes of the tile, n = 0 ... nodes - 1, has
 * column[n]. Values in other columns are undefined. */
struct lbm_block {
  double f[LBM_Q][64];
  int nodes, column[64];
};
/* Sets the nodes and their columns, but not f. */
void lbm_block_begin(struct lbm_block *b, const struct lbm_geometry *g, size_t tile);
/* Reads the populations as the collision left them, and sets the nodes. */
void lbm_block_read(struct lbm_block *b, const struct lbm_cpu_values *v, size_t tile);
/* Adds the change b->f to the populations. It overwrites b->f. */
void lbm_block_add(struct lbm_block *b, const struct lbm_cpu_values *v, size_t tile);

#endif

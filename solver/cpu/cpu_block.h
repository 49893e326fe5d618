/* The populations of a tile on the CPU, out of the layout and back. */
#ifndef CPU_BLOCK_H
#define CPU_BLOCK_H

#include "cpu_nodes.h"

/* A row a direction, a column a node; columns[n]: of node n of those that are not solid. What stands in other columns is of no
 * use. */
struct lbm_block {
  double f[LBM_Q][64];
  int nodes, column[64];
};
/* The nodes alone. */
void lbm_block_begin(struct lbm_block *b, const struct lbm_geometry *g, size_t tile);
/* As the collision left them. */
void lbm_block_read(struct lbm_block *b, const struct lbm_cpu_values *v, size_t tile);
/* Adds a change of those, which is lost. */
void lbm_block_add(struct lbm_block *b, const struct lbm_cpu_values *v, size_t tile);

#endif

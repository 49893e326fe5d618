/* The populations of a tile on the CPU, out of the layout and back. */
#ifndef CPU_BLOCK_H
#define CPU_BLOCK_H

#include "cpu_nodes.h"

/* A row a direction, a column a node; columns[n]: of node n of those that are not solid. What stands in other columns is of no
 * use. */
struct lbm_block {
  double f[LBM_Q][64];
  int nodes, column[64];
  uint64_t mask;
};
/* As the collision left them; and what lbm_block_read has read back, after a change. */
void lbm_block_read(struct lbm_block *b, const struct lbm_cpu_values *v, size_t tile);
void lbm_block_write(struct lbm_block *b, const struct lbm_cpu_values *v, size_t tile);

#endif

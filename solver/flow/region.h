/* Sums over the non-solid nodes of a box of the grid, in the order in which they are added. */
#ifndef REGION_H
#define REGION_H

#include "lbm.h"

struct lbm_region {
  int axis;
  int64_t begin[3], end[3]; /* begin <= node < end */
  /* found */
  double velocity;   /* sum along the axis */
  double density[2]; /* sums of density - 1 over the first and the last slice across the axis */
  int64_t nodes[2];  /* of these */
};

/* Nodes outside are left out. */
void lbm_region_add(struct lbm_region *r, const int64_t at[3], const double field[LBM_FIELDS]);
/* All nodes of a flow, tile by tile. On the host, node by node: not for every sample. */
int lbm_region_totals(struct lbm_region *r, struct lbm *flow, struct tile_error *e);

#endif

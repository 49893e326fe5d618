/* SPDX-License-Identifier: BSD-3-Clause */
/* Sums over the non-solid nodes of a box of the grid. The sums are in lattice units, and depend on the order in which
 * the nodes are added. */
#ifndef REGION_H
#define REGION_H

#include "lbm.h"

struct lbm_region {
  int axis;                 /* 0, 1, 2 */
  int64_t begin[3], end[3]; /* the box: begin[a] <= coordinate < end[a] */
  /* Results, which the caller sets to zero. */
  double velocity;   /* sum of the velocity along the axis */
  double density[2]; /* sums of density - 1 over the first and the last slice of the box across the axis */
  int64_t nodes[2];  /* numbers of nodes in these slices */
};

/* Adds a node at the coordinates at[]. A node outside of the box is ignored. */
void lbm_region_add(struct lbm_region *r, const int64_t at[3], const double field[LBM_FIELDS]);
/* Adds all nodes of a flow, tile by tile. It works node by node on the host, too slowly to be called every few time
 * steps. Collective. */
int lbm_region_totals(struct lbm_region *r, struct lbm *flow, struct tile_error *e);

#endif

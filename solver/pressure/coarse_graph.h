/* From a graph to the coarser one of multigrid.h. */
#ifndef COARSE_GRAPH_H
#define COARSE_GRAPH_H

#include "multigrid.h"

#define LBM_NO_PART UINT32_MAX
/* part: of each node the number of its coarse one; LBM_NO_PART: it has no links, and none. */
int lbm_graph_coarsen(const struct lbm_graph *g, uint32_t *part, struct lbm_graph *coarse, struct tile_error *e);

#endif

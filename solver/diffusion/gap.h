/* SPDX-License-Identifier: BSD-3-Clause */
/* How far the dissipation of a concentration can be above that of the solution, at any contrast of conductivities. */
#ifndef GAP_H
#define GAP_H

#include "graph.h"

/* A forest of links, each tree with as strong links as there are, from the ends or from any of its nodes. */
enum { LBM_GAP_BYTES = 136 }; /* of memory for each node while it is made, about 56 of them for a queue that grows */
struct lbm_gap {
  size_t nodes;
  uint32_t *order, *parent; /* nodes, parents before their children; the parent of each, LBM_NOBODY: an end, or none */
  float *weight;            /* of the link to the parent or the end; 0: there is none */
  double *value, *rest;     /* room for the concentration, and for what flows into each node */
  float *links;             /* weights of all links, as those of the graph */
  uint32_t *to;
  float *leak;
  uint8_t *given;
};

/* Makes it for the weights and ends of an axial graph that has weights. Release with lbm_gap_free, also after an error.
 * Memory, on the host: LBM_GAP_BYTES for each node, and after that 80. */
int lbm_gap_make(struct lbm_gap *gap, const struct lbm_device *d, const struct lbm_graph *g, const uint8_t *given,
                 struct tile_error *e);
void lbm_gap_free(struct lbm_gap *gap);

/* Bounds the dissipation above its least value: x is the concentration, `along` as in operations. Whatever
 * flows into nodes and not out of them flows along the links of the forest to the ends, and the dissipation of such a
 * flow is at least that of the error (W. Thomson's principle): sum of flux^2 / weight. */
int lbm_gap_bound(double *bound, struct lbm_gap *gap, const struct lbm_device *d, const double *x, int along,
                  struct tile_error *e);

#endif

/* The nodes of a domain by number, tile by tile, and which of them meet. */
#ifndef NEIGHBOURS_H
#define NEIGHBOURS_H

#include "multigrid.h"
#include "lattice.h"

#define LBM_NOBODY UINT32_MAX

struct lbm_neighbours {
  const struct tile_domain *domain;
  size_t nodes, *begin;        /* tiles + 1: first node of each */
  int32_t (*at)[3];            /* grid coordinates */
  uint32_t (*next)[LBM_Q - 1]; /* along link i + 1 of the lattice; LBM_NOBODY: solid, or outside the grid */
};
int lbm_neighbours_make(struct lbm_neighbours *n, const struct tile_domain *d, int threads, struct tile_error *e);
void lbm_neighbours_free(struct lbm_neighbours *n);

/* A graph of the nodes: links along the axes, and diagonal ones where nothing else joins two nodes, of the weights, and
 * leaks, that these say. Where x is given (as 0) nodes have no links: those to them are leaks of the others. */
struct lbm_links {
  double (*leak)(const void *self, size_t node);
  double (*weight)(const void *self, size_t node, size_t other);
  const void *self;
  const bool *given; /* of each node; NULL: nowhere */
};
int lbm_neighbours_graph(const struct lbm_neighbours *n, struct lbm_graph *g, const struct lbm_links *l,
                         struct tile_error *e);

#endif

/* Conjugate gradients preconditioned by multigrid, for what flows along the links of a graph of nodes in space.
 *
 *   (A x)_i = leak_i x_i + sum_j weight_ij (x_i - x_j),   weight_ij = weight_ji > 0, leak >= 0
 *
 * Coarse nodes are the connected parts of cubes of 2^3 finer ones. x is taken for the same in each; so that coarse links are
 * twice too strong, for which they are halved (overcorrection: Braess, Computing 55 (1995) 379). Nothing depends on the
 * number of threads: nodes are relaxed and sums added up in portions of a fixed size. */
#ifndef MULTIGRID_H
#define MULTIGRID_H

#include "own.h"

struct lbm_graph {
  size_t nodes;
  size_t *begin;    /* nodes + 1: first link of each */
  uint32_t *to;     /* every link stands at both its ends */
  double *weight;   /* of each link */
  double *leak;     /* of each node */
  int32_t (*at)[3]; /* its place */
};
/* Zeroed, with room for so many links. */
int lbm_graph_new(struct lbm_graph *g, size_t nodes, size_t links, struct tile_error *e);
void lbm_graph_free(struct lbm_graph *g);

struct lbm_multigrid;
/* Takes over the graph. threads 0: as OpenMP decides. */
int lbm_multigrid_new(struct lbm_multigrid **m, struct lbm_graph *graph, int threads, struct tile_error *e);
void lbm_multigrid_free(struct lbm_multigrid *m);
/* x so that |A x - b| <= tolerance |b|, or after `most` iterations; how many were made. b is lost. */
int lbm_multigrid_solve(struct lbm_multigrid *m, double *b, double *x, double tolerance, int most);

#endif

/* Conjugate gradients preconditioned by multigrid, for the equations of graph.h.
 *
 * Coarse nodes are the connected parts of cubes of 2^3 finer ones. x is taken for the same in each; so that coarse links are
 * twice too strong, for which they are halved (overcorrection: Braess, Computing 55 (1995) 379). Results do not depend on
 * the number of threads. */
#ifndef MULTIGRID_H
#define MULTIGRID_H

#include "graph.h"

enum { LBM_LEVELS = 24 };

/* Zeroed, then lbm_multigrid_make. */
struct lbm_multigrid {
  const struct lbm_device *device;
  int levels;
  struct lbm_graph level[LBM_LEVELS];
  float *direction, *image;
};

/* Of level[0], which the caller has made: the others, without weights. */
int lbm_multigrid_make(struct lbm_multigrid *m, struct tile_error *e);
void lbm_multigrid_free(struct lbm_multigrid *m);
/* After the weights, leaks and inverses of level[0] have changed: those of all others. */
void lbm_multigrid_weigh(struct lbm_multigrid *m);
/* x so that |A x - b| <= tolerance |b|, b of level[0], which is lost; or after `most` iterations. */
int lbm_multigrid_solve(struct lbm_multigrid *m, float *x, double tolerance, int most, struct tile_error *e);

#endif

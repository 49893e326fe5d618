/* Solves the equations of graph.h by conjugate gradients, preconditioned by multigrid.
 *
 * The coarse nodes are the connected parts of cubes of 2^3 finer nodes, and x is constant in each of them. This makes
 * coarse links twice too strong, so their weights are halved (overcorrection: Braess, Computing 55 (1995) 379). Results
 * do not depend on the number of threads. */
#ifndef MULTIGRID_H
#define MULTIGRID_H

#include "graph.h"

enum { LBM_LEVELS = 24 };

/* The caller sets it to zero, then device and level[0], and calls lbm_multigrid_make. */
struct lbm_multigrid {
  const struct lbm_device *device;
  int levels;
  struct lbm_graph level[LBM_LEVELS];
  float *direction, *image;
};

/* Makes the coarser levels from level[0], without weights. Release with lbm_multigrid_free, also after an error. */
int lbm_multigrid_make(struct lbm_multigrid *m, struct tile_error *e);
void lbm_multigrid_free(struct lbm_multigrid *m);
/* Computes the weights, leaks and inverses of all other levels after those of level[0] have changed. */
void lbm_multigrid_weigh(struct lbm_multigrid *m);
/* Finds x such that |A x - b| <= tolerance |b|, with b of level[0], or stops after `most` iterations. It overwrites b.
 * x is an array of the device, of level[0].nodes values. *iterations, unless NULL, becomes the number of iterations. Errors are those of the device. */
int lbm_multigrid_solve(struct lbm_multigrid *m, float *x, double tolerance, int most, int *iterations,
                        struct tile_error *e);

#endif

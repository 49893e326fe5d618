/* SPDX-License-Identifier: BSD-3-Clause */
/* Solves the equations of graph.h by flexible conjugate gradients, preconditioned by multigrid.
 *
 * The coarse nodes are the connected parts of cubes of 2^3 finer nodes, and x is constant in each of them. This makes
 * coarse links twice too strong, so their weights are halved (overcorrection: Braess, Computing 55 (1995) 379). Results
 * do not depend on the number of threads. */
#ifndef MULTIGRID_H
#define MULTIGRID_H

#include "graph.h"

enum { LBM_LEVELS = 24, LBM_DIRECT = 256 };

/* Sweeps of damped Jacobi relaxation before and after a coarse correction, each with its damping; the share of the weights
 * between parts that coarse links have; and the number of nodes from which on the corrections of coarser levels consist of two
 * steps of flexible conjugate gradients, each preconditioned by a cycle (K-cycle: Notay & Vassilevski, Numer. Linear Algebra
 * Appl. 15 (2008) 473). */
enum { LBM_SWEEPS = 2 };
struct lbm_cycle {
  double damping[LBM_SWEEPS];
  double share;
  uint32_t doubled; /* 0: none */
  uint32_t few;     /* nodes that need no coarser graph; 0: LBM_DIRECT, whose equations are solved by their inverse */
};
extern const struct lbm_cycle lbm_cycle_v;

/* The caller sets it to zero, then device and level[0], and calls lbm_multigrid_make. */
struct lbm_multigrid {
  const struct lbm_device *device;
  const struct lbm_cycle *cycle; /* NULL: lbm_cycle_v */
  int levels;
  struct lbm_graph level[LBM_LEVELS];
  bool borrows;                                     /* what lbm_multigrid_like says */
  float *found;                                     /* x of such a one, of the caller's lbm_multigrid_solve */
  float *direction, *image;                         /* of conjugate gradients, and A times it */
  float *step[LBM_LEVELS], *step_image[LBM_LEVELS]; /* the first of two steps on a level; NULL: there is one */
  double *sums;                                     /* LBM_STEP_PRODUCTS of each level */
  float *direct;       /* inverse of the coarsest equations, a matrix; NULL: they are relaxed */
  uint32_t *component; /* with direct, of each coarsest node: its component, LBM_NOBODY if that is held */
  struct lbm_recorded {
    void *work; /* of the device; NULL: none yet */
    const float *from;
    bool swaps[LBM_LEVELS];
  } recorded[2]; /* a cycle that begins with x of the finest level in one of its two arrays, or in the other */
  double *sum;   /* of the caller, or NULL: lbm_multigrid_solve can add x to it */
  /* Of the caller; NULL: none. Called after each iteration with the residual relative to that at the beginning. */
  void (*tick)(void *self, double residual);
  void *self;
};

/* How lbm_multigrid_solve came to its end. The energy of x is x A x - 2 b x; its decrease in the last iterations, LAST of
 * them or all, is about its distance from the least energy before these (Hestenes & Stiefel, J. Res. Nat. Bur. Stand. 49
 * (1952) 409, theorem 6:1), and so bounds that of x if the distance at least halves in so many iterations. */
struct lbm_solved {
  int iterations;
  double decrease;
};

/* Makes the coarser levels from level[0], without weights. Release with lbm_multigrid_free, also after an error. */
int lbm_multigrid_make(struct lbm_multigrid *m, struct tile_error *e);
/* Makes other equations on the coarser graphs of another, which it borrows: level[0] on level[1] of that one. Only the weights,
 * leaks and inverses of level[0] are the caller's to set. m is set to zero. */
int lbm_multigrid_like(struct lbm_multigrid *m, const struct lbm_multigrid *other, struct tile_error *e);
void lbm_multigrid_free(struct lbm_multigrid *m);
/* Computes the weights, leaks and inverses of all other levels after those of level[0] have changed, and what the last one
 * is solved by. */
int lbm_multigrid_weigh(struct lbm_multigrid *m, struct tile_error *e);
/* direct.c: the inverse of the equations of the last level. */
int lbm_multigrid_invert(struct lbm_multigrid *m, struct tile_error *e);
/* Takes the mean of b out of each component that is held nowhere; only with lbm_cycle.few 0. */
void lbm_multigrid_balance(struct lbm_multigrid *m);
/* Finds x such that |A x - b| <= tolerance |b|, with b of level[0], or stops after `most` iterations. It overwrites b.
 * x is an array of the device, of level[0].nodes values; NULL: x is added to m->sum. *course may be NULL. Errors are
 * those of the device. */
int lbm_multigrid_solve(struct lbm_multigrid *m, float *x, double tolerance, int most, struct lbm_solved *course,
                        struct tile_error *e);

#endif

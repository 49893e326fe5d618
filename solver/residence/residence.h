/* SPDX-License-Identifier: BSD-3-Clause */
/* The time that the fluid at each node of a steady flow has been inside, its residence time T:
 *
 *   u . grad T - kappa lap T = 1,   T = 0 where fluid comes in through an opening, no flux through walls
 *
 * by finite volumes, a node a volume of one voxel, with upwind values at its six faces (S. V. Patankar, Numerical Heat
 * Transfer and Fluid Flow (1980), section 5.2-3), in the form that needs no divergence to vanish:
 *
 *   sum of inflows q_j (T_i - T_j) + kappa sum (T_i - T_j) = 1
 *
 * The flow through a face is the mean of its two nodes, at an opening that of its node, and is then made free of
 * divergence (projection.c): in a vortex even a small one would let fluid stay for ever. Then the mean of T over the
 * fluid that leaves is volume / flow (P. V. Danckwerts, Chem. Eng. Sci. 2 (1953) 1). Upwind values diffuse across the
 * flow as a diffusivity of about half the speed times the voxel.
 *
 * The matrix has no positive entries beside its diagonal and no negative inverse. Its solution is the time for a right-hand
 * side of 1, so that a residual r anywhere at most means a relative error of r everywhere at most. Where fluid never
 * leaves T would be infinite: fluid forgets its age after LBM_RESIDENCE_FORGOTTEN times volume / flow, and times above
 * LBM_RESIDENCE_MOST times volume / flow are missing. */
#ifndef RESIDENCE_H
#define RESIDENCE_H

#include "memory.h"
#include "tile_domain.h"

#define LBM_RESIDENCE_MOST 1e3
#define LBM_RESIDENCE_FORGOTTEN 1e6
#define LBM_RESIDENCE_BOUND 1e-5 /* of the relative error of the solution on this grid */

enum { LBM_RESIDENCE_SHARES = 3 };
extern const double lbm_residence_shares[LBM_RESIDENCE_SHARES]; /* 0.5, 0.9, 0.99 */

/* A steady velocity field. Lattice units. */
struct lbm_residence_flow {
  const struct tile_domain *domain; /* of edge 4 */
  const float *velocity[3];         /* [nonsolid] each, in the order of tiles, then nodes: along x, y, z */
  const bool *open;                 /* [patches]: may fluid pass through the patch? */
  double diffusivity;               /* kappa, 0 or more: 0 leaves that of the upwind values */
  int threads;                      /* 0: as OpenMP decides; the result does not depend on it */
};

struct lbm_residence {
  size_t nodes, missing; /* all; those without a time */
  double flow;           /* volume that comes in through openings in a step; 0: none, and all times are missing */
  double mean;           /* volume / flow, in steps; NaN without flow, as those below */
  double leaving;        /* mean over the fluid that leaves */
  double largest;        /* over the nodes that have a time */
  double within[LBM_RESIDENCE_SHARES]; /* times below which these shares of the nodes with a time lie */
  double changed;                      /* of the flow through faces, by the projection; a share of all of it */
  int sweeps;                          /* with diffusion: iterations */
  double bound;                        /* of the relative error; above LBM_RESIDENCE_BOUND: not converged */
};

/* Computes time[nonsolid] in steps; NaN: missing. Memory: about 250 bytes for each node. Errors: too little memory, too
 * many nodes (TILE_FAILED). */
int lbm_residence_solve(struct lbm_residence *r, float *time, const struct lbm_residence_flow *f, struct tile_error *e);

#endif

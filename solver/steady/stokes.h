/* SPDX-License-Identifier: BSD-3-Clause */
/* The equations of Stokes on the staggered grid of a domain (Harlow & Welch, Phys. Fluids 8 (1965) 2182), with the
 * pressure p in nodes and the velocities u on the faces between two nodes:
 *
 *   [A DG; B -C] (u, p) = (f, g)
 *
 * A is minus the Laplacian, with walls half a spacing beside the nodes; G the gradient, B = G^T minus the divergence; D is
 * diagonal, and makes the flow in narrow passages that of the time steps (operations_stokes.h); C is what passes from
 * node to node along diagonal links where nothing else joins them. p is 0 in nodes where it is given. The viscosity is 1.
 *
 * A solution is approximate: it relaxes u, and then corrects p and u by the equation of Darcy B w G d = B u - g: A w = D 1
 * near walls makes B w G + C an image of the Schur complement, which is 1 far away from them (Cahouet & Chabard, Int. J.
 * Numer. Methods Fluids 8 (1988) 869). Where pores are wide, sweeps of relaxation do not reach from wall to wall: u is corrected
 * on coarser grids, too (velocities.h), and found again with the new p. Anderson's method over the cycles makes of this what a
 * Krylov method would; one that takes the least residual of each solution for the best stops at what is rough and small. */
#ifndef STOKES_H
#define STOKES_H

#include "velocities.h"

/* Values of a node: p, and u on its faces towards lower x, y and z. */
enum { LBM_STOKES_VALUES = 4 };

/* The caller sets it to zero, then device, and narrow where velocities on coarser grids do not serve. Arrays are those of the
 * device, of LBM_STOKES_VALUES for each node. */
struct lbm_stokes {
  const struct lbm_device *device;
  bool narrow;
  size_t nodes;
  struct lbm_multigrid multigrid;
  struct lbm_velocities velocities;
  struct lbm_nodes node; /* given, face */
  float *width;          /* w on the faces */
  float *rest;           /* right side */
  float *pair;           /* step and room, one behind the other: the caller may use them between solutions */
  float *step, *room;
};

/* Prepares the equations of a domain; first, given: those of lbm_graph_make. Release with lbm_stokes_free, also after an
 * error. */
int lbm_stokes_make(struct lbm_stokes *s, const struct tile_domain *domain, const uint32_t *first,
                    const struct lbm_given *given, struct tile_error *e);
void lbm_stokes_free(struct lbm_stokes *s);
/* Finds an approximate solution with the right side s->rest, in s->step; the velocities of s->rest are divided by the diagonal
 * of A (operations_stokes.h). */
int lbm_stokes_solve(struct lbm_stokes *s, struct tile_error *e);
/* to = [A DG; B -C] from */
void lbm_stokes_apply(const struct lbm_stokes *s, float *to, const float *from);

#endif

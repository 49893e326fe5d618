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
 * They are solved by a few iterations of GCR (Eisenstat, Elman & Schultz, SIAM J. Numer. Anal. 20 (1983) 345). A
 * preconditioner relaxes u, and then corrects p and u by the equation of Darcy B w G d = B u - g: A w = D 1 near walls
 * makes B w G + C an image of the Schur complement, which is 1 far away from them. */
#ifndef STOKES_H
#define STOKES_H

#include "multigrid.h"

/* Values of a node: p, and u on its faces towards lower x, y and z. */
enum { LBM_STOKES_VALUES = 4, LBM_STOKES_ITERATIONS = 2 };

/* The caller sets it to zero, then device. Arrays are those of the device, of LBM_STOKES_VALUES for each node. */
struct lbm_stokes {
  const struct lbm_device *device;
  size_t nodes;
  struct lbm_multigrid multigrid;
  struct lbm_nodes node; /* given, face */
  float *width;          /* w on the faces */
  float *rest;           /* right side, and then what is left of it */
  float *step[LBM_STOKES_ITERATIONS], *image[LBM_STOKES_ITERATIONS], *room;
  float *pair; /* twice as long: the caller may use it between solutions */
};

/* Prepares the equations of a domain; first, given: those of lbm_graph_make. Release with lbm_stokes_free, also after an
 * error. */
int lbm_stokes_make(struct lbm_stokes *s, const struct tile_domain *domain, const uint32_t *first,
                    const struct lbm_given *given, struct tile_error *e);
void lbm_stokes_free(struct lbm_stokes *s);
/* Finds an approximate solution with the right side s->rest, in s->step[0]. *left becomes |what is left| / |right
 * side|. */
int lbm_stokes_solve(struct lbm_stokes *s, double *left, struct tile_error *e);
/* to = [A DG; B -C] from; scaled: as the right side is (operations_stokes.h). */
void lbm_stokes_apply(const struct lbm_stokes *s, float *to, const float *from, bool scaled);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Corrects velocities of the equations of Stokes on coarser grids, for pores so wide that sweeps of relaxation do not reach
 * from wall to wall.
 *
 * The velocities along an axis obey a discrete Laplace equation with leaks to the walls (A of stokes.h). A face belongs to
 * the same part of the coarser graph as the node above it, so that each axis has equations of its own on the coarser graphs
 * that the pressure has, and the same methods solve them (multigrid.h). */
#ifndef VELOCITIES_H
#define VELOCITIES_H

#include "multigrid.h"

/* The caller sets it to zero. */
struct lbm_velocities {
  struct lbm_multigrid axis[3];
};

/* m: of the pressure, with its graphs made; a: with its finest graph, and node.face. m outlives v. Release with
 * lbm_velocities_free, also after an error. */
int lbm_velocities_make(struct lbm_velocities *v, const struct lbm_multigrid *m, const struct lbm_operation *a,
                        struct tile_error *e);
void lbm_velocities_free(struct lbm_velocities *v);
/* Corrects the velocities u; right: the right side divided by the diagonal; room: as long as u, is overwritten. */
int lbm_velocities_correct(struct lbm_velocities *v, const struct lbm_operation *a, float *u, const float *right,
                           float *room, struct tile_error *e);

#endif

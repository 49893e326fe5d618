/* SPDX-License-Identifier: BSD-3-Clause */
/* Force and torque of the flow on walls, by momentum exchange over the links that end at them, in lattice units.
 *
 * Along link i the population h_i leaves a node after the collision, and f_o comes to it in the opposite direction o.
 * Both are stored less their weights. A wall that moves at velocity u takes the momentum
 *
 *   (h_i + f_o) c_i - u (h_i - f_o)
 *
 * which is the Galilean-invariant form (Wen, Zhang, Tu, Wang & Fang, J. Comput. Phys. 266 (2014) 161), with the f_o
 * that the boundary condition of the time step sets, for half-way and interpolated walls alike. So no momentum is lost:
 * in steady flow driven by a force F per volume the forces on all walls add up to F times the number of nodes. As the
 * weights are left out, so is the pressure of density 1: over a closed surface it adds up to zero, and over any other
 * surface the force is that of the gauge pressure. */
#ifndef FORCE_H
#define FORCE_H

#include "wall_surface.h"

/* A choice of walls. */
enum lbm_wall_kind { LBM_ALL_WALLS, LBM_SOLID_WALLS, LBM_FACE_WALLS, LBM_PATCH_WALLS, LBM_SURFACE_WALLS };
struct lbm_wall_choice {
  enum lbm_wall_kind kind;
  int which; /* face 0 ... 5: x- x+ y- y+ z- z+; patch, from 0; surface, from 1 */
};
/* Finds walls by name: a patch that is a wall, or a surface of the domain by its name; `walls` for all walls; `solid`
 * for those inside the grid; x- ... z+ for a face of the grid that is not periodic, without its patches. Error
 * TILE_USAGE: there is no such wall; the text lists the names. */
int lbm_wall_named(struct lbm_wall_choice *w, const struct tile_domain *d, const struct lbm_condition *condition,
                   const char *name, struct tile_error *e);

struct lbm_force {
  double force[3], torque[3];
  int64_t links; /* number of links in the sum */
};
/* Finds force and torque on each of `count` choices of walls. The torque is about a point, in node spacings from node
 * 0,0,0. The sums of tiles are added by an ordered reduction, so that the result does not depend on the numbers of
 * threads and processes; the order of tiles changes no more than the last digit. All processes call it together.
 * Errors: too little memory. */
int lbm_forces(struct lbm_force *force, const struct lbm_incoming *a, const struct lbm_wall_choice *choice, int count,
               const double about[3], struct tile_error *e);

/* The same sums made repeatedly while the flow goes on. Only the tiles beside the chosen walls are copied. */
struct lbm_force_surface {
  struct lbm_surface watch;
  const struct lbm_wall_choice *choice; /* `count` of them; they stay the caller's */
  int count;
  double about[3];
};
/* Memory is that of lbm_surface_make. Release with lbm_force_surface_free, also after an error. */
int lbm_force_surface_make(struct lbm_force_surface *w, struct lbm *flow, const struct lbm_wall_choice *choice,
                           int count, const double about[3], struct tile_error *e);
int lbm_force_surface_now(struct lbm_force_surface *w, struct lbm_force *force, struct tile_error *e);
void lbm_force_surface_free(struct lbm_force_surface *w);

#endif

/* Force and torque of the flow on its walls, by momentum exchange over the links that they cut.
 *
 * Along link i the population h_i (less its weight, as all of them are stored) leaves a node after the collision, and f_o
 * comes back in the opposite direction o; a wall that moves at u takes (h_i + f_o) c_i - u (h_i - f_o), in the
 * Galilean-invariant form (Wen, Zhang, Tu, Wang & Fang, J. Comput. Phys. 266 (2014) 161), with the f_o that the closure of
 * the step makes, half-way or interpolated. So nothing is lost: on the walls of a steady flow driven by a force F per
 * volume they add up to F times the number of nodes. Without the weights the pressure of density 1 is left out: on a
 * closed surface it adds up to nothing, on any other the force is that of the gauge pressure. */
#ifndef FORCE_H
#define FORCE_H

#include "surface.h"

/* Which walls. */
enum lbm_wall_kind { LBM_ALL_WALLS, LBM_SOLID_WALLS, LBM_FACE_WALLS, LBM_PATCH_WALLS, LBM_SURFACE_WALLS };
struct lbm_wall_choice {
  enum lbm_wall_kind kind;
  int which; /* face 0 ... 5: x- x+ y- y+ z- z+; patch, 0-based; surface, 1-based */
};
/* By name: a patch that is a wall, a named surface; else `walls`, all of them; `solid`, those inside the grid; a face
 * x- ... z+ of the grid that no patch has and that is not periodic. TILE_USAGE: there is none, and what there is. */
int lbm_wall_named(struct lbm_wall_choice *w, const struct tile_domain *d, const struct lbm_condition *condition,
                   const char *name, struct tile_error *e);

struct lbm_force {
  double force[3], torque[3];
  int64_t links; /* that were added up */
};
/* On each of `count` choices of walls; torque about a point in node spacings, node 0,0,0 at 0. Sums per tile, added in the
 * order of tiles: neither threads nor processes matter; that order does not matter either, but for the last place. */
int lbm_forces(struct lbm_force *force, const struct lbm_incoming *a, const struct lbm_wall_choice *choice, int count,
               const double about[3], struct tile_error *e);

/* The same again and again while the flow goes on: only the tiles beside these walls are copied. */
struct lbm_force_surface {
  struct lbm_surface watch;
  const struct lbm_wall_choice *choice; /* `count`; stays the caller's */
  int count;
  double about[3];
};
/* Memory, also after an error: as of lbm_surface_make. Release with lbm_force_surface_free. */
int lbm_force_surface_make(struct lbm_force_surface *w, struct lbm *flow, const struct lbm_wall_choice *choice,
                           int count, const double about[3], struct tile_error *e);
int lbm_force_surface_now(struct lbm_force_surface *w, struct lbm_force *force, struct tile_error *e);
void lbm_force_surface_free(struct lbm_force_surface *w);

#endif

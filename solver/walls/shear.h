/* Wall shear stress: what the flow drags on walls, at the nodes beside them (non-solid, with a link that ends at a wall).
 *
 * Viscous stress of a node from the second moments of what arrives there and is not in equilibrium,
 *
 *   sigma = -(1 - 1/(2 tau)) [ sum_i c_i c_i (f_i - f_i_eq) + (u F + F u)/2 ]
 *
 * (He & Luo, J. Stat. Phys. 88 (1997) 927; the force F as of Guo, Zheng & Shi, Phys. Rev. E 65 (2002) 046308; with the
 * equilibrium of Stokes it has no such part). All collisions relax the shear moments with 1/tau; the isotropic part, which
 * MRT relaxes otherwise, does not drag.
 *
 * The wall is a plane: fitted by least squares through the points where it cuts links of the node and of the nodes beside it,
 * those that point the same way, with the mean direction of these links where they do not determine one. It gives the
 * normal n, into the fluid; the distance of the node is that of the wall at its foot, with the mean curvature of the points
 * as far as they tell it. The stress is extrapolated to the wall, linearly from the node and
 * the next one along the link nearest to n. The shear on the wall is sigma.n less its part along n.
 *
 * Area of the wall that is a node's: plane of normal n has sum_i w_i max(0, -c_i.n) cut links per area, weighted by w_i. */
#ifndef SHEAR_H
#define SHEAR_H

#include "incoming.h"

struct lbm_wall_node {
  struct lbm_place place;
  double normal[3]; /* of the wall, into the fluid */
  double distance;  /* of the node, along it */
  double area;      /* of wall */
  double shear[3];  /* force per area on the wall */
  double density;   /* less 1, of the node */
};
struct lbm_wall_nodes {
  size_t count;
  struct lbm_wall_node *node; /* in the order of tiles and nodes */
  size_t undefined;           /* beside walls that face each other alike: no normal, left out */
};
/* Of the flow whose arrivals these are, in one process; release with lbm_wall_nodes_free, also after an error. */
int lbm_wall_nodes_make(struct lbm_wall_nodes *w, const struct lbm_incoming *a, struct tile_error *e);
void lbm_wall_nodes_free(struct lbm_wall_nodes *w);

#endif

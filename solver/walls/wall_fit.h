/* Fits the velocity and the density beside a wall, and finds at the wall the density and the derivative of the velocity
 * along the normal.
 *
 * The wall is the quadratic surface through the points where it cuts links. A polynomial of third degree (of second for
 * the density) is fitted by least squares, with weights exp(-r^2/1.5^2), to nodes and points of walls within 3.5
 * spacings of the foot of a node on the wall, as far as three links lead to these nodes. Its variables are two lengths
 * along the wall and d/(1 + k d), where d is the height above the wall and k its mean curvature, 1/radius (0 where the
 * fluid is convex): with them the flow past a sphere is nearly a polynomial. Terms that the points do not determine are
 * left out, in narrow gaps those of high degree. Points of staircases count as points of the surface, and points of
 * other walls count where there is little else.
 *
 * Beside a wall the populations that it reflects disturb velocity and stress in the first order of the spacing, but
 * only in the nodes with wall links. These nodes have a small weight. The rest of the flow meets the wall with the mean
 * of the error of the reflection over the links c,
 *
 *   u(wall) = u_wall + <(q^2/2 - P) d^2u/dc^2> + P/3 lap u,   P = (tau+ - 1/2)(tau- - 1/2)
 *
 * (Ginzburg & d'Humieres, Phys. Rev. E 68 (2003) 066614, for reflections that are exact for linear flow). A link has
 * the weight w (c.t)^2 in the mean, since it carries momentum along c; t is the direction of the flow. At the wall,
 * nu lap u = grad p - F along the wall, d^2u/dn^2 = lap u - 2 k du/dn, and the derivatives along the wall follow from
 * its curvatures. */
#ifndef WALL_FIT_H
#define WALL_FIT_H

#include "shear.h"

/* Density - 1 and velocity of all nodes, in the order of tiles and nodes. */
struct lbm_moments {
  double density, velocity[3];
};
struct lbm_wall_fit {
  const struct lbm_incoming *incoming;
  const size_t *begin; /* index of the first node of each tile in `at` */
  const struct lbm_moments *at;
  double viscosity, magic, force[3];
};
/* Sets slope[a] to the derivative of the velocity along the normal of *n, at the wall, and the density of *n. Its place,
 * normal, distance and curvature are set. */
void lbm_wall_slope(const struct lbm_wall_fit *f, struct lbm_wall_node *n, double slope[3]);

#endif

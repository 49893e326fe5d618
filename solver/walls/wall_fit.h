/* SPDX-License-Identifier: BSD-3-Clause */
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
 * (Ginzburg & d'Humieres, Phys. Rev. E 68 (2003) 066614, for reflections that are exact for linear flow). For the flow
 * along t a link has the weight w (c.t)^2 in the mean, since it carries momentum along c; the slip is found for each of
 * the two principal directions of the curvature of the wall as t. At the wall, nu lap u = grad p - F along the wall,
 * d^2u/dn^2 = lap u - 2 k du/dn, and the derivatives along the wall follow from its curvatures.
 *
 * Within reach of an opening the gradient of the pressure is left out of the slip.
 *
 * All this is linear in the velocities and densities. */
#ifndef WALL_FIT_H
#define WALL_FIT_H

#include "shear.h"

/* Density - 1 and velocity of a node. */
struct lbm_moments {
  double density, velocity[3];
};
struct lbm_wall_fit {
  const struct lbm_incoming *incoming; /* its geometry; no populations are read */
  size_t *begin;                       /* [tiles + 1], owned: number of the first node of each tile */
  double viscosity, magic, force[3];
};
/* Of the flow of `a`, which must live as long. Release with lbm_wall_fit_free, also after an error. shear.c */
int lbm_wall_fit_make(struct lbm_wall_fit *f, const struct lbm_incoming *a, struct tile_error *e);
void lbm_wall_fit_free(struct lbm_wall_fit *f);

/* The derivative along the normal of a wall node, at the wall, of the velocity along two axes on the wall, and density -
 * 1 there, as linear functions of the moments of the nodes around it: constant + sum of velocity * u + push * (density
 * - 1), and the sum of density * (density - 1). */
enum { LBM_WALL_TERMS = 343 };
struct lbm_wall_term {
  size_t node;
  double velocity[2], push[2], density;
};
struct lbm_wall_stencil {
  int count;
  double axis[2][3], constant[2];
  struct lbm_wall_term term[LBM_WALL_TERMS];
};
static inline double lbm_along(const double axis[3], const double u[3])
{
  return axis[0] * u[0] + axis[1] * u[1] + axis[2] * u[2];
}
/* Place, normal, distance and curvature of *n are set. */
void lbm_wall_stencil_find(struct lbm_wall_stencil *s, const struct lbm_wall_fit *f, const struct lbm_wall_node *n);
/* at: [all nodes]. Sets the derivative, a vector along the wall, and returns density - 1 at the wall. */
double lbm_wall_slope(const struct lbm_wall_stencil *s, const struct lbm_moments *at, double slope[3]);

#endif

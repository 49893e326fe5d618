/* SPDX-License-Identifier: BSD-3-Clause */
/* Wall shear stress: the tangential force of the flow per area of wall, at the nodes beside walls (non-solid nodes with
 * a link that ends at a wall), in lattice units.
 *
 * It is the dynamic viscosity times the derivative of the velocity along the normal, less its part along the normal, from
 * a fit to the velocities of the nodes around it (wall_fit.h).
 *
 * The wall is taken for a plane. It is fitted by least squares through the points where the wall cuts links of the node
 * and of its neighbours, as far as these links point the same way; where the points do not determine a plane, the mean
 * direction of the links does. The fit gives the normal n into the fluid. The distance of the node is that of the wall
 * at its foot, with the mean curvature of the points as far as they determine it.
 *
 * The area of wall that belongs to a node: a plane of normal n has sum_i w_i max(0, -c_i.n) cut links per area,
 * weighted by w_i. */
#ifndef SHEAR_H
#define SHEAR_H

#include "incoming.h"

struct lbm_wall_node {
  struct lbm_place place;
  double normal[3]; /* unit normal of the wall, into the fluid */
  double distance;  /* distance of the node from the wall, along the normal */
  double curvature; /* mean curvature of the wall, 1/radius; positive where the solid is convex */
  double area;      /* area of wall that belongs to the node */
  double shear[3];  /* force on the wall per area */
  double density;   /* density - 1 at the wall */
};
struct lbm_wall_nodes {
  size_t count;
  struct lbm_wall_node *node; /* owned; in the order of tiles and nodes */
  size_t undefined;           /* number of nodes left out, as walls on opposite sides leave no normal */
};
/* Finds the nodes beside walls in the tiles of this process, without their shear and density: it reads no populations.
 * `a` is that of lbm_incoming_shape or of one process. For the rest as below. */
int lbm_wall_nodes_find(struct lbm_wall_nodes *w, const struct lbm_incoming *a, struct tile_error *e);
/* Finds the nodes beside walls, and their shear. It serves one process that has the whole domain. Release with
 * lbm_wall_nodes_free, also after an error. Errors: too little memory. */
int lbm_wall_nodes_make(struct lbm_wall_nodes *w, const struct lbm_incoming *a, struct tile_error *e);
void lbm_wall_nodes_free(struct lbm_wall_nodes *w);
/* The shear that follows from the derivative of the velocity along the normal, and from density - 1 at the wall. */
void lbm_wall_shear(double shear[3], const struct lbm *flow, const double normal[3], const double slope[3],
                    double density);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Fits a plane to the wall beside a node, as shear.h describes. */
#ifndef WALL_PLANE_H
#define WALL_PLANE_H

#include "shear.h"

/* Sets normal, distance, curvature and area of *n, whose place is set; w are the walls around it. Returns false if the wall has no
 * normal. */
bool lbm_wall_plane(struct lbm_wall_node *n, const struct lbm_incoming *a, const struct lbm_walls_at *w);

static inline double lbm_dot(const double n[3], const signed char c[3])
{
  return n[0] * c[0] + n[1] * c[1] + n[2] * c[2];
}

#endif

/* The plane that is taken for the wall beside a node: shear.h says how. */
#ifndef WALL_PLANE_H
#define WALL_PLANE_H

#include "shear.h"

/* Normal, distance and area of *n, whose place is set and whose walls are w. False: it has no normal. */
bool lbm_wall_plane(struct lbm_wall_node *n, const struct lbm_incoming *a, const struct lbm_walls_at *w);

static inline double lbm_dot(const double n[3], const signed char c[3])
{
  return n[0] * c[0] + n[1] * c[1] + n[2] * c[2];
}

static inline double lbm_square(const signed char c[3])
{
  return c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
}

#endif

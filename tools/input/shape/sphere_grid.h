/* SPDX-License-Identifier: BSD-3-Clause */
/* Finds where a link enters the first of several overlapping spheres: the spheres are sorted by the blocks of voxels
 * that they are near. Call sphere_grid_add for each sphere, sphere_grid_sort, then sphere_grid_cut. */
#ifndef SPHERE_GRID_H
#define SPHERE_GRID_H

#include "shape.h"

struct sphere_grid {
  int64_t grid[3], blocks[3];
  bool periodic;
  size_t count, room;
  struct sphere *sphere;
  size_t *begin; /* first member of each block, and the end */
  uint32_t *member;
};

int sphere_grid_add(struct sphere_grid *g, const struct sphere *one, struct tile_error *e);
/* Call it after the last sphere_grid_add. */
int sphere_grid_sort(struct sphere_grid *g, const int64_t grid[3], bool periodic, struct tile_error *e);
/* As cut of struct shape_kind; `from` is a voxel of the grid, `to` a neighbour. */
bool sphere_grid_cut(const struct sphere_grid *g, const double from[3], const double to[3], double *q);
void sphere_grid_free(struct sphere_grid *g);

#endif

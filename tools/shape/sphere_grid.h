/* Spheres by the blocks of voxels that they come near, to find where a link enters the first of several that overlap. */
#ifndef SPHERE_GRID_H
#define SPHERE_GRID_H

#include "shape.h"

struct sphere_grid {
  int64_t grid[3], blocks[3];
  bool periodic;
  size_t count, room;
  struct sphere *sphere;
  size_t *begin; /* of each block, and the end */
  uint32_t *member;
};

int sphere_grid_add(struct sphere_grid *g, const struct sphere *one, struct tile_error *e);
/* After the last one. */
int sphere_grid_sort(struct sphere_grid *g, const int64_t grid[3], bool periodic, struct tile_error *e);
/* As the cut of a shape; `from` is a voxel of the grid, `to` a neighbour. */
bool sphere_grid_cut(const struct sphere_grid *g, const double from[3], const double to[3], double *q);
void sphere_grid_free(struct sphere_grid *g);

#endif

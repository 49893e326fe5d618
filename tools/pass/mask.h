/* Which part of an image counts: --mask. */
#ifndef MASK_H
#define MASK_H

#include "source.h"

/* 1 where the mask in file `path` (a voxel stream or an image) is not 0, else 0. Its size must be
 * that of the grid; a mask of one slice applies to every slice. */
int mask_open(struct source *s, char *path, const int64_t grid[3], struct tile_error *e);

#endif

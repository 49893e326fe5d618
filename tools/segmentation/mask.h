/* Reads the mask of an image (--mask) as a source. */
#ifndef MASK_H
#define MASK_H

#include "source.h"

/* The source is 1 where the mask in file `path` (a voxel stream or an image) is not 0, otherwise 0. The mask must have
 * the size of the grid; a mask of one slice applies to every slice. */
int mask_open(struct source *s, char *path, const int64_t grid[3], struct tile_error *e);

#endif

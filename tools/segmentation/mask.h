/* Reads the mask of an image (--mask) as a source. */
#ifndef MASK_H
#define MASK_H

#include "source.h"

/* The source is 1 where the mask in file `path` (a voxel stream or an image) is not 0, otherwise 0. A mask of one slice
 * applies to every slice. Where image and mask both state their position, the mask is brought to the axes of the image,
 * and any other difference is TILE_REJECTED; where they do not, voxels are matched by number, and the mask must have the
 * size of the image. s->warning says so if one of them states a position or a size of voxels. by_number: positions do not
 * count. image: before any filter. */
int mask_open(struct source *s, char *path, const struct source *image, bool by_number, struct tile_error *e);

#endif

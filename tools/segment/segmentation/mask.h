/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads the mask of an image (--mask) as a source. */
#ifndef MASK_H
#define MASK_H

#include "source.h"

struct mask_choice {
  bool by_number;   /* what the files state does not count */
  const char *unit; /* of lengths, if the file of the mask names none; NULL: mm */
  char note[160];   /* result: how voxels were matched, if users should know it; "": they need not */
};

/* The source is 1 where the mask in these files (a voxel stream or an image) is not 0, otherwise 0. A mask of one slice
 * applies to every slice. If image and mask both state their axes, the mask is brought to those of the image, and any
 * other difference of what both state is TILE_REJECTED. Otherwise voxels are matched by number, and the mask must have
 * the size of the image. image: before any filter. */
int mask_open(struct source *s, char *const *paths, int count, const struct source *image, struct mask_choice *choice,
              struct tile_error *e);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* The axes of a NRRD file; parts of nrrd_header(). */
#ifndef NRRD_H
#define NRRD_H

#include "text_header.h"

enum { NRRD_AXES = 5 };

struct nrrd {
  int axes;         /* in the array */
  int first, space; /* first axis of space (1 if axis 0 are channels); number of such axes, 2 or 3 */
  int64_t size[NRRD_AXES];
  bool directed;             /* space directions are stated */
  bool none[NRRD_AXES];      /* but not for this axis */
  double step[NRRD_AXES][3]; /* spacings are stored as steps along x, y, z */
};

/* Whether word is one of "|a|b|", ignoring case. */
bool nrrd_is_among(const char *names, const char *word);
/* Gets the numbers of voxels, channels and volumes. */
int nrrd_get_size(struct nrrd *n, struct volume_file *v, const struct text_header *h, struct tile_error *e);
/* Gets the size and position of a voxel; call it after nrrd_get_size. */
int nrrd_get_pose(struct nrrd *n, struct volume_file *v, const struct text_header *h, struct tile_error *e);

#endif

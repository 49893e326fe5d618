/* SPDX-License-Identifier: BSD-3-Clause */
/* Counts the voxels and the surface of each label of an image. Call labels_get for each slice; two slices are in
 * memory. */
#ifndef LABELS_H
#define LABELS_H

#include "memory.h"

enum { LABEL_LEAST = -32768, LABEL_MOST = 65535, LABELS = LABEL_MOST - LABEL_LEAST + 1 };

struct labels {
  int64_t grid[3], z; /* slices so far */
  int64_t all;        /* voxels that are counted */
  int32_t *slice[2];  /* label of each voxel; LABELS if it is not counted */
  struct label {
    int64_t voxels;
    int64_t faces; /* faces to voxels of other labels, but not at the faces of the image or of its mask */
  } * label;       /* LABELS elements; label n is label[n - LABEL_LEAST] */
};

int labels_begin(struct labels *l, const int64_t grid[3], struct tile_error *e);
/* Counts the next slice: voxels whose `inside` is at least 1/2, or all if it is NULL. TILE_REJECTED if a value is no
 * label. */
int labels_get(struct labels *l, const double *values, const double *inside, struct tile_error *e);
void labels_end(struct labels *l);

#endif

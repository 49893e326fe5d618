/* How much of an image each of its labels takes, and the surface of each: slice by slice, two of them in memory. */
#ifndef LABELS_H
#define LABELS_H

#include "own.h"

enum { LABEL_LEAST = -32768, LABEL_MOST = 65535, LABELS = LABEL_MOST - LABEL_LEAST + 1 };

struct labels {
  int64_t grid[3], z; /* slices taken */
  int64_t all;        /* voxels that count */
  int32_t *slice[2];  /* label of each voxel; LABELS where it does not count */
  struct label {
    int64_t voxels;
    int64_t faces; /* to voxels of other labels; none at the faces of the image and of its mask */
  } * label;       /* LABELS of them; that of n is label[n - LABEL_LEAST] */
};

int labels_begin(struct labels *l, const int64_t grid[3], struct tile_error *e);
/* The next slice; only voxels whose `inside` is at least 1/2 count; NULL: all. TILE_REJECTED when a value is no label. */
int labels_get(struct labels *l, const double *values, const double *inside, struct tile_error *e);
void labels_end(struct labels *l);

#endif

/* Inside nrrd_header(): what its axes are. */
#ifndef NRRD_H
#define NRRD_H

#include "text_header.h"

enum { NRRD_AXES = 5 };

struct nrrd {
  int axes;         /* of the array */
  int first, space; /* axes of space: the first, 1 where axis 0 are channels; how many, 2 or 3 */
  int64_t size[NRRD_AXES];
  bool directed;             /* there are space directions */
  bool none[NRRD_AXES];      /* ... but for this axis */
  double step[NRRD_AXES][3]; /* spacings are steps along x, y, z */
};

/* One of "|a|b|", in capitals or not. */
bool nrrd_is_among(const char *names, const char *word);
/* How many voxels, channels and volumes there are. */
int nrrd_get_size(struct nrrd *n, struct volume_file *v, const struct text_header *h, struct tile_error *e);
/* Size and place of a voxel, after nrrd_get_size. */
int nrrd_get_pose(struct nrrd *n, struct volume_file *v, const struct text_header *h, struct tile_error *e);

#endif

/* Filters on grey levels: sources that read another source, a slab of slices at
 * a time. Each replaces *s by one that owns the old *s, in the order of the
 * calls; on an error *s is unchanged. */
#ifndef FILTER_H
#define FILTER_H

#include "source.h"
#include "window.h"

/* The part within w, which must fit, with lengths from the corner of the image; values that are not finite are TILE_REJECTED
 * here. */
int filter_crop(struct source *s, const struct window *w, struct tile_error *e);
/* Reversed along the axes (bit a: axis a). Along z the source must be rereadable: TILE_USAGE. */
int filter_flip(struct source *s, unsigned axes, struct tile_error *e);
/* Cubes with this side (m) from voxels with the sides `spacing`: TILE_USAGE where those are not known. A value is that at
 * the centre of the new voxel: trilinear between old centres, or (nearest) that of the old voxel it lies in. The corner
 * of the image stays; what is left over at the upper ends is dropped. */
int filter_resample(struct source *s, double side, bool nearest, struct tile_error *e);
/* Means of n^3 voxels, of one slice of n^2; what is left over at the upper ends is dropped. TILE_USAGE when nothing is
 * left. */
int filter_bin(struct source *s, int64_t n, struct tile_error *e);
/* Medians of (2*radius + 1)^3 voxels; beyond its faces the image continues as its mirror image. */
int filter_median(struct source *s, int64_t radius, struct tile_error *e);
#define FILTER_MEDIAN_MOST 8

/* For the filters: every state begins with this. */
struct filter {
  struct source from;
  double *values; /* freed with the filter */
};
typedef int filter_read(struct source *s, int64_t z, double *values, struct tile_error *e);
/* Zeroed state of `size` bytes in *state and `count` values in it; s->state when all is well. */
int filter_wrap(struct source *s, filter_read *read, void **state, size_t size, size_t count, struct tile_error *e);

#endif

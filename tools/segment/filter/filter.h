/* Filters on grey levels: sources that read another source, a few slices at a time. Each function replaces *s by a
 * source that owns the old one, so filters act in the order of the calls. After an error *s is unchanged. */
#ifndef FILTER_H
#define FILTER_H

#include "source.h"
#include "window.h"

/* Keeps the part of the image within w, which must fit; its lengths count from the corner of the image. Call it for
 * every image: it also checks the values and rejects those that are not finite (TILE_REJECTED). */
int filter_crop(struct source *s, const struct window *w, struct tile_error *e);
/* Reverses the image along the axes (bit a: axis a). Along z the source must be rereadable, otherwise TILE_USAGE. */
int filter_flip(struct source *s, unsigned axes, struct tile_error *e);
/* Makes cubic voxels with this side (m) from voxels with the sides `spacing`; TILE_USAGE if those are unknown. A new
 * value is that at the centre of the new voxel: trilinear between old centres, or (nearest) that of the old voxel which
 * contains it. The corner of the image is kept; a rest at the upper ends is dropped. */
int filter_resample(struct source *s, double side, bool nearest, struct tile_error *e);
/* Means of n^3 voxels, or n^2 in an image of one slice; a rest at the upper ends is dropped. TILE_USAGE if nothing is
 * left. */
int filter_bin(struct source *s, int64_t n, struct tile_error *e);
/* Medians of (2*radius + 1)^3 voxels; outside its faces the image continues as its mirror image. */
int filter_median(struct source *s, int64_t radius, struct tile_error *e);
#define FILTER_MEDIAN_MOST 8
/* Keeps the values of a slow source while it is read for the first time, and reads them from memory afterwards, where
 * the copy takes at most a quarter of the memory that is left. Otherwise *s stays as it is. */
void filter_keep(struct source *s);

/* For filters: the state of each begins with this. */
struct filter {
  struct source from;
  double *values; /* freed with the filter */
};
typedef int filter_read(struct source *s, int64_t z, double *values, struct tile_error *e);
/* Allocates a zeroed state of `size` bytes in *state, with `count` values in it; sets s->state unless it fails. */
int filter_wrap(struct source *s, filter_read *read, void **state, size_t size, size_t count, struct tile_error *e);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Between which values a threshold may be, by the edges of the image themselves. Edges are the voxels whose gradient is
 * above Otsu's threshold of all gradients (Schlueter et al. 2014 find thresholds on such a mask), as far as both classes
 * are within BAND_REACH voxels: there the least and the greatest value differ by the difference of the means of the
 * classes at least. The local threshold of an edge is the middle between these two, which hardly depends on the noise of
 * single voxels; the band is where all but BAND_SHARE of these are on both sides.
 * Call band_put for each slice, then band_find. 2 BAND_REACH + 1 slices of floats are in memory. */
#ifndef BAND_H
#define BAND_H

#include "memory.h"

enum { BAND_REACH = 2 };
#define BAND_SHARE 0.02

struct band_edges;
/* mean: of the classes, the lower one first. */
int band_new(struct band_edges **d, const int64_t grid[3], const double mean[2], struct tile_error *e);
/* The slice that is next to be filled; NaN: no part of the image, and no voxel within BAND_REACH of it is an edge. */
float *band_slice(struct band_edges *d);
void band_put(struct band_edges *d);
struct band {
  double low, middle, high; /* to 1/400 of the difference of the means; middle: the median */
  int64_t count;            /* edges */
};
/* TILE_REJECTED: there is no edge. */
int band_find(struct band_edges *d, struct band *b, struct tile_error *e);
void band_free(struct band_edges *d);

#endif

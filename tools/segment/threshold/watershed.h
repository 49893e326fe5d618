/* SPDX-License-Identifier: BSD-3-Clause */
/* Watershed: markers of two classes flood the voxels between them in the order of a relief, and of equal heights in the
 * order in which they are reached, through faces (Meyer 1994; the order is that of scikit-image). One byte per voxel is
 * in memory, and 4 for each voxel that is reached and not yet passed (8 beyond 2^32 voxels).
 * Call watershed_put for each slice, watershed_flood, then watershed_get. */
#ifndef WATERSHED_H
#define WATERSHED_H

#include "memory.h"

enum { WATERSHED_LEVELS = 51 };                                   /* heights of the relief */
enum { WATERSHED_FREE, WATERSHED_A, WATERSHED_B, WATERSHED_OUT }; /* between; a marker of one or the other; no part */

struct watershed;
int watershed_new(struct watershed **w, const int64_t grid[3], struct tile_error *e);
/* The markers of slice z and its heights, below WATERSHED_LEVELS. */
void watershed_put(struct watershed *w, int64_t z, const unsigned char *marker, const unsigned char *height);
/* progress (NULL: none) is called now and then with the fraction of the heights that are done. TILE_FAILED: memory. */
int watershed_flood(struct watershed *w, void (*progress)(void *with, double done), void *with, struct tile_error *e);
/* Sets each of slice z to WATERSHED_A, _B, _OUT or, where no marker leads, _FREE. */
void watershed_get(const struct watershed *w, int64_t z, unsigned char *to);
void watershed_free(struct watershed *w);

/* The heights of a row of slice z, from three slices (equal ones at the faces): the root of the magnitude of Sobel's
 * gradient, in steps so that the last is that of an edge of this contrast between two voxels. row: the nine rows around,
 * three of each slice; scratch: 3*nx floats. A neighbour that is not a number has the value of the voxel itself; one that is
 * infinite gives the last height. */
void watershed_heights(const float *const row[9], int64_t nx, float contrast, float *scratch, unsigned char *to);

#endif

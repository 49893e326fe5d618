/* Hysteresis: weak voxels count when a chain of weak ones, face to face, leads to
 * a strong one. Two passes over the slices; what is kept between them is one bit
 * for each connected set of a single slice.
 *
 * Between slices only the sets that reach the last slice are known. One that has
 * a strong voxel decides for all its members at once; the others keep
 * the list of their members until they end. */
#ifndef HYSTERESIS_H
#define HYSTERESIS_H

#include "own.h"

enum { HYSTERESIS_NO, HYSTERESIS_WEAK, HYSTERESIS_STRONG };

struct hysteresis;
int hysteresis_new(struct hysteresis **h, int64_t nx, int64_t ny, struct tile_error *e);
/* First pass: the levels of the next slice. */
int hysteresis_note(struct hysteresis *h, const unsigned char *level, struct tile_error *e);
/* Second pass: the same slices again; class is TILE_FLUID for what counts, TILE_SOLID for
 * the rest, and may be level itself. TILE_FAILED when they cannot be the same. */
int hysteresis_apply(struct hysteresis *h, const unsigned char *level, unsigned char *class, struct tile_error *e);
void hysteresis_free(struct hysteresis *h);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Hysteresis: weak voxels are fluid if a chain of weak voxels, connected through faces, leads to a strong one. The
 * slices are read twice: call hysteresis_note for each, then hysteresis_apply for each. In between, one bit is kept for
 * each connected set of a single slice.
 *
 * During the first reading only the sets that extend into the last slice are known. If one has a strong voxel, all its
 * members are decided at once; the others keep a list of their members until they end. */
#ifndef HYSTERESIS_H
#define HYSTERESIS_H

#include "memory.h"

enum { HYSTERESIS_NO, HYSTERESIS_WEAK, HYSTERESIS_STRONG };

struct hysteresis;
int hysteresis_new(struct hysteresis **h, int64_t nx, int64_t ny, struct tile_error *e);
/* First reading: the levels of the next slice. */
int hysteresis_note(struct hysteresis *h, const unsigned char *level, struct tile_error *e);
/* Second reading, of the same slices; sets class to TILE_FLUID or TILE_SOLID, and class may be level itself.
 * TILE_FAILED if the slices have changed. */
int hysteresis_apply(struct hysteresis *h, const unsigned char *level, unsigned char *class, struct tile_error *e);
/* Before the slices are read once more in the same way. */
void hysteresis_again(struct hysteresis *h);
void hysteresis_free(struct hysteresis *h);

/* The same, but a set is kept if it has at least `least` voxels; levels are HYSTERESIS_NO or _WEAK. */
int hysteresis_new_large(struct hysteresis **h, int64_t nx, int64_t ny, int64_t least, struct tile_error *e);
/* After the first reading: how many sets are not kept. */
int64_t hysteresis_dropped(const struct hysteresis *h);

#endif

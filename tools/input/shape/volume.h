/* SPDX-License-Identifier: BSD-3-Clause */
/* A volume in memory at one bit per voxel, for random spheres and for mirroring along z. The caller frees b->word. */
#ifndef VOLUME_H
#define VOLUME_H

#include "memory.h"
#include "tile_voxels.h"

int volume_make(struct tile_bits *b, const int64_t grid[3], struct tile_error *e); /* all 0 */
/* Sets begin <= x < end of row y, z; returns how many of them were 0 before. */
int64_t volume_fill(struct tile_bits *b, int64_t begin, int64_t end, int64_t y, int64_t z);
/* Gets or puts one slice of bytes 0 or 1; put expects that the slice was 0 before. */
void volume_put(struct tile_bits *b, int64_t z, const unsigned char *slice);
void volume_get(const struct tile_bits *b, int64_t z, unsigned char *slice);

#endif

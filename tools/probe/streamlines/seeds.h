/* SPDX-License-Identifier: BSD-3-Clause */
/* The points through which streamlines are drawn. */
#ifndef SEEDS_H
#define SEEDS_H

#include "memory.h"

struct seeds {
  double (*at)[3];
  size_t count;
  bool physical; /* in coordinates of the file, in m; else in voxels */
};

/* Most seeds of one file. */
#define SEEDS_LIMIT (1 << 20)

/* Reads lines of three numbers, separated by blanks or commas: voxels, or lengths where each number is followed by a unit
 * or the first line is a head with units, such as "x [mm],y [mm],z [mm]", also behind #. Other lines that begin with # and
 * empty ones do not count. TILE_REJECTED: another line, lengths beside voxels, no seed, or more than SEEDS_LIMIT. */
int seeds_read(struct seeds *s, FILE *in, const char *name, struct tile_error *e);
/* Spreads `count` seeds evenly over `nodes` nodes, at least 1, which it sorts along a curve that fills space (Morton):
 * on nodes or, if there are more seeds than nodes, around them in the two axes across `axis`. The order in which the
 * nodes come does not matter. */
int seeds_spread(struct seeds *s, size_t count, int64_t (*node)[3], size_t nodes, int axis, struct tile_error *e);
void seeds_free(struct seeds *s);

#endif

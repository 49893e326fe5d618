/* SPDX-License-Identifier: BSD-3-Clause */
/* The cover: all tiles, stored or not, that the padded grid spans. Tile k of an axis holds the padded coordinates
 * k*edge ... k*edge + edge-1, see tile.h, and fewer at the end of the axis. */
#ifndef COVER_H
#define COVER_H

#include "memory.h"
#include "tile_voxels.h"

struct cover {
  int64_t grid[3];
  int edge;
  int offset[3];
  unsigned periodic;
};

/* TILE_USAGE: edge or offset out of range. TILE_REJECTED: the size of the grid is. */
int cover_check(const struct cover *c, struct tile_error *e);
int64_t cover_length(const struct cover *c, int axis);               /* size in padded nodes */
int64_t cover_span(const struct cover *c, int axis);                 /* size in tiles */
int64_t cover_grid(const struct cover *c, int axis, int64_t padded); /* grid coordinate; -1: in the padding */

/* Number of words of a row of bits in padded coordinates. */
size_t cover_words(const struct cover *c);
/* Converts a row of bits, row[words], from grid coordinates into padded ones, out[cover_words]. */
void cover_shift(const struct cover *c, size_t words, const uint64_t *row, uint64_t *out);

/* Combines the slices of the layer k of tiles with OR: plane[ny][b->row]. */
void cover_join_slices(const struct cover *c, const struct tile_bits *b, int64_t k, uint64_t *plane);
/* Counts the tiles with a set bit in such a plane; scratch[cover_scratch]. */
int64_t cover_count(const struct cover *c, const struct tile_bits *b, const uint64_t *plane, uint64_t *scratch);
size_t cover_scratch(const struct cover *c, const struct tile_bits *b);

#endif

/* How a cover of tiles lies on a grid: libtile's own header.
 *
 * Padded coordinate = grid coordinate + offset; along a periodic axis the sum
 * is taken modulo the size. Tile k of an axis holds the padded coordinates
 * k*edge ... k*edge + edge-1, fewer where the padded axis ends. */
#ifndef COVER_H
#define COVER_H

#include "own.h"

struct cover {
  int64_t grid[3];
  int edge;
  int offset[3];
  unsigned periodic;
};

/* Checks edge, offset and size; the messages speak to who asked. */
int cover_check(const struct cover *c, struct tile_error *e);
int64_t cover_length(const struct cover *c, int axis);               /* padded nodes */
int64_t cover_span(const struct cover *c, int axis);                 /* tiles */
int64_t cover_grid(const struct cover *c, int axis, int64_t padded); /* -1: in the padding */

/* Words of a row of bits in padded coordinates. */
size_t cover_words(const struct cover *c);
/* A row of b in grid coordinates -> out[cover_words] in padded ones. */
void cover_shift(const struct cover *c, size_t words, const uint64_t *row, uint64_t *out);

/* plane[ny * b->row] = the slices of tile layer k joined by or. */
void cover_join_slices(const struct cover *c, const struct tile_bits *b, int64_t k, uint64_t *plane);
/* Tiles with a set bit in such a plane; scratch holds cover_scratch words. */
int64_t cover_count(const struct cover *c, const struct tile_bits *b, const uint64_t *plane, uint64_t *scratch);
size_t cover_scratch(const struct cover *c, const struct tile_bits *b);

#endif

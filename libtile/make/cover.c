/* SPDX-License-Identifier: BSD-3-Clause */
/* Padded coordinates, and counts of the tiles of a layer. */
#include "cover.h"

#include <string.h>

static const char axis_name[] = "xyz";

int cover_check(const struct cover *c, struct tile_error *e)
{
  if (c->edge != 2 && c->edge != 4 && c->edge != 8 && c->edge != 16)
    return tile_fail(e, TILE_USAGE, "a tile edge is 2, 4, 8 or 16, not %d", c->edge);
  for (int a = 0; a < 3; a++) {
    if (c->offset[a] < 0 || c->offset[a] >= c->edge)
      return tile_fail(e, TILE_USAGE, "offset %d along %c is outside 0 ... %d (tile edge %d)", c->offset[a],
                       axis_name[a], c->edge - 1, c->edge);
    if (c->grid[a] < 1 || c->grid[a] > INT32_MAX)
      return tile_fail(e, TILE_REJECTED, "%lld nodes along %c: a grid has 1 ... %d", (long long)c->grid[a],
                       axis_name[a], INT32_MAX);
  }
  return TILE_OK;
}

static bool is_periodic(const struct cover *c, int axis)
{
  return c->periodic >> axis & 1;
}

int64_t cover_length(const struct cover *c, int axis)
{
  return is_periodic(c, axis) ? c->grid[axis] : c->grid[axis] + c->offset[axis];
}

int64_t cover_span(const struct cover *c, int axis)
{
  return (cover_length(c, axis) + c->edge - 1) / c->edge;
}

int64_t cover_grid(const struct cover *c, int axis, int64_t padded)
{
  int64_t n = c->grid[axis], at = padded - c->offset[axis];
  if (padded >= cover_length(c, axis))
    return -1;
  if (is_periodic(c, axis))
    return (at % n + n) % n;
  return at < 0 ? -1 : at;
}

size_t cover_words(const struct cover *c)
{
  return (size_t)(c->grid[0] + 2 * c->edge) / 64 + 2;
}

/* Completes a cyclic shift: moves the bits from n on to the beginning. */
static void wrap(uint64_t *out, int64_t n, int shift)
{
  size_t word = (size_t)n / 64;
  int bit = (int)(n % 64);
  uint64_t over = out[word] >> bit;
  out[word] &= ((uint64_t)1 << bit) - 1;
  if (bit + shift > 64) {
    over |= out[word + 1] << (64 - bit);
    out[word + 1] = 0;
  }
  out[0] |= over;
}

void cover_shift(const struct cover *c, size_t words, const uint64_t *row, uint64_t *out)
{
  int shift = is_periodic(c, 0) ? (int)(c->offset[0] % c->grid[0]) : c->offset[0];
  size_t end = cover_words(c);
  memset(out, 0, end * sizeof *out);
  memcpy(out, row, words * sizeof *out);
  if (shift == 0)
    return;
  for (size_t i = end - 1; i > 0; i--)
    out[i] = out[i] << shift | out[i - 1] >> (64 - shift);
  out[0] <<= shift;
  if (is_periodic(c, 0))
    wrap(out, c->grid[0], shift);
}

static void join(uint64_t *to, const uint64_t *from, size_t words)
{
  for (size_t i = 0; i < words; i++)
    to[i] |= from[i];
}

void cover_join_slices(const struct cover *c, const struct tile_bits *b, int64_t k, uint64_t *plane)
{
  size_t words = (size_t)b->grid[1] * b->row;
  memset(plane, 0, words * sizeof *plane);
  for (int64_t p = k * c->edge; p < (k + 1) * c->edge; p++) {
    int64_t z = cover_grid(c, 2, p);
    if (z >= 0)
      join(plane, b->word + (size_t)z * words, words);
  }
}

static void join_rows(const struct cover *c, const uint64_t *plane, size_t words, int64_t j, uint64_t *row)
{
  memset(row, 0, words * sizeof *row);
  for (int64_t p = j * c->edge; p < (j + 1) * c->edge; p++) {
    int64_t y = cover_grid(c, 1, p);
    if (y >= 0)
      join(row, plane + (size_t)y * words, words);
  }
}

/* Counts the groups of `edge` bits with a set bit; the edge divides 64. */
static int64_t count_groups(const uint64_t *row, size_t words, int edge)
{
  uint64_t first = ~(uint64_t)0 / (((uint64_t)1 << edge) - 1);
  int64_t count = 0;
  for (size_t i = 0; i < words; i++) {
    uint64_t v = row[i];
    for (int s = 1; s < edge; s *= 2)
      v |= v >> s;
    count += __builtin_popcountll(v & first);
  }
  return count;
}

int64_t cover_count(const struct cover *c, const struct tile_bits *b, const uint64_t *plane, uint64_t *scratch)
{
  uint64_t *row = scratch, *shifted = scratch + b->row;
  int64_t count = 0;
  for (int64_t j = 0; j < cover_span(c, 1); j++) {
    join_rows(c, plane, b->row, j, row);
    cover_shift(c, b->row, row, shifted);
    count += count_groups(shifted, cover_words(c), c->edge);
  }
  return count;
}

size_t cover_scratch(const struct cover *c, const struct tile_bits *b)
{
  return b->row + cover_words(c);
}

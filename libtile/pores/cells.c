/* SPDX-License-Identifier: BSD-3-Clause */
/* The cells of 2 x 2 x 2 nodes by their content, 64 of them at a time: of eight words the bits are transposed, and each
 * byte is the content of a cell. */
#include "pores.h"

/* ---- rows of the phase ----------------------------------------------------------- */

struct volume {
  const struct tile_bits *b, *mask; /* mask NULL: all of the grid */
  uint64_t flip;                    /* all ones: the solid nodes */
};

/* A row; NULL: outside the grid. */
static const uint64_t *row_at(const struct volume *v, int64_t y, int64_t z)
{
  const int64_t *n = v->b->grid;
  if (y < 0 || z < 0 || y >= n[1] || z >= n[2])
    return NULL;
  return v->b->word + ((size_t)z * (size_t)n[1] + (size_t)y) * v->b->row;
}

/* Which nodes of a word of a row count. */
static uint64_t mask_of(const struct volume *v, const uint64_t *row, size_t i)
{
  const int64_t rest = v->b->grid[0] - 64 * (int64_t)i;
  if (!row || i >= v->b->row)
    return 0;
  return v->mask ? v->mask->word[(size_t)(row - v->b->word) + i] : rest < 64 ? ~(~UINT64_C(0) << rest) : ~UINT64_C(0);
}

static uint64_t word_of(const struct volume *v, const uint64_t *row, size_t i)
{
  const uint64_t mask = mask_of(v, row, i);
  return mask ? (row[i] ^ v->flip) & mask : 0;
}

/* ---- counting ---------------------------------------------------------------------- */

/* Byte i gets bit i of each byte: an 8 x 8 matrix of bits is transposed (H. S. Warren, Hacker's Delight). */
static uint64_t transposed(uint64_t x)
{
  uint64_t t = (x ^ x >> 7) & UINT64_C(0x00AA00AA00AA00AA);
  x ^= t ^ t << 7;
  t = (x ^ x >> 14) & UINT64_C(0x0000CCCC0000CCCC);
  x ^= t ^ t << 14;
  t = (x ^ x >> 28) & UINT64_C(0x00000000F0F0F0F0);
  return x ^ t ^ t << 28;
}

static uint64_t eight_cells(const uint64_t word[8], int64_t at)
{
  uint64_t bytes = 0;
  for (int r = 0; r < 8; r++)
    bytes |= (word[r] >> at & 0xff) << (8 * r);
  return transposed(bytes);
}

/* The rows of cells: bit x of word[k] is node k of cell x. */
struct cells {
  uint64_t word[8], mask[8];
};

/* The first n of them: those with all nodes in the mask lie inside. */
static void count_words(struct tile_cells *c, const struct cells *w, int64_t n)
{
  uint64_t any = 0, all = ~UINT64_C(0), in = ~UINT64_C(0);
  for (int r = 0; r < 8; r++) {
    any |= w->word[r];
    all &= w->word[r];
    in &= w->mask[r];
  }
  const bool whole = !~(in | (n < 64 ? ~UINT64_C(0) << n : 0));
  if (whole && (!any || !~all)) {
    c->inside[any ? 255 : 0] += n;
    return;
  }
  for (int64_t at = 0; at < n; at += 8) {
    uint64_t cells = eight_cells(w->word, at), mask = whole ? ~UINT64_C(0) : eight_cells(w->mask, at);
    for (int64_t k = at; k < n && k < at + 8; k++, cells >>= 8, mask >>= 8)
      ((mask & 0xff) == 0xff ? c->inside : c->border)[cells & 0xff]++;
  }
}

static void take_cells(struct cells *w, const struct volume *v, const uint64_t *const row[4], size_t i)
{
  for (int r = 0; r < 4; r++) {
    w->word[2 * r] = word_of(v, row[r], i);
    w->word[2 * r + 1] = w->word[2 * r] >> 1 | word_of(v, row[r], i + 1) << 63;
    w->mask[2 * r] = mask_of(v, row[r], i);
    w->mask[2 * r + 1] = w->mask[2 * r] >> 1 | mask_of(v, row[r], i + 1) << 63;
  }
}

/* Cells at y, z and y + 1, z + 1. */
static void count_row(struct tile_cells *c, const struct volume *v, int64_t y, int64_t z)
{
  const uint64_t *const row[4] = {row_at(v, y, z), row_at(v, y + 1, z), row_at(v, y, z + 1), row_at(v, y + 1, z + 1)};
  const int64_t nx = v->b->grid[0];
  unsigned first = 0, last = 0; /* the cells before the first node and behind the last one */
  for (int r = 0; r < 4; r++) {
    first |= (unsigned)(word_of(v, row[r], 0) & 1) << (2 * r + 1);
    last |= (unsigned)(word_of(v, row[r], (size_t)(nx - 1) / 64) >> ((nx - 1) % 64) & 1) << (2 * r);
  }
  c->border[first]++;
  c->border[last]++;
  for (int64_t x = 0; x < nx - 1; x += 64) {
    struct cells w;
    take_cells(&w, v, row, (size_t)x / 64);
    count_words(c, &w, nx - 1 - x < 64 ? nx - 1 - x : 64);
  }
}

void tile_cells_count(struct tile_cells *c, const struct tile_bits *b, const struct tile_bits *mask, bool solid)
{
  const struct volume v = {b, mask, solid ? ~UINT64_C(0) : 0};
  *c = (struct tile_cells){.solid = solid};
#pragma omp parallel
  {
    struct tile_cells mine = {0};
#pragma omp for
    for (int64_t z = -1; z < b->grid[2]; z++)
      for (int64_t y = -1; y < b->grid[1]; y++)
        count_row(&mine, &v, y, z);
#pragma omp critical
    for (int i = 0; i < 256; i++) {
      c->inside[i] += mine.inside[i];
      c->border[i] += mine.border[i];
    }
  }
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Geometry that may falsify a result: narrow gaps, and faces that do not match across a period. Rows of bits are
 * compared, 64 nodes at a time. */
#include "bit_rows.h"
#include "memory.h"
#include "tile_measure.h"

#include <stdlib.h>
#include <string.h>

static uint64_t last_bits(const struct tile_bits *b)
{
  return b->grid[0] % 64 ? ~(uint64_t)0 >> (64 - b->grid[0] % 64) : ~(uint64_t)0;
}

/* ---- gaps: nodes in runs of one or two along an axis ---- */

/* `closed` and `open_row` stand for the rows beyond closed and open faces: all solid, all non-solid. */
struct gaps {
  const struct tile_bits *bits;
  unsigned open, periodic;
  const uint64_t *closed, *open_row;
};

/* The row at y, z, which may lie outside the grid. */
static const uint64_t *row_of(const struct gaps *g, int64_t y, int64_t z)
{
  int64_t at[3] = {0, y, z};
  for (int a = 1; a < 3; a++) {
    int64_t n = g->bits->grid[a];
    if (at[a] >= 0 && at[a] < n)
      continue;
    if (!(g->periodic >> a & 1))
      return g->open >> (at[a] < 0 ? a : a + 3) & 1 ? g->open_row : g->closed;
    at[a] = ((at[a] % n) + n) % n;
  }
  return tile_row(g->bits, at[1], at[2]);
}

/* Clears in `to` the nodes of at[2] that do not lie in three consecutive non-solid nodes of at[0 ... 4]. */
static void hold_three(const uint64_t *const at[5], size_t words, uint64_t *to)
{
  for (size_t i = 0; i < words; i++)
    to[i] &= (at[0][i] & at[1][i]) | (at[1][i] & at[3][i]) | (at[3][i] & at[4][i]);
}

/* to[x] = row[x - 1], and `first` at x = 0. */
static void shift_up(const uint64_t *row, size_t words, bool first, uint64_t *to)
{
  for (size_t i = words; i-- > 0;)
    to[i] = row[i] << 1 | (i ? row[i - 1] >> 63 : first);
}

/* to[x] = row[x + 1], and `last` at x = nx - 1. */
static void shift_down(const uint64_t *row, size_t words, int64_t nx, bool last, uint64_t *to)
{
  for (size_t i = 0; i < words; i++)
    to[i] = tile_next_bits(row, words, i);
  uint64_t bit = (uint64_t)1 << (nx - 1) % 64;
  to[(nx - 1) / 64] = last ? to[(nx - 1) / 64] | bit : to[(nx - 1) / 64] & ~bit;
}

/* beside: memory for four rows, the row shifted by -2, -1, 1 and 2. */
static void hold_three_along_x(const struct gaps *g, const uint64_t *row, uint64_t *beside, uint64_t *to)
{
  size_t words = g->bits->row;
  int64_t nx = g->bits->grid[0];
  bool period = g->periodic & 1, low = g->open & 1, high = g->open >> 3 & 1;
  uint64_t *m2 = beside, *m1 = m2 + words, *p1 = m1 + words, *p2 = p1 + words;
  shift_up(row, words, period ? tile_row_bit(row, nx - 1) : low, m1);
  shift_up(m1, words, period ? tile_row_bit(m1, nx - 1) : low, m2);
  shift_down(row, words, nx, period ? tile_row_bit(row, 0) : high, p1);
  shift_down(p1, words, nx, period ? tile_row_bit(p1, 0) : high, p2);
  hold_three((const uint64_t *[]){m2, m1, row, p1, p2}, words, to);
}

/* Number of nodes of a row that lie in a gap; room: memory for five rows. */
static int64_t narrow_in_row(const struct gaps *g, int64_t y, int64_t z, uint64_t *room)
{
  size_t words = g->bits->row;
  const uint64_t *row = tile_row(g->bits, y, z), *along_y[5], *along_z[5];
  uint64_t *wide = room + 4 * words;
  int64_t narrow = 0;
  memcpy(wide, row, words * sizeof *wide);
  hold_three_along_x(g, row, room, wide);
  for (int k = 0; k < 5; k++) {
    along_y[k] = row_of(g, y + k - 2, z);
    along_z[k] = row_of(g, y, z + k - 2);
  }
  hold_three(along_y, words, wide);
  hold_three(along_z, words, wide);
  for (size_t i = 0; i < words; i++)
    narrow += tile_ones(row[i] & ~wide[i]);
  return narrow;
}

int tile_count_narrow(const struct tile_bits *b, unsigned open, unsigned periodic, int64_t *narrow,
                      struct tile_error *e)
{
  size_t words = b->row;
  uint64_t *edges = tile_alloc(2 * words, sizeof *edges);
  int64_t count = 0;
  bool failed = !edges;
  if (edges)
    memset(edges + words, 0xff, words * sizeof *edges);
  struct gaps g = {b, open, periodic, edges, edges + words};
#pragma omp parallel reduction(+ : count) reduction(|| : failed)
  {
    uint64_t *room = failed ? NULL : tile_alloc(5 * words, sizeof *room);
    failed = failed || !room;
#pragma omp for
    for (int64_t z = 0; z < b->grid[2]; z++)
      for (int64_t y = 0; y < b->grid[1] && room && edges; y++)
        count += narrow_in_row(&g, y, z, room);
    free(room);
  }
  free(edges);
  *narrow = count;
  return failed ? tile_fail_memory(e, 5 * words * sizeof *edges, "rows to look for gaps in") : TILE_OK;
}

/* ---- seams: nodes that are solid in one of two layers only ---- */

static int64_t differ(const uint64_t *row, const uint64_t *other, size_t words)
{
  int64_t count = 0;
  for (size_t i = 0; i < words; i++)
    count += tile_ones(row[i] ^ other[i]);
  return count;
}

/* Counts changes from node to node along a row, and in *seam from its end to its beginning. */
static int64_t differ_along_x(const struct tile_bits *b, const uint64_t *row, int64_t *seam)
{
  int64_t count = 0, nx = b->grid[0];
  *seam += tile_row_bit(row, 0) != tile_row_bit(row, nx - 1);
  for (size_t i = 0; i < b->row; i++) {
    uint64_t valid = i + 1 < b->row ? ~(uint64_t)0 : last_bits(b) >> 1;
    count += tile_ones((row[i] ^ tile_next_bits(row, b->row, i)) & valid);
  }
  return count;
}

void tile_find_seams(const struct tile_bits *b, struct tile_seam seam[3])
{
  int64_t at[3] = {0}, inside[3] = {0}, nx = b->grid[0], ny = b->grid[1], nz = b->grid[2];
#pragma omp parallel for reduction(+ : at[:3], inside[:3])
  for (int64_t z = 0; z < nz; z++)
    for (int64_t y = 0; y < ny; y++) {
      const uint64_t *row = tile_row(b, y, z);
      inside[0] += differ_along_x(b, row, &at[0]);
      *(y + 1 < ny ? &inside[1] : &at[1]) += differ(row, tile_row(b, (y + 1) % ny, z), b->row);
      *(z + 1 < nz ? &inside[2] : &at[2]) += differ(row, tile_row(b, y, (z + 1) % nz), b->row);
    }
  for (int a = 0; a < 3; a++) {
    double face = (double)nx * (double)ny * (double)nz / (double)b->grid[a], steps = (double)b->grid[a] - 1;
    seam[a] = (struct tile_seam){(double)at[a] / face, steps > 0 ? (double)inside[a] / face / steps : 0};
  }
}

/* ---- faces ---- */

int64_t tile_face_nodes(const struct tile_bits *b, const char face[3])
{
  int axis = face[0] - 'x';
  int64_t begin[3] = {0}, end[3] = {b->grid[0], b->grid[1], b->grid[2]}, count = 0;
  begin[axis] = face[1] == '+' ? b->grid[axis] - 1 : 0;
  end[axis] = begin[axis] + 1;
  for (int64_t z = begin[2]; z < end[2]; z++)
    for (int64_t y = begin[1]; y < end[1]; y++) {
      const uint64_t *row = tile_row(b, y, z);
      if (axis == 0)
        count += tile_row_bit(row, begin[0]);
      for (size_t i = 0; i < b->row && axis; i++)
        count += tile_ones(row[i]);
    }
  return count;
}

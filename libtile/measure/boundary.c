/* SPDX-License-Identifier: BSD-3-Clause */
/* Counts boundary nodes: non-solid nodes with a link to solid or out of the grid, or with a mark. */
#include "measure.h"
#include "tile_make.h"

/* A row of bits; NULL: beyond a face, where all is solid. */
static const uint64_t *row_at(const struct tile_domain *d, const struct tile_bits *b, int64_t y, int64_t z)
{
  int64_t at[3] = {0, y, z};
  for (int a = 1; a < 3; a++) {
    if (at[a] >= 0 && at[a] < b->grid[a])
      continue;
    if (!(d->periodic >> a & 1))
      return NULL;
    at[a] = (at[a] + b->grid[a]) % b->grid[a];
  }
  return b->word + (size_t)(at[2] * b->grid[1] + at[1]) * b->row;
}

/* Nodes of a word that are non-solid in this row at x-1, x and x+1. */
static uint64_t three_in_row(const uint64_t *row, size_t i, const struct tile_bits *b, bool periodic)
{
  int64_t nx = b->grid[0];
  size_t last = (size_t)(nx - 1) / 64;
  uint64_t first_bit = row[0] & 1, last_bit = row[last] >> ((nx - 1) % 64) & 1;
  uint64_t below = i ? row[i - 1] >> 63 : periodic & last_bit;
  uint64_t above = i < last ? row[i + 1] << 63 : (uint64_t)(periodic & first_bit) << ((nx - 1) % 64);
  return row[i] & (row[i] << 1 | below) & (row[i] >> 1 | above);
}

/* Nodes of a word that are non-solid, with 18 non-solid neighbours. */
static uint64_t interior(const struct tile_domain *d, const struct tile_bits *b, const uint64_t *rows[9], size_t i)
{
  uint64_t all = ~(uint64_t)0;
  for (int k = 0; k < 9; k++) {
    if (!rows[k])
      return 0;
    bool diagonal = k % 3 != 1 && k / 3 != 1;
    all &= diagonal ? rows[k][i] : three_in_row(rows[k], i, b, d->periodic & TILE_X);
  }
  return all;
}

static void rows_around(const struct tile_domain *d, const struct tile_bits *b, int64_t y, int64_t z,
                        const uint64_t *rows[9])
{
  for (int k = 0; k < 9; k++)
    rows[k] = row_at(d, b, y + k % 3 - 1, z + k / 3 - 1);
}

/* Nodes with marks that have no link to solid or out of the grid: those at thin walls. */
static int64_t marked_inside(const struct tile_domain *d, const struct tile_bits *b)
{
  int64_t count = 0;
  for (size_t i = 0; i < d->marks; i++) {
    const struct tile_mark *m = &d->mark[i];
    const uint64_t *rows[9];
    int64_t at[3];
    bool again = i && m[-1].tile == m->tile && m[-1].node == m->node;
    if (again || !tile_domain_node(d, m->tile, m->node, at))
      continue;
    rows_around(d, b, at[1], at[2], rows);
    count += (int64_t)(interior(d, b, rows, (size_t)at[0] / 64) >> (at[0] % 64) & 1);
  }
  return count;
}

int64_t measure_boundary(const struct tile_domain *d, const struct tile_bits *b)
{
  int64_t inside = 0;
#pragma omp parallel for reduction(+ : inside)
  for (int64_t z = 0; z < b->grid[2]; z++)
    for (int64_t y = 0; y < b->grid[1]; y++) {
      const uint64_t *rows[9];
      rows_around(d, b, y, z, rows);
      for (size_t i = 0; i < b->row; i++)
        inside += __builtin_popcountll(interior(d, b, rows, i));
    }
  return tile_bits_count(b) - inside + marked_inside(d, b);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Porosity and surface of windows of one size. Of each row of nodes and of faces, the ones in each window are counted,
 * 64 at a time. */
#include "pores.h"
#include "bit_rows.h"
#include "internal_measure.h"

#include <math.h>
#include <stdlib.h>

/* ---- sizes -------------------------------------------------------------------- */

enum { SMALLEST = 4 };

static int64_t shortest(const int64_t grid[3])
{
  int64_t side = grid[0] < grid[1] ? grid[0] : grid[1];
  return grid[2] > 1 && grid[2] < side ? grid[2] : side;
}

int tile_windows_sizes(int64_t *size, int most, const int64_t grid[3])
{
  const int64_t end = shortest(grid);
  const double begin = end < SMALLEST ? (double)end : SMALLEST, ratio = (double)end / begin;
  int count = 0;
  for (int i = 1; i < most; i++) {
    const int64_t next = llround(begin * pow(ratio, (double)(i - 1) / (most - 1)));
    if (next < end && (count == 0 || size[count - 1] < next))
      size[count++] = next;
  }
  size[count++] = end;
  return count;
}

/* ---- a layer of windows --------------------------------------------------------- */

/* Of a window: its nodes, and twice its faces, of which those on its boundary belong to it by half. */
struct sums {
  int64_t nodes, faces;
  int64_t in; /* nodes in the mask, if there is one */
};

struct layer {
  const struct tile_bits *b, *mask;
  int64_t edge, count[3]; /* windows along each axis */
  uint64_t *face;         /* [b->row] */
  struct sums *of;        /* [count[1]][count[0]] */
};

/* The bits from `begin` up to, not including, `end`, which is larger. */
static int64_t ones_between(const uint64_t *row, int64_t begin, int64_t end)
{
  const int64_t first = begin / 64, last = (end - 1) / 64;
  const uint64_t from = ~UINT64_C(0) << (begin % 64), to = ~UINT64_C(0) >> (63 - (end - 1) % 64);
  if (first == last)
    return tile_ones(row[first] & from & to);
  int64_t count = tile_ones(row[first] & from) + tile_ones(row[last] & to);
  for (int64_t i = first + 1; i < last; i++)
    count += tile_ones(row[i]);
  return count;
}

/* The row of the mask that belongs to one of the volume; NULL: there is none. */
static const uint64_t *mask_of(const struct layer *l, const uint64_t *row)
{
  return l->mask ? l->mask->word + (row - l->b->word) : NULL;
}

static void add_nodes(const struct layer *l, struct sums *to, const uint64_t *row)
{
  const uint64_t *mask = mask_of(l, row);
  for (int64_t k = 0; k < l->count[0]; k++) {
    to[k].nodes += ones_between(row, k * l->edge, (k + 1) * l->edge);
    to[k].in += mask ? ones_between(mask, k * l->edge, (k + 1) * l->edge) : 0;
  }
}

/* Faces normal to x: bit x of `face` is the face between x and x + 1. Those to nodes outside the mask are none. */
static void add_along(const struct layer *l, struct sums *to, const uint64_t *row)
{
  const uint64_t *mask = mask_of(l, row);
  const int64_t nx = l->b->grid[0], edge = l->edge;
  const size_t words = l->b->row;
  for (size_t i = 0; i < words; i++)
    l->face[i] =
        (row[i] ^ tile_next_bits(row, words, i)) & (mask ? mask[i] & tile_next_bits(mask, words, i) : ~UINT64_C(0));
  l->face[(nx - 1) / 64] &= ~(UINT64_C(1) << ((nx - 1) % 64)); /* the face of the grid */
  for (int64_t k = 0, x = 0; k < l->count[0]; k++, x += edge) {
    const int64_t all = ones_between(l->face, x, x + edge);
    to[k].faces += 2 * all - tile_row_bit(l->face, x + edge - 1) + (x ? tile_row_bit(l->face, x - 1) : 0);
  }
}

/* Faces between two rows; weight 2: inside of the windows, 1: on their boundary. */
static void add_between(const struct layer *l, struct sums *to, const uint64_t *row, const uint64_t *other, int weight)
{
  const uint64_t *mask = mask_of(l, row), *beyond = mask_of(l, other);
  for (size_t i = 0; i < l->b->row; i++)
    l->face[i] = (row[i] ^ other[i]) & (mask ? mask[i] & beyond[i] : ~UINT64_C(0));
  for (int64_t k = 0; k < l->count[0]; k++)
    to[k].faces += weight * ones_between(l->face, k * l->edge, (k + 1) * l->edge);
}

/* The faces of a row to the row before it and to the next one along an axis, of which there are n; at: its place. */
static void add_across(const struct layer *l, struct sums *to, const uint64_t *row, size_t stride, int64_t at,
                       int64_t n)
{
  const int64_t in = at % l->edge;
  if (at && in == 0)
    add_between(l, to, row, row - stride, 1);
  if (at + 1 < n)
    add_between(l, to, row, row + stride, in + 1 < l->edge ? 2 : 1);
}

static void count_layer(const struct layer *l, int64_t layer)
{
  const int64_t *n = l->b->grid, deep = n[2] == 1 ? 1 : l->edge;
  for (int64_t k = 0; k < l->count[0] * l->count[1]; k++)
    l->of[k] = (struct sums){0};
  for (int64_t z = layer * deep; z < (layer + 1) * deep; z++)
    for (int64_t y = 0; y < l->count[1] * l->edge; y++) {
      const uint64_t *row = tile_row(l->b, y, z);
      struct sums *to = l->of + y / l->edge * l->count[0];
      add_nodes(l, to, row);
      add_along(l, to, row);
      add_across(l, to, row, l->b->row, y, n[1]);
      add_across(l, to, row, l->b->row * (size_t)n[1], z, n[2]);
    }
}

/* ---- mean and spread ------------------------------------------------------------ */

/* Sums over windows, exact: [0] nodes, [1] faces. */
struct totals {
  int64_t windows, sum[2];
  unsigned __int128 squares[2];
};

static void add_total(struct totals *t, int i, int64_t value)
{
  t->sum[i] += value;
  t->squares[i] += (unsigned __int128)value * (unsigned __int128)value;
}

/* Windows that leave the mask do not count. */
static void add_layer(struct totals *t, const struct layer *l)
{
  const int64_t volume = l->edge * l->edge * (l->b->grid[2] == 1 ? 1 : l->edge);
  for (int64_t k = 0; k < l->count[0] * l->count[1]; k++) {
    if (l->mask && l->of[k].in < volume)
      continue;
    t->windows++;
    add_total(t, 0, l->of[k].nodes);
    add_total(t, 1, l->of[k].faces);
  }
}

static struct tile_spread spread_of(const struct totals *t, int i, double scale)
{
  const int64_t count = t->windows;
  const unsigned __int128 sum = (unsigned __int128)t->sum[i];
  const double n = (double)count, square = (double)((unsigned __int128)count * t->squares[i] - sum * sum);
  return (struct tile_spread){scale * (double)t->sum[i] / n,
                              count > 1 ? scale * sqrt(square / n / (n - 1)) : (double)NAN};
}

static bool sum_windows(struct totals *all, const struct tile_bits *b, const struct tile_bits *mask, int64_t edge,
                        const int64_t count[3])
{
  bool failed = false;
#pragma omp parallel
  {
    struct layer l = {.b = b, .mask = mask, .edge = edge, .count = {count[0], count[1], count[2]}};
    struct totals mine = {0};
    l.of = tile_alloc((size_t)(count[0] * count[1]), sizeof *l.of);
    l.face = tile_alloc(b->row, sizeof *l.face);
    const bool ready = l.of && l.face;
#pragma omp for schedule(dynamic, 1)
    for (int64_t layer = 0; layer < count[2]; layer++)
      if (ready) {
        count_layer(&l, layer);
        add_layer(&mine, &l);
      }
#pragma omp critical
    {
      failed = failed || !ready;
      all->windows += mine.windows;
      for (int i = 0; i < 2; i++) {
        all->sum[i] += mine.sum[i];
        all->squares[i] += mine.squares[i];
      }
    }
    free(l.of);
    free(l.face);
  }
  return !failed;
}

int tile_windows_measure(struct tile_windows *w, const struct tile_bits *b, const struct tile_bits *mask, int64_t edge,
                         struct tile_error *e)
{
  const int64_t *n = b->grid, deep = n[2] == 1 ? 1 : edge;
  const int64_t count[3] = {n[0] / edge, n[1] / edge, n[2] / deep};
  const double volume = (double)(edge * edge * deep);
  struct totals t = {0};
  *w = (struct tile_windows){.edge = edge};
  if (!sum_windows(&t, b, mask, edge, count))
    return tile_fail_memory(e, (size_t)(count[0] * count[1]) * sizeof(struct sums), "a layer of windows");
  w->count = t.windows;
  w->porosity = spread_of(&t, 0, 1 / volume);
  w->surface = spread_of(&t, 1, tile_area_of_face(n) / 2 / volume);
  return TILE_OK;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* The porosity of the cube around each node. The sum over the cube moves from node to node: it gains what enters the cube
 * and loses what leaves it, along z for each column of nodes, then along y for each x, then along x. */
#include "pores.h"
#include "tile_make.h"

#include <stdlib.h>
#include <string.h>

enum { PARTS = 10, SMALLEST = 5 };

int64_t tile_map_edge(const int64_t grid[3])
{
  int64_t shortest;
  tile_windows_sizes(&shortest, 1, grid);
  const int64_t edge = shortest / PARTS | 1; /* the next odd number */
  return edge < SMALLEST ? SMALLEST : edge;
}

/* The cubes along one axis: from `half` nodes before their centre to `half` nodes behind it. */
struct span {
  int64_t n, half;
  bool wraps;
};

/* A periodic axis that is not longer than the cube is in it once. */
static struct span span_of(int64_t n, int64_t edge, bool periodic)
{
  const bool whole = periodic && edge >= n;
  return (struct span){n, whole ? n : edge / 2, periodic && !whole};
}

/* -1: beyond the grid */
static int64_t node_of(const struct span *s, int64_t i)
{
  return i >= 0 && i < s->n ? i : s->wraps ? (i + s->n) % s->n : -1;
}

static int64_t nodes_around(const struct span *s, int64_t at)
{
  const int64_t before = s->wraps || at > s->half ? s->half : at, left = s->n - 1 - at;
  return before + 1 + (s->wraps || left > s->half ? s->half : left);
}

/* ---- sums that move ------------------------------------------------------------- */

struct sums {
  const struct tile_bits *b;
  struct span x, y, z;
  int64_t next;     /* the z to which the columns can move at once */
  uint32_t *column; /* [ny][nx]: along z */
  int64_t *row;     /* [nx]: along z and y */
};

static void add_slab(struct sums *s, int64_t z, uint32_t weight)
{
  const struct tile_bits *b = s->b;
  for (int64_t y = 0; z >= 0 && y < s->y.n; y++) {
    const uint64_t *word = b->word + (size_t)(z * s->y.n + y) * b->row;
    uint32_t *to = s->column + y * s->x.n;
    for (int64_t x = 0; x < s->x.n; x++)
      to[x] += weight * (uint32_t)(word[x / 64] >> (x % 64) & 1);
  }
}

static void add_columns(struct sums *s, int64_t y, int64_t weight)
{
  const uint32_t *from = s->column + y * s->x.n;
  for (int64_t x = 0; y >= 0 && x < s->x.n; x++)
    s->row[x] += weight * from[x];
}

static void move_columns(struct sums *s, int64_t z)
{
  if (s->next == z) {
    add_slab(s, node_of(&s->z, z - s->z.half - 1), UINT32_MAX); /* modulo 2^32: -1 */
    add_slab(s, node_of(&s->z, z + s->z.half), 1);
  } else {
    memset(s->column, 0, (size_t)(s->x.n * s->y.n) * sizeof *s->column);
    for (int64_t i = z - s->z.half; i <= z + s->z.half; i++)
      add_slab(s, node_of(&s->z, i), 1);
  }
  s->next = z + 1;
}

static void move_rows(struct sums *s, int64_t y)
{
  if (y) {
    add_columns(s, node_of(&s->y, y - s->y.half - 1), -1);
    add_columns(s, node_of(&s->y, y + s->y.half), 1);
  } else {
    memset(s->row, 0, (size_t)s->x.n * sizeof *s->row);
    for (int64_t i = -s->y.half; i <= s->y.half; i++)
      add_columns(s, node_of(&s->y, i), 1);
  }
}

static int64_t row_at(const struct sums *s, int64_t i)
{
  const int64_t x = node_of(&s->x, i);
  return x < 0 ? 0 : s->row[x];
}

/* area: nodes of the cube along y and z */
static void write_row(const struct sums *s, float *to, int64_t area)
{
  int64_t sum = 0;
  for (int64_t i = -s->x.half; i < s->x.half; i++)
    sum += row_at(s, i);
  for (int64_t x = 0; x < s->x.n; x++) {
    sum += row_at(s, x + s->x.half);
    to[x] = (float)((double)sum / (double)(area * nodes_around(&s->x, x)));
    sum -= row_at(s, x - s->x.half);
  }
}

static void write_slab(struct sums *s, float *to, int64_t z)
{
  move_columns(s, z);
  for (int64_t y = 0; y < s->y.n; y++) {
    move_rows(s, y);
    write_row(s, to + y * s->x.n, nodes_around(&s->y, y) * nodes_around(&s->z, z));
  }
}

/* ---- the map ---------------------------------------------------------------------- */

static bool fill(float *at, const struct sums *of)
{
  const int64_t slab = of->x.n * of->y.n;
  bool failed = false;
#pragma omp parallel
  {
    struct sums s = *of;
    s.next = -1;
    s.column = tile_alloc((size_t)slab, sizeof *s.column);
    s.row = tile_alloc((size_t)s.x.n, sizeof *s.row);
    const bool ready = s.column && s.row;
#pragma omp for schedule(static)
    for (int64_t z = 0; z < s.z.n; z++)
      if (ready)
        write_slab(&s, at + z * slab, z);
#pragma omp critical
    failed = failed || !ready;
    free(s.column);
    free(s.row);
  }
  return !failed;
}

int tile_map_make(struct tile_map *m, const struct tile_bits *b, int64_t edge, unsigned periodic, struct tile_error *e)
{
  const int64_t *n = b->grid;
  const struct sums s = {.b = b,
                         .x = span_of(n[0], edge, periodic & TILE_X),
                         .y = span_of(n[1], edge, periodic & TILE_Y),
                         .z = span_of(n[2], edge, periodic & TILE_Z)};
  const size_t all = (size_t)(n[0] * n[1] * n[2]);
  *m = (struct tile_map){.grid = {n[0], n[1], n[2]}, .edge = edge, .at = tile_alloc(all, sizeof *m->at)};
  if (m->at && fill(m->at, &s))
    return TILE_OK;
  const bool none = !m->at;
  tile_map_free(m);
  return none ? tile_fail_memory(e, all * sizeof *m->at, "the porosity of each node")
              : tile_fail_memory(e, (size_t)(n[0] * n[1]) * sizeof *s.column, "the porosity of columns");
}

void tile_map_free(struct tile_map *m)
{
  free(m->at);
  m->at = NULL;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Paints balls, the largest first: each node gets the value of the first that covers it. */
#include "pores.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST (UINT32_C(8191) * 8191)

/* ---- balls that lie in a neighbour's ------------------------------------------- */

/* inside[k][v]: the least value of a neighbour k + 1 steps of one axis each away (face, edge, corner) whose ball covers
 * that of a node with value v. */
struct table {
  uint32_t *inside[3];
};

/* The ball of v has the points with a square of their distance up to v - 1. The farthest from the neighbour lies on the
 * other side: at x >= y >= z >= 0 from the centre, and 1 farther along one, two or three axes. */
static int table_make(struct table *t, uint32_t most, struct tile_error *e)
{
  const size_t values = (size_t)most + 1;
  uint32_t *all = tile_alloc(3 * values, sizeof *all);
  if (!all)
    return tile_fail_memory(e, 3 * values * sizeof *all, "the table of balls");
  for (int k = 0; k < 3; k++)
    t->inside[k] = all + (size_t)k * values;
  for (uint32_t x = 0; x * x < most; x++)
    for (uint32_t y = 0; y <= x && x * x + y * y < most; y++)
      for (uint32_t z = 0; z <= y && x * x + y * y + z * z < most; z++) {
        const uint32_t v = x * x + y * y + z * z + 1;
        const uint32_t far[3] = {v + 2 * x + 1, v + 2 * (x + y) + 2, v + 2 * (x + y + z) + 3};
        for (int k = 0; k < 3; k++)
          if (far[k] > t->inside[k][v])
            t->inside[k][v] = far[k];
      }
  for (int k = 0; k < 3; k++)
    for (size_t v = 1; v < values; v++)
      if (t->inside[k][v - 1] > t->inside[k][v])
        t->inside[k][v] = t->inside[k][v - 1];
  return TILE_OK;
}

static bool step(const struct tile_squares *s, int axis, int64_t *at, int by)
{
  const int64_t n = s->grid[axis];
  *at += by;
  if (s->periodic >> axis & 1)
    *at = (*at + n) % n;
  return *at >= 0 && *at < n;
}

/* The 26 neighbours: the nearest first, whose ball covers most often. */
struct neighbours {
  int by[26][3], steps[26];
  int64_t offset[26]; /* in nodes, where no axis wraps and no face is beside */
};

static void neighbours_make(struct neighbours *n, const struct tile_squares *s)
{
  int count = 0;
  for (int steps = 1; steps <= 3; steps++)
    for (int i = 0; i < 27; i++) {
      const int by[3] = {i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1};
      if (abs(by[0]) + abs(by[1]) + abs(by[2]) != steps)
        continue;
      memcpy(n->by[count], by, sizeof by);
      n->steps[count] = steps;
      n->offset[count++] = (by[2] * s->grid[1] + by[1]) * s->grid[0] + by[0];
    }
}

/* Does the ball of a node lie in that of a neighbour? */
static bool is_covered(const struct tile_squares *s, const struct table *t, const struct neighbours *n,
                       const int64_t at[3], const uint32_t *value)
{
  bool inner = true;
  for (int a = 0; a < 3; a++)
    inner &= at[a] > 0 && at[a] < s->grid[a] - 1;
  for (int i = 0; i < 26; i++) {
    int64_t to[3] = {at[0], at[1], at[2]};
    const uint32_t least = t->inside[n->steps[i] - 1][*value];
    if (inner ? value[n->offset[i]] >= least
              : step(s, 0, to, n->by[i][0]) && step(s, 1, to + 1, n->by[i][1]) && step(s, 2, to + 2, n->by[i][2]) &&
                    s->at[(to[2] * s->grid[1] + to[1]) * s->grid[0] + to[0]] >= least)
      return true;
  }
  return false;
}

/* ---- the list --------------------------------------------------------------------- */

/* One bit a node, in rows of whole words. */
struct map {
  size_t row;
  uint64_t *word;
};

/* The centres of balls, in groups of one value, in the order of nodes. */
struct balls {
  size_t *begin; /* [most + 2]: those of value v are begin[v] ... begin[v + 1] - 1 */
  uint64_t *centre;
};

static int map_make(struct map *m, const struct tile_squares *s, struct tile_error *e)
{
  m->row = ((size_t)s->grid[0] + 63) / 64;
  const size_t words = m->row * (size_t)s->grid[1] * (size_t)s->grid[2];
  m->word = tile_alloc(words, sizeof *m->word);
  return m->word ? TILE_OK : tile_fail_memory(e, words * sizeof *m->word, "a bit for each node");
}

/* Marks the nodes with a value, and if `table` is given only those whose ball lies in no neighbour's. */
static void mark(const struct map *m, const struct tile_squares *s, const struct table *t)
{
  const int64_t nx = s->grid[0], ny = s->grid[1];
  struct neighbours n;
  neighbours_make(&n, s);
#pragma omp parallel for schedule(dynamic, 1)
  for (int64_t z = 0; z < s->grid[2]; z++)
    for (int64_t y = 0; y < ny; y++) {
      uint64_t *row = m->word + (size_t)(z * ny + y) * m->row;
      const uint32_t *at = s->at + (z * ny + y) * nx;
      memset(row, 0, m->row * sizeof *row);
      for (int64_t x = 0; x < nx; x++)
        if (at[x] && !(t && is_covered(s, t, &n, (const int64_t[]){x, y, z}, at + x)))
          row[x / 64] |= UINT64_C(1) << (x % 64);
    }
}

typedef void on_node(struct balls *b, size_t node, uint32_t value);

static void visit(const struct map *m, const struct tile_squares *s, struct balls *b, on_node *on)
{
  for (int64_t r = 0; r < s->grid[1] * s->grid[2]; r++)
    for (size_t i = 0; i < m->row; i++)
      for (uint64_t word = m->word[(size_t)r * m->row + i]; word; word &= word - 1) {
        const size_t node = (size_t)r * (size_t)s->grid[0] + 64 * i + (size_t)__builtin_ctzll(word);
        on(b, node, s->at[node]);
      }
}

static void count(struct balls *b, size_t node, uint32_t value)
{
  (void)node;
  b->begin[value + 1]++;
}

/* Moves begin[value] on; afterwards it is where the next value began. */
static void put(struct balls *b, size_t node, uint32_t value)
{
  b->centre[b->begin[value]++] = node;
}

static int balls_make(struct balls *b, const struct tile_squares *s, const struct map *m, struct tile_error *e)
{
  const size_t values = (size_t)s->most + 2;
  b->begin = tile_alloc(values, sizeof *b->begin);
  if (!b->begin)
    return tile_fail_memory(e, values * sizeof *b->begin, "the list of balls");
  visit(m, s, b, count);
  for (size_t v = 1; v < values; v++)
    b->begin[v] += b->begin[v - 1];
  const size_t balls = b->begin[values - 1];
  b->centre = tile_alloc(balls, sizeof *b->centre);
  if (!b->centre)
    return tile_fail_memory(e, balls * sizeof *b->centre, "the list of balls");
  visit(m, s, b, put);
  memmove(b->begin + 1, b->begin, (values - 1) * sizeof *b->begin);
  b->begin[0] = 0;
  return TILE_OK;
}

/* ---- painting --------------------------------------------------------------------- */

/* Slices begin ... end - 1, which one thread paints. */
struct slab {
  struct tile_squares *s;
  const struct map *free; /* nodes that no ball has covered yet */
  int64_t begin, end;
};

static void paint_words(uint64_t *word, uint32_t *at, int64_t from, int64_t to, uint32_t v)
{
  for (int64_t i = from / 64; i <= to / 64; i++) {
    uint64_t mask = ~UINT64_C(0);
    if (i == from / 64)
      mask <<= from % 64;
    if (i == to / 64)
      mask &= ~UINT64_C(0) >> (63 - to % 64);
    uint64_t found = word[i] & mask;
    word[i] ^= found;
    for (; found; found &= found - 1)
      at[64 * i + __builtin_ctzll(found)] = v;
  }
}

/* The nodes from - to of an axis that is cut at its ends, or wraps. Returns the number of ranges. */
struct range {
  int64_t from, to;
};
static int ranges_of(struct range r[2], const struct tile_squares *s, int axis, int64_t from, int64_t to)
{
  const int64_t n = s->grid[axis];
  if (from >= 0 && to < n) {
    r[0] = (struct range){from, to};
    return 1;
  }
  if (!(s->periodic >> axis & 1) || to - from + 1 >= n) {
    r[0] = (struct range){from > 0 ? from : 0, to < n ? to : n - 1};
    if (s->periodic >> axis & 1)
      r[0] = (struct range){0, n - 1};
    return 1;
  }
  from = (from + n) % n;
  to = (to + n) % n;
  r[0] = (struct range){0, to};
  r[1] = (struct range){from, n - 1};
  return 2;
}

/* The distance along an axis, around it if that is shorter. */
static int64_t apart(const struct tile_squares *s, int axis, int64_t a, int64_t b)
{
  const int64_t n = s->grid[axis], d = a < b ? b - a : a - b;
  return s->periodic >> axis & 1 && n - d < d ? n - d : d;
}

static int64_t root_of(int64_t square)
{
  int64_t r = (int64_t)sqrt((double)square);
  while (r * r > square)
    r--;
  while ((r + 1) * (r + 1) <= square)
    r++;
  return r;
}

/* A row of the ball: x from c[0] - width to c[0] + width. */
static void paint_row(const struct slab *p, const int64_t c[3], int64_t y, int64_t z, int64_t width, uint32_t v)
{
  struct range x[2];
  const int64_t row = z * p->s->grid[1] + y;
  const int ranges = ranges_of(x, p->s, 0, c[0] - width, c[0] + width);
  for (int i = 0; i < ranges; i++)
    paint_words(p->free->word + (size_t)row * p->free->row, p->s->at + row * p->s->grid[0], x[i].from, x[i].to, v);
}

static void paint_slice(const struct slab *p, const int64_t c[3], int64_t z, uint32_t v)
{
  const int64_t dz = apart(p->s, 2, c[2], z), left = (int64_t)v - 1 - dz * dz;
  struct range y[2];
  if (left < 0)
    return;
  const int64_t reach = root_of(left);
  const int ranges = ranges_of(y, p->s, 1, c[1] - reach, c[1] + reach);
  for (int i = 0; i < ranges; i++)
    for (int64_t at = y[i].from; at <= y[i].to; at++) {
      const int64_t dy = apart(p->s, 1, c[1], at);
      if (dy * dy <= left)
        paint_row(p, c, at, z, root_of(left - dy * dy), v);
    }
}

static void paint_ball(const struct slab *p, uint64_t centre, int64_t reach, uint32_t v)
{
  const int64_t *n = p->s->grid, node = (int64_t)centre;
  const int64_t c[3] = {node % n[0], node / n[0] % n[1], node / n[0] / n[1]};
  struct range z[2];
  const int ranges = ranges_of(z, p->s, 2, c[2] - reach, c[2] + reach);
  for (int i = 0; i < ranges; i++) {
    const int64_t from = z[i].from > p->begin ? z[i].from : p->begin;
    for (int64_t at = from; at <= z[i].to && at < p->end; at++)
      paint_slice(p, c, at, v);
  }
}

/* The first of the group that is not before the node. */
static size_t first_from(const struct balls *b, uint32_t v, uint64_t node)
{
  size_t low = b->begin[v], high = b->begin[v + 1];
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (b->centre[middle] < node)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* The balls of a value that reach the slab. */
static void paint_group(const struct slab *p, const struct balls *b, uint32_t v)
{
  const uint64_t slice = (uint64_t)p->s->grid[0] * (uint64_t)p->s->grid[1];
  const int64_t reach = root_of((int64_t)v - 1);
  struct range z[2];
  if (b->begin[v] == b->begin[v + 1])
    return;
  const int ranges = ranges_of(z, p->s, 2, p->begin - reach, p->end - 1 + reach);
  for (int i = 0; i < ranges; i++) {
    const size_t end = first_from(b, v, (uint64_t)(z[i].to + 1) * slice);
    for (size_t k = first_from(b, v, (uint64_t)z[i].from * slice); k < end; k++)
      paint_ball(p, b->centre[k], reach, v);
  }
}

enum { SLAB = 16 };
static void paint(struct tile_squares *s, const struct map *free, const struct balls *b)
{
  const int64_t slabs = (s->grid[2] + SLAB - 1) / SLAB;
#pragma omp parallel for schedule(dynamic, 1)
  for (int64_t i = 0; i < slabs; i++) {
    const int64_t end = (i + 1) * SLAB;
    const struct slab p = {s, free, i * SLAB, end < s->grid[2] ? end : s->grid[2]};
    for (uint32_t v = s->most; v > 0; v--)
      paint_group(&p, b, v);
  }
}

int tile_squares_cover(struct tile_squares *s, struct tile_error *e)
{
  struct table t = {{NULL}};
  struct map m = {0};
  struct balls b = {0};
  if (s->most > MOST)
    return tile_fail(e, TILE_REJECTED, "a radius of %.0f voxels is too large: at most 8191", sqrt((double)s->most));
  int code = table_make(&t, s->most, e) || map_make(&m, s, e) ? e->code : TILE_OK;
  if (!code) {
    mark(&m, s, &t);
    code = balls_make(&b, s, &m, e);
  }
  if (!code) {
    mark(&m, s, NULL);
    paint(s, &m, &b);
  }
  free(t.inside[0]);
  free(m.word);
  free(b.begin);
  free(b.centre);
  return code;
}

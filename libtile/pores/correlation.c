/* SPDX-License-Identifier: BSD-3-Clause */
/* Correlations along the axes, 64 nodes at a time: rows are compared with rows farther on. */
#include "pores.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Nodes in pairs of rows of the phase. */
struct sums {
  int64_t *both, *path; /* [lags + 1] */
};

/* Lines of rows: `count` rows of `words` words. */
struct plane {
  size_t words, count;
  uint64_t *row;
};

#define INLINE static inline __attribute__((always_inline))

/* path: of this row, the nodes from which all up to the distance belong to the phase. */
INLINE void compare_rows(const struct plane *p, size_t from, int lags, uint64_t *path, struct sums *s)
{
  const uint64_t *row = p->row + from * p->words;
  int64_t left = 0;
  for (size_t i = 0; i < p->words; i++)
    path[i] = row[i];
  for (int lag = 0; lag <= lags && from + (size_t)lag < p->count; lag++) {
    const uint64_t *other = row + (size_t)lag * p->words;
    int64_t both = 0;
    if (lag == 0 || left) {
      left = 0;
      for (size_t i = 0; i < p->words; i++)
        left += __builtin_popcountll(path[i] &= other[i]);
    }
    for (size_t i = 0; i < p->words; i++)
      both += __builtin_popcountll(row[i] & other[i]);
    s->both[lag] += both;
    s->path[lag] += left;
  }
}

/* Word i of a row moved by `lag` bits: bit x is that of x + lag. */
INLINE uint64_t moved(const uint64_t *row, size_t words, size_t i, int lag)
{
  const size_t at = i + (size_t)lag / 64;
  const int bits = lag % 64;
  const uint64_t low = at < words ? row[at] : 0, high = at + 1 < words ? row[at + 1] : 0;
  return bits ? low >> bits | high << (64 - bits) : low;
}

INLINE void compare_along(const uint64_t *row, size_t words, int64_t nx, int lags, uint64_t *path, struct sums *s)
{
  for (size_t i = 0; i < words; i++)
    path[i] = row[i];
  for (int lag = 0; lag <= lags && lag < nx; lag++)
    for (size_t i = 0; i < words; i++) {
      const uint64_t other = moved(row, words, i, lag);
      path[i] &= other;
      s->both[lag] += __builtin_popcountll(row[i] & other);
      s->path[lag] += __builtin_popcountll(path[i]);
    }
}

/* What is correlated: the non-solid nodes, or the solid ones, in the mask; NULL: in all of the grid. */
struct phase {
  const struct tile_bits *b, *mask;
  bool solid;
};

/* Copies the rows of a plane of the phase. axis 1: the rows of slice `at`; axis 2: those at y = `at`. */
static void copy_plane(struct plane *p, const struct phase *of, int axis, int64_t at)
{
  const struct tile_bits *b = of->b;
  const int64_t nx = b->grid[0], ny = b->grid[1];
  const uint64_t last = nx % 64 ? ~UINT64_C(0) >> (64 - nx % 64) : ~UINT64_C(0);
  p->words = b->row;
  p->count = (size_t)b->grid[axis];
  for (size_t i = 0; i < p->count; i++) {
    const int64_t row = axis == 1 ? at * ny + (int64_t)i : (int64_t)i * ny + at;
    for (size_t k = 0; k < b->row; k++) {
      const size_t from = (size_t)row * b->row + k;
      const uint64_t mask = of->mask ? of->mask->word[from] : k + 1 == b->row ? last : ~UINT64_C(0);
      p->row[i * b->row + k] = (of->solid ? ~b->word[from] : b->word[from]) & mask;
    }
  }
}

/* Work space of a thread. */
struct work {
  struct plane plane;
  uint64_t *path;
  int64_t *sum; /* [2][lags + 1] */
};

static bool work_make(struct work *w, const struct tile_bits *b, int lags)
{
  const int64_t rows = b->grid[1] > b->grid[2] ? b->grid[1] : b->grid[2];
  w->plane.row = tile_alloc((size_t)rows * b->row, sizeof *w->plane.row);
  w->path = tile_alloc(b->row, sizeof *w->path);
  w->sum = tile_alloc(2 * ((size_t)lags + 1), sizeof *w->sum);
  return w->plane.row && w->path && w->sum;
}

static void work_free(struct work *w)
{
  free(w->plane.row);
  free(w->path);
  free(w->sum);
}

INLINE void compare_plane(struct work *w, const struct tile_bits *b, int lags, int axis)
{
  struct sums s = {w->sum, w->sum + lags + 1};
  for (size_t i = 0; i < w->plane.count; i++)
    if (axis)
      compare_rows(&w->plane, i, lags, w->path, &s);
    else
      compare_along(w->plane.row + i * w->plane.words, w->plane.words, b->grid[0], lags, w->path, &s);
}

static void compare_plainly(struct work *w, const struct tile_bits *b, int lags, int axis)
{
  compare_plane(w, b, lags, axis);
}

#ifdef __x86_64__
/* With the instruction that counts bits, which the oldest processors of this kind have not. */
static __attribute__((target("popcnt"))) void compare_counting(struct work *w, const struct tile_bits *b, int lags,
                                                               int axis)
{
  compare_plane(w, b, lags, axis);
}

static bool can_count(void)
{
  return __builtin_cpu_supports("popcnt");
}
#else
#define compare_counting compare_plainly
static bool can_count(void)
{
  return false;
}
#endif

static void sum_plane(struct work *w, const struct phase *of, int lags, int axis, int64_t at)
{
  copy_plane(&w->plane, of, axis ? axis : 1, at);
  (can_count() ? compare_counting : compare_plainly)(w, of->b, lags, axis);
}

/* sum: [2][lags + 1] */
static bool sum_axis(int64_t *sum, const struct phase *of, int lags, int axis)
{
  const struct tile_bits *b = of->b;
  const int64_t planes = axis == 2 ? b->grid[1] : b->grid[2];
  bool failed = false;
#pragma omp parallel
  {
    struct work w = {0};
    const bool ready = work_make(&w, b, lags);
    if (!ready) {
#pragma omp atomic write
      failed = true;
    }
#pragma omp for schedule(dynamic, 1)
    for (int64_t at = 0; at < planes; at++)
      if (ready)
        sum_plane(&w, of, lags, axis, at);
    for (int i = 0; ready && i < 2 * (lags + 1); i++) {
#pragma omp atomic
      sum[i] += w.sum[i];
    }
    work_free(&w);
  }
  return !failed;
}

/* The pairs of which both nodes count, and those with all nodes between them. all: [2][lags + 1] */
static bool count_pairs(int64_t *all, const struct phase *of, int lags, int axis)
{
  const struct phase mask = {of->mask, NULL, false};
  const int64_t *n = of->b->grid, lines = n[(axis + 1) % 3] * n[(axis + 2) % 3];
  if (of->mask)
    return sum_axis(all, &mask, lags, axis);
  for (int lag = 0; lag <= lags; lag++)
    all[lag] = all[lag + lags + 1] = lag < n[axis] ? (n[axis] - lag) * lines : 0;
  return true;
}

static double share(int64_t part, int64_t all)
{
  return all ? (double)part / (double)all : (double)NAN;
}

/* room: [4][lags + 1] */
static bool make_axis(struct tile_correlation *c, const struct phase *of, int axis, int64_t *room)
{
  const size_t count = (size_t)c->lags + 1;
  int64_t *sum = room, *all = room + 2 * count;
  c->two_point[axis] = tile_alloc(count, sizeof(double));
  c->lineal[axis] = tile_alloc(count, sizeof(double));
  if (!c->two_point[axis] || !c->lineal[axis])
    return false;
  memset(room, 0, 4 * count * sizeof *room);
  if (!sum_axis(sum, of, c->lags, axis) || !count_pairs(all, of, c->lags, axis))
    return false;
  for (size_t lag = 0; lag < count; lag++) {
    c->two_point[axis][lag] = share(sum[lag], all[lag]);
    c->lineal[axis][lag] = share(sum[lag + count], all[lag + count]);
  }
  return true;
}

int tile_correlation_make(struct tile_correlation *c, const struct tile_bits *b, const struct tile_bits *mask,
                          bool solid, int lags, struct tile_error *e)
{
  const struct phase of = {b, mask, solid};
  *c = (struct tile_correlation){.lags = lags};
  int64_t *room = tile_alloc(4 * ((size_t)lags + 1), sizeof *room);
  bool made = room;
  for (int axis = 0; axis < 3 && made; axis++)
    made = make_axis(c, &of, axis, room);
  free(room);
  if (made)
    return TILE_OK;
  tile_correlation_free(c);
  return tile_fail_memory(e, 0, "correlations");
}

void tile_correlation_free(struct tile_correlation *c)
{
  for (int a = 0; a < 3; a++) {
    free(c->two_point[a]);
    free(c->lineal[a]);
  }
  *c = (struct tile_correlation){0};
}

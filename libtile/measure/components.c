/* SPDX-License-Identifier: BSD-3-Clause */
/* 6-connected components of the non-solid nodes. Runs along x are connected, so that memory grows with the surface of
 * the solid and not with the volume: first those inside the grid, which gives pieces, then pieces across periodic seams
 * (winding.h). */
#include "winding.h"
#include "tile_measure.h"

#include <stdlib.h>
#include <string.h>

/* ---- runs ---- */

/* First position from `x` on at which the bit is `value`; nx: none. */
static int64_t next_bit(const uint64_t *row, int64_t x, int64_t nx, bool value)
{
  while (x < nx) {
    uint64_t word = (value ? row[x / 64] : ~row[x / 64]) >> (x % 64);
    if (word) {
      x += __builtin_ctzll(word);
      return x < nx ? x : nx;
    }
    x += 64 - x % 64;
  }
  return nx;
}

/* Counts the runs of one row, and stores them if `run` is not NULL. */
static size_t row_runs(const struct tile_bits *b, int64_t row, struct tile_run *run)
{
  const uint64_t *bits = b->word + (size_t)row * b->row;
  int64_t nx = b->grid[0];
  size_t count = 0;
  for (int64_t x = next_bit(bits, 0, nx, true); x < nx; count++) {
    int64_t end = next_bit(bits, x, nx, false);
    if (run)
      run[count] = (struct tile_run){(int32_t)x, (int32_t)end, 0};
    x = next_bit(bits, end, nx, true);
  }
  return count;
}

static int find_runs(struct tile_components *c, const struct tile_bits *b, struct tile_error *e)
{
  int64_t rows = b->grid[1] * b->grid[2];
  c->row_begin = tile_alloc((size_t)rows + 1, sizeof *c->row_begin);
  if (!c->row_begin)
    return tile_fail_memory(e, ((size_t)rows + 1) * sizeof *c->row_begin, "the rows of components");
#pragma omp parallel for
  for (int64_t r = 0; r < rows; r++)
    c->row_begin[r + 1] = row_runs(b, r, NULL);
  for (int64_t r = 0; r < rows; r++)
    c->row_begin[r + 1] += c->row_begin[r];
  c->runs = c->row_begin[rows];
  if (c->runs >= UINT32_MAX)
    return tile_fail(e, TILE_REJECTED, "%zu runs of non-solid nodes: components are found for at most %u", c->runs,
                     UINT32_MAX - 1);
  c->run = tile_alloc(c->runs, sizeof *c->run);
  if (!c->run)
    return tile_fail_memory(e, c->runs * sizeof *c->run, "the runs of components");
#pragma omp parallel for
  for (int64_t r = 0; r < rows; r++)
    row_runs(b, r, c->run + c->row_begin[r]);
  return TILE_OK;
}

/* Calls visit(self, i, j) for all runs i of row p and j of row q that share an x. */
typedef void run_visit(void *self, size_t i, size_t j);
static void visit_contacts(const struct tile_components *c, int64_t p, int64_t q, run_visit *visit, void *self)
{
  size_t i = c->row_begin[p], j = c->row_begin[q];
  while (i < c->row_begin[p + 1] && j < c->row_begin[q + 1]) {
    if (c->run[i].begin < c->run[j].end && c->run[j].begin < c->run[i].end)
      visit(self, i, j);
    if (c->run[i].end < c->run[j].end)
      i++;
    else
      j++;
  }
}

/* ---- pieces inside the grid: run.component is the parent for now ---- */

static uint32_t find_root(struct tile_run *run, uint32_t i)
{
  while (run[i].component != i) {
    run[i].component = run[run[i].component].component;
    i = run[i].component;
  }
  return i;
}

/* The root with the lower index remains the root, so that parents precede their children. */
static void join_runs(void *self, size_t i, size_t j)
{
  struct tile_components *c = self;
  uint32_t a = find_root(c->run, (uint32_t)i), b = find_root(c->run, (uint32_t)j);
  if (a < b)
    c->run[b].component = a;
  else
    c->run[a].component = b;
}

static void join_inside(struct tile_components *c, const int64_t grid[3])
{
  for (size_t i = 0; i < c->runs; i++)
    c->run[i].component = (uint32_t)i;
  for (int64_t z = 0; z < grid[2]; z++)
    for (int64_t y = 0; y < grid[1]; y++) {
      int64_t row = z * grid[1] + y;
      if (y > 0)
        visit_contacts(c, row - 1, row, join_runs, c);
      if (z > 0)
        visit_contacts(c, row - grid[1], row, join_runs, c);
    }
}

/* Replaces parents by the numbers of pieces, in the order of their first runs. */
static uint32_t number_pieces(struct tile_components *c)
{
  uint32_t count = 0;
  for (size_t i = 0; i < c->runs; i++)
    c->run[i].component = c->run[i].component == i ? count++ : c->run[c->run[i].component].component;
  return count;
}

/* ---- connections across seams ---- */

struct seams {
  struct tile_components *components;
  struct piece *piece;
  int axis; /* of the current seam */
};

/* Run i at the upper face touches run j at the lower face of the next period. */
static void join_pieces(void *self, size_t i, size_t j)
{
  struct seams *s = self;
  const struct tile_run *run = s->components->run;
  int step[3] = {0};
  step[s->axis] = 1;
  piece_join(s->piece, run[i].component, run[j].component, step);
}

static void join_seam_x(struct seams *s, const int64_t grid[3])
{
  const struct tile_components *c = s->components;
  for (int64_t row = 0; row < grid[1] * grid[2]; row++) {
    size_t first = c->row_begin[row], end = c->row_begin[row + 1];
    if (first < end && c->run[first].begin == 0 && c->run[end - 1].end == grid[0])
      join_pieces(s, end - 1, first);
  }
}

static void join_seam_y(struct seams *s, const int64_t grid[3])
{
  for (int64_t z = 0; z < grid[2]; z++)
    visit_contacts(s->components, (z + 1) * grid[1] - 1, z * grid[1], join_pieces, s);
}

static void join_seam_z(struct seams *s, const int64_t grid[3])
{
  for (int64_t y = 0; y < grid[1]; y++)
    visit_contacts(s->components, (grid[2] - 1) * grid[1] + y, y, join_pieces, s);
}

static void join_seams(struct seams *s, const int64_t grid[3], unsigned periodic)
{
  static void (*const join[])(struct seams *, const int64_t[3]) = {join_seam_x, join_seam_y, join_seam_z};
  for (s->axis = 0; s->axis < 3; s->axis++)
    if (periodic >> s->axis & 1)
      join[s->axis](s, grid);
}

/* Numbers the components in the order of their first runs. */
static int name_components(struct tile_components *c, struct piece *piece, uint32_t pieces, struct tile_error *e)
{
  uint32_t *name = tile_alloc(pieces, sizeof *name), count = 0;
  c->spans = tile_alloc(pieces, sizeof *c->spans);
  c->touches = tile_alloc(pieces, sizeof *c->touches);
  c->size = tile_alloc(pieces, sizeof *c->size);
  if (!name || !c->spans || !c->touches || !c->size) {
    free(name);
    return tile_fail_memory(e, pieces * (3 * sizeof *name + sizeof *c->size), "the components");
  }
  for (size_t i = 0; i < c->runs; i++) {
    int64_t shift[3];
    uint32_t root = piece_find(piece, c->run[i].component, shift);
    if (!name[root]) {
      c->spans[count] = piece[root].winds;
      name[root] = ++count;
    }
    c->run[i].component = name[root] - 1;
  }
  c->count = count;
  free(name);
  return TILE_OK;
}

static int join_periods(struct tile_components *c, const int64_t grid[3], unsigned periodic, struct tile_error *e)
{
  uint32_t pieces = number_pieces(c);
  struct seams s = {c, pieces_make(pieces), 0};
  if (!s.piece)
    return tile_fail_memory(e, pieces * sizeof *s.piece, "the components");
  join_seams(&s, grid, periodic);
  int code = name_components(c, s.piece, pieces, e);
  free(s.piece);
  return code;
}

/* ---- properties of components ---- */

static unsigned touches(const struct tile_run *run, int64_t y, int64_t z, const int64_t grid[3])
{
  const int64_t low[3] = {run->begin, y, z}, high[3] = {run->end, y + 1, z + 1};
  unsigned faces = 0;
  for (int a = 0; a < 3; a++)
    faces |= (low[a] == 0 ? 1u << a : 0) | (high[a] == grid[a] ? 8u << a : 0);
  return faces;
}

static void measure_runs(struct tile_components *c, const int64_t grid[3])
{
  for (int64_t row = 0; row < grid[1] * grid[2]; row++)
    for (size_t i = c->row_begin[row]; i < c->row_begin[row + 1]; i++) {
      const struct tile_run *run = &c->run[i];
      c->size[run->component] += run->end - run->begin;
      c->touches[run->component] |= touches(run, row % grid[1], row / grid[1], grid);
    }
}

/* spans has the periodic axes already, and receives the others. */
static void measure_components(struct tile_components *c, unsigned periodic)
{
  c->largest = c->count ? 0 : -1;
  for (int64_t k = 0; k < c->count; k++) {
    c->spans[k] |= c->touches[k] & c->touches[k] >> 3 & ~periodic & 7u;
    if (c->size[k] > c->size[c->largest])
      c->largest = k;
    for (int a = 0; a < 3; a++)
      c->percolates[a] |= c->spans[k] >> a & 1;
  }
}

int tile_components_make(struct tile_components *c, const struct tile_bits *b, unsigned periodic, struct tile_error *e)
{
  *c = (struct tile_components){.largest = -1};
  if (find_runs(c, b, e)) {
    tile_components_free(c);
    return e->code;
  }
  join_inside(c, b->grid);
  if (join_periods(c, b->grid, periodic, e)) {
    tile_components_free(c);
    return e->code;
  }
  measure_runs(c, b->grid);
  measure_components(c, periodic);
  return TILE_OK;
}

void tile_components_free(struct tile_components *c)
{
  free(c->size);
  free(c->spans);
  free(c->touches);
  free(c->run);
  free(c->row_begin);
  *c = (struct tile_components){.largest = -1};
}

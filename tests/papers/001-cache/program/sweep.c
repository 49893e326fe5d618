/* SPDX-License-Identifier: BSD-3-Clause */
/* The order of boxes. Blocks are numbered from the end from which a moving grid is updated. In a block each step lags
 * one cell behind the step before, whose results it needs; then a block needs, of earlier blocks, those that are not
 * beyond it along any axis. So do the cells of a moving grid, which overwrite others. Threads therefore share the
 * blocks whose numbers along x, y and z have the same sum. */
#include "sweep.h"

#include <omp.h>

enum { WHOLE = 1 << 20 };

struct pass {
  const struct sweep *sweep;
  struct state start;
  int direction, blocks[3], size[3];
};

/* s after t steps in this direction (1 or -1: of a moving grid) */
static struct state after(const struct cavity *c, struct state s, int direction, int t)
{
  if (is_moving(c->kind))
    return (struct state){s.grid, s.at + direction * t};
  return (struct state){t % 2 ? c->grid[s.grid == c->grid[0]] : s.grid, 0};
}

static int within(int n, int side)
{
  return n < 0 ? 0 : n > side ? side : n;
}

/* The cells of step t of a block. */
static struct range range_of(int begin, int size, int t, int side, bool turn)
{
  const int from = begin ? within(begin - t, side) : 0,
            to = begin + size >= side ? side : within(begin + size - t, side);
  return turn ? (struct range){side - to, side - from} : (struct range){from, to};
}

static void update_block(const struct pass *p, int x, int y, int z)
{
  const struct sweep *w = p->sweep;
  const int number[3] = {x, y, z};
  const bool turn = is_moving(w->cavity->kind) && p->direction > 0;
  for (int t = 0; t < w->blocks.times; t++) {
    struct box box;
    for (int a = 0; a < 3; a++)
      box.along[a] = range_of(number[a] * p->size[a], p->size[a], t, w->cavity->side, turn);
    w->update(w->cavity, after(w->cavity, p->start, p->direction, t), after(w->cavity, p->start, p->direction, t + 1),
              &box, turn);
  }
}

static void serial(const struct pass *p)
{
  for (int z = 0; z < p->blocks[2]; z++)
    for (int y = 0; y < p->blocks[1]; y++)
      for (int x = 0; x < p->blocks[0]; x++)
        update_block(p, x, y, z);
}

/* Blocks that need no other. */
static void free_blocks(const struct pass *p)
{
#pragma omp parallel for collapse(3) schedule(static)
  for (int z = 0; z < p->blocks[2]; z++)
    for (int y = 0; y < p->blocks[1]; y++)
      for (int x = 0; x < p->blocks[0]; x++)
        update_block(p, x, y, z);
}

static void diagonals(const struct pass *p)
{
  const int last = p->blocks[0] + p->blocks[1] + p->blocks[2] - 3;
#pragma omp parallel
  for (int sum = 0; sum <= last; sum++) {
#pragma omp for collapse(2) schedule(dynamic)
    for (int z = 0; z < p->blocks[2]; z++)
      for (int x = 0; x < p->blocks[0]; x++) {
        const int y = sum - z - x;
        if (y >= 0 && y < p->blocks[1])
          update_block(p, x, y, z);
      }
  }
}

/* Without blocks each thread takes some layers of two grids, or single rows of a moving grid. */
static int size_of(const struct sweep *w, int axis, int threads)
{
  const struct blocks *b = &w->blocks;
  const bool one = !b->size[0] && !b->size[1] && !b->size[2];
  if (b->size[axis] || !one || threads == 1 || axis == 0)
    return b->size[axis] ? b->size[axis] : WHOLE;
  if (is_moving(w->cavity->kind))
    return 1;
  return axis == 2 ? (w->cavity->side + threads - 1) / threads : WHOLE;
}

struct state sweep_pass(const struct sweep *w, struct state s)
{
  const int threads = omp_get_max_threads();
  struct pass p = {.sweep = w, .start = s, .direction = s.at ? -1 : 1};
  for (int a = 0; a < 3; a++) {
    p.size[a] = size_of(w, a, threads);
    p.blocks[a] = (w->cavity->side + p.size[a] - 1) / p.size[a];
  }
  if (threads == 1)
    serial(&p);
  else if (w->blocks.times == 1 && !is_moving(w->cavity->kind))
    free_blocks(&p);
  else
    diagonals(&p);
  return after(w->cavity, s, p.direction, w->blocks.times);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Time steps of blocks of D2Q9 on the CPU, for one precision. cpu_kernel.c includes this file after cpu_kernel.h, with
 * SCALAR, FP(name) for names of this precision and LANES(name) for those of isa.h. There are two copies of the
 * populations; a time step gathers from one and writes the other. */
#define SITE(name) FP(name)
#define SITE_FUNC static inline __attribute__((always_inline))
#define REAL LANES(vector)
#include "site_plane.h"

typedef LANES(vector) FP(lanes);
typedef LANES(truth) FP(truth);
enum { FP(plane_lanes) = sizeof(FP(lanes)) / sizeof(SCALAR) };

SITE_FUNC FP(lanes) FP(load_plane)(const SCALAR *p)
{
  FP(lanes) v;
  memcpy(&v, p, sizeof v);
  return v;
}

/* The rows that the populations of a row come from: rows[c_y + 1][k] is where population 0 of the source row lies, in
 * the block to the west (k = 0), in this block (1) and in the block to the east (2). */
typedef const SCALAR *FP(rows)[3][3];

SITE_FUNC void FP(find_rows)(FP(rows) rows, const struct lbm_plane_block *b, const SCALAR *from, int y)
{
#pragma GCC unroll 3
  for (int k = 0; k < 3; k++) {
    const int over = y + 1 - k, way = over < 0 ? 0 : over > b->last[1] ? 6 : 3;
    const int row = over < 0 ? b->before[1] : over > b->last[1] ? 0 : over;
#pragma GCC unroll 3
    for (int w = 0; w < 3; w++)
      rows[k][w] = from + (size_t)b->near[way + w] * LBM_PLANE_Q * LBM_PLANE_NODES + LBM_PLANE_EDGE * row;
  }
}

/* Returns population i of the nodes x, x + 1, ... of a row as their neighbours send it. In a block that is not whole
 * the last column is b->last[0]. */
SITE_FUNC FP(lanes)
    FP(arriving)(FP(rows) rows, const struct lbm_plane_block *b, const int i, const int x, const bool whole)
{
  const int cx = lbm_plane_c[i][0], at = i * LBM_PLANE_NODES;
  const SCALAR *const *row = rows[lbm_plane_c[i][1] + 1];
  FP(lanes) v = FP(load_plane)(row[1] + at + x - cx);
  if (cx > 0 && !x)
    v[0] = row[0][at + b->before[0]];
  if (cx < 0 && whole && x + FP(plane_lanes) == LBM_PLANE_EDGE)
    v[FP(plane_lanes) - 1] = row[2][at];
  if (cx < 0 && !whole && b->last[0] >= x && b->last[0] < x + FP(plane_lanes))
    v[b->last[0] - x] = row[2][at];
  return v;
}

SITE_FUNC bool FP(has_fluid)(const struct lbm_plane_block *b, int x, int y)
{
  return b->fluid[y] >> x & ((1u << FP(plane_lanes)) - 1);
}

SITE_FUNC void FP(gather_plane)(FP(lanes) p[LBM_PLANE_Q], FP(rows) rows, const struct lbm_plane_block *b,
                                const SCALAR *own, const int x, int y, const bool full, const bool whole)
{
#pragma GCC unroll 9
  for (int i = 0; i < LBM_PLANE_Q; i++) {
    p[i] = FP(arriving)(rows, b, i, x, whole);
    if (!full && i)
      p[i] = LANES(load_some)(p[i], own + lbm_plane_opposite[i] * LBM_PLANE_NODES + LBM_PLANE_EDGE * y + x,
                              LANES(some)((uint64_t)b->back[i][y] >> x));
  }
}

/* Collides a vector of nodes and writes it. Nodes that are not fluid are updated with the others of their vector, and
 * no other node reads them. *good stays set in lanes whose rest population is in (-1, 1). */
SITE_FUNC void FP(leave_plane)(FP(lanes) p[LBM_PLANE_Q], SCALAR *to, const struct FP(rates) * k, FP(truth) * good,
                               int x, int y, const bool past, const bool collides, const int relaxation,
                               const int equilibrium)
{
  if (collides)
    FP(collide_plane)(p, k, relaxation, equilibrium);
#pragma GCC unroll 9
  for (int i = 0; i < LBM_PLANE_Q; i++)
    if (past)
      LANES(stream)(to + i * LBM_PLANE_NODES + LBM_PLANE_EDGE * y + x, p[i]);
    else
      memcpy(to + i * LBM_PLANE_NODES + LBM_PLANE_EDGE * y + x, &p[i], sizeof p[i]);
  *good &= LANES(sound)(p[0]);
}

/* Applies the boundary conditions that come before interpolated walls, or those that come after them. */
static void FP(close_plane_nodes)(const struct lbm_plane_step *pass, size_t block, SCALAR *at,
                                  const struct FP(rates) * k, bool after)
{
  const struct lbm_plane *plane = pass->plane;
  for (uint32_t n = plane->boundary_begin[block]; n < plane->boundary_begin[block + 1]; n++) {
    const struct lbm_boundary_node *s = plane->boundary + n;
    SCALAR f[LBM_Q], p[LBM_PLANE_Q];
    if ((s->boundary > LBM_INTERPOLATED) != after)
      continue;
    for (int i = 0; i < LBM_PLANE_Q; i++)
      p[i] = at[i * LBM_PLANE_NODES + s->column];
    FP(unfold)(f, p);
    FP(close_node)(f, s, pass->task->condition + s->condition, k, pass->task->equilibrium);
    FP(fold)(p, f);
    for (int i = 0; i < LBM_PLANE_Q; i++)
      at[i * LBM_PLANE_NODES + s->column] = p[i];
  }
}

/* Applies interpolated walls to the wall links of a block (wall_links.h): close_plane_cuts before the collision,
 * store_plane_cuts after it. */
static void FP(cut_plane_nodes)(const struct lbm_plane *plane, size_t block, SCALAR *at, bool before)
{
  const struct lbm_plane_cuts *c = plane->cut_block + (plane->block[block].cuts - 1);
  const uint16_t *q = plane->q + c->first;
  const int walls = (int)plane->geometry->walls;
  for (int n = 0; n < LBM_PLANE_NODES; n++)
    for (uint32_t links = LBM_PLANE_LINKS(c->node[n]); links; links &= links - 1) {
      const int i = __builtin_ctz(links), o = lbm_plane_opposite[i];
      SCALAR *out = at + i * LBM_PLANE_NODES + n, *back = at + o * LBM_PLANE_NODES + n;
      if (before)
        *back = FP(closed)(walls, *q++, *back, *out);
      else
        *out = FP(stored)(walls, *q++, *out, *back);
    }
}

SITE_FUNC void FP(gather_rows)(const struct lbm_plane_step *pass, size_t block, SCALAR *beside, const bool whole)
{
  const struct lbm_plane_block *b = pass->plane->block + block;
  const SCALAR *own = (const SCALAR *)pass->from + block * LBM_PLANE_Q * LBM_PLANE_NODES;
  FP(rows) rows;
  for (int y = 0; y < LBM_PLANE_EDGE; y++) {
    FP(find_rows)(rows, b, pass->from, y);
#pragma GCC unroll 4
    for (int x = 0; x < LBM_PLANE_EDGE; x += FP(plane_lanes)) {
      FP(lanes) p[LBM_PLANE_Q];
      if (!FP(has_fluid)(b, x, y))
        continue;
      FP(gather_plane)(p, rows, b, own, x, y, false, whole);
      for (int i = 0; i < LBM_PLANE_Q; i++)
        memcpy(beside + i * LBM_PLANE_NODES + LBM_PLANE_EDGE * y + x, &p[i], sizeof p[i]);
    }
  }
}

/* Gathers the incoming populations of a block that has boundary nodes or wall links or is narrower than others, and
 * applies its boundary conditions. */
static void FP(gather_odd)(const struct lbm_plane_step *pass, size_t block, SCALAR *beside, const struct FP(rates) * k)
{
  const struct lbm_plane_block *b = pass->plane->block + block;
  if (b->last[0] == LBM_PLANE_EDGE - 1)
    FP(gather_rows)(pass, block, beside, true);
  else
    FP(gather_rows)(pass, block, beside, false);
  if (pass->task->mode != LBM_STEP)
    return;
  FP(close_plane_nodes)(pass, block, beside, k, false);
  if (b->cuts)
    FP(cut_plane_nodes)(pass->plane, block, beside, true);
  FP(close_plane_nodes)(pass, block, beside, k, true);
}

SITE_FUNC void FP(step_odd_block)(const struct lbm_plane_step *pass, size_t block, SCALAR *to,
                                  const struct FP(rates) * k, FP(truth) * good, const bool collides,
                                  const int relaxation, const int equilibrium)
{
  const bool cut = pass->plane->block[block].cuts && collides;
  SCALAR beside[LBM_PLANE_Q * LBM_PLANE_NODES] __attribute__((aligned(64)));
  FP(gather_odd)(pass, block, beside, k);
  for (int y = 0; y < LBM_PLANE_EDGE; y++)
    for (int x = 0; x < LBM_PLANE_EDGE; x += FP(plane_lanes)) {
      FP(lanes) p[LBM_PLANE_Q];
      if (!FP(has_fluid)(pass->plane->block + block, x, y))
        continue;
      for (int i = 0; i < LBM_PLANE_Q; i++)
        p[i] = FP(load_plane)(beside + i * LBM_PLANE_NODES + LBM_PLANE_EDGE * y + x);
      FP(leave_plane)(p, to, k, good, x, y, pass->past && !cut, collides, relaxation, equilibrium);
    }
  if (cut)
    FP(cut_plane_nodes)(pass->plane, block, to, false);
}

SITE_FUNC void FP(step_row)(const struct lbm_plane_block *b, FP(rows) rows, const SCALAR *own, SCALAR *to,
                            const struct FP(rates) * k, FP(truth) * good, int y, const bool full, const bool past,
                            const bool collides, const int relaxation, const int equilibrium)
{
#pragma GCC unroll 4
  for (int x = 0; x < LBM_PLANE_EDGE; x += FP(plane_lanes)) {
    FP(lanes) p[LBM_PLANE_Q];
    if (!full && !FP(has_fluid)(b, x, y))
      continue;
    FP(gather_plane)(p, rows, b, own, x, y, full, true);
    FP(leave_plane)(p, to, k, good, x, y, past, collides, relaxation, equilibrium);
  }
}

/* Prefetches the next block meanwhile. A block is read in too many pieces for the hardware to predict. */
SITE_FUNC void FP(step_block)(const struct lbm_plane_step *pass, size_t block, SCALAR *to, const struct FP(rates) * k,
                              FP(truth) * good, const bool collides, const int relaxation, const int equilibrium)
{
  const struct lbm_plane_block *b = pass->plane->block + block;
  const SCALAR *own = (const SCALAR *)pass->from + block * LBM_PLANE_Q * LBM_PLANE_NODES;
  const char *next = (const char *)(block + 1 < pass->plane->blocks ? own + LBM_PLANE_Q * LBM_PLANE_NODES : own);
  enum { LINES = LBM_PLANE_Q * LBM_PLANE_NODES * sizeof(SCALAR) / 64 / LBM_PLANE_EDGE };
  FP(rows) rows;
  for (int y = 0; y < LBM_PLANE_EDGE; y++, next += 64 * LINES) {
    for (int n = 0; n < LINES; n++)
      __builtin_prefetch(next + 64 * n, 0, 2);
    if (!b->fluid[y])
      continue;
    FP(find_rows)(rows, b, pass->from, y);
    if (b->odd >> y & 1)
      FP(step_row)(b, rows, own, to, k, good, y, false, pass->past, collides, relaxation, equilibrium);
    else
      FP(step_row)(b, rows, own, to, k, good, y, true, pass->past, collides, relaxation, equilibrium);
  }
}

SITE_FUNC bool FP(step_blocks)(const struct lbm_plane_step *pass, size_t begin, size_t end, const bool collides,
                               const int relaxation, const int equilibrium)
{
  const struct FP(rates) k = FP(rates_of)(&pass->task->rates);
  const struct lbm_plane_block *block = pass->plane->block;
  FP(truth) good = ~(FP(truth)){0};
  for (size_t b = begin; b < end; b++) {
    SCALAR *to = (SCALAR *)pass->to + b * LBM_PLANE_Q * LBM_PLANE_NODES;
    if (block[b].bounded || block[b].cuts || block[b].last[0] < LBM_PLANE_EDGE - 1)
      FP(step_odd_block)(pass, b, to, &k, &good, collides, relaxation, equilibrium);
    else
      FP(step_block)(pass, b, to, &k, &good, collides, relaxation, equilibrium);
  }
  stream_end();
  bool all = true;
  for (int n = 0; n < FP(plane_lanes); n++)
    all &= good[n] != 0;
  return all;
}

#define STEPPER(name, collides, r, e)                                                                         \
  static __attribute__((noinline)) bool FP(name)(const struct lbm_plane_step *pass, size_t begin, size_t end) \
  {                                                                                                           \
    return FP(step_blocks)(pass, begin, end, collides, r, e);                                                 \
  }
STEPPER(step_quasi, true, LBM_TWO_RATES, LBM_QUASI)
STEPPER(step_incompressible, true, LBM_TWO_RATES, LBM_INCOMPRESSIBLE)
STEPPER(step_stokes, true, LBM_TWO_RATES, LBM_STOKES)
STEPPER(step_moments_quasi, true, LBM_MOMENTS, LBM_QUASI)
STEPPER(step_moments_incompressible, true, LBM_MOMENTS, LBM_INCOMPRESSIBLE)
STEPPER(step_moments_stokes, true, LBM_MOMENTS, LBM_STOKES)
STEPPER(propagate, false, LBM_TWO_RATES, LBM_QUASI)
#undef STEPPER
static lbm_cpu_plane_step *const FP(steppers)[LBM_LOCAL][LBM_EQUILIBRIA] = {
    [LBM_TWO_RATES] =
        {[LBM_QUASI] = FP(step_quasi), [LBM_INCOMPRESSIBLE] = FP(step_incompressible), [LBM_STOKES] = FP(step_stokes)},
    [LBM_MOMENTS] = {[LBM_QUASI] = FP(step_moments_quasi),
                     [LBM_INCOMPRESSIBLE] = FP(step_moments_incompressible),
                     [LBM_STOKES] = FP(step_moments_stokes)}};

/* Measures the cost of reading and writing alone: all signs change. */
static bool FP(flip_blocks)(const struct lbm_plane_step *pass, size_t begin, size_t end)
{
  const SCALAR *from = pass->from;
  SCALAR *to = pass->to;
  const size_t block = LBM_PLANE_Q * LBM_PLANE_NODES;
  for (size_t n = begin * block; n < end * block; n += FP(plane_lanes))
    LANES(stream)(to + n, -FP(load_plane)(from + n));
  stream_end();
  return true;
}

static bool FP(step_plane)(const struct lbm_plane_step *pass, size_t begin, size_t end)
{
  const struct lbm_task *t = pass->task;
  return (t->mode == LBM_STEP        ? FP(steppers)[t->relaxation][t->equilibrium]
          : t->mode == LBM_PROPAGATE ? FP(propagate)
                                     : FP(flip_blocks))(pass, begin, end);
}
#undef SITE
#undef SITE_FUNC
#undef REAL
#undef SCALAR
#undef FP
#undef LANES

/* SPDX-License-Identifier: BSD-3-Clause */
/* Time steps of tiles on the CPU, for one precision. cpu_kernel.c includes this file once per precision, and defines
 * before it
 *   STORE            the type of a stored population
 *   WORK             the type of a population while its tile is computed
 *   SCALAR           the type of the arithmetic
 *   FP(name)         names of this precision
 *   STORED(name)     names of isa.h for vectors of STORE
 *   COMPUTED(name)   names of isa.h for vectors of SCALAR
 *   CONVERTED(name)  names of isa.h for loads and stores that convert between WORK and SCALAR
 *   HALVES           where WORK is not STORE: a tile is widened to floats and narrowed again (cpu_half.h). Elsewhere
 *                    it is computed where it is stored.
 *
 * There is one copy of the populations, and time steps alternate between two kinds (the AA pattern: Bailey, Myre,
 * Walsh, Lilja & Saar, Int. Conf. on Parallel Processing (2009) 550). Populations are at home when value i of a node
 * holds its f_i. A time step that starts there gathers, collides, and writes every population to the place where its
 * opposite came from. Populations are then away: f_i lies where the next time step needs it, in value opposite[i] of
 * the node that it streams to, or of its own node if it bounces back. So the next time step has all its populations in
 * the tile itself, and brings them home. Only one node reads and writes each value, so the order of tiles does not
 * matter.
 *
 * A full tile computes where the populations lie that come from full neighbours, and takes the others from its list of
 * exceptions (exceptions.h). Any other tile takes all of them from its source list. */

#define SITE(name) FP(name)
#define SITE_FUNC static inline __attribute__((always_inline))
#define REAL COMPUTED(vector)
#define LOOK_UP COMPUTED(look_up)
#include "site.h"
#undef LOOK_UP
#undef REAL
#include "boundary_plane.h"
#include "wall_links.h"
#include "boundary_conditions.h"

/* Numbers of lanes of a vector of the arithmetic, and of a vector of stored values. */
enum {
  FP(width) = sizeof(COMPUTED(vector)) / sizeof(SCALAR),
  FP(stored_width) = sizeof(STORED(vector)) / sizeof(STORE)
};

/* The gathered values of a tile: one column per node. Row i holds the same population as value i of populations that
 * are away, that is population opposite[i]. */
typedef STORE FP(block)[LBM_Q][64];

/* Distance of prefetching, in values. The neighbours that a tile needs, half of which lie ahead, must have arrived in
 * the second-level cache, which must hold these values and as many behind the tile. */
#define AHEAD 32768
#define LIST_AHEAD 4096 /* in entries of source lists */

/* ---- gathering: population i of a node comes from the node at -c_i; and the way back ---- */

/* Copies the given lanes, if any, from p to v, or back from v to p. */
SITE_FUNC void FP(exchange)(STORED(vector) * v, STORE *p, uint64_t lanes, const bool back)
{
  lanes &= ((uint64_t)1 << FP(stored_width)) - 1;
  if (lanes && back)
    STORED(store_some)(p, *v, STORED(some)(lanes));
  else if (lanes)
    *v = STORED(load_some)(*v, p, STORED(some)(lanes));
}

/* Takes every lane from (x, y) away, cyclically in x over the 4 nodes of a row, and in y over the rows of a vector. */
SITE_FUNC STORED(vector) FP(turn)(STORED(vector) v, const int x, const int y)
{
  typedef __typeof__(STORED(lane)[0]) number;
  const number in_x = (number)x, in_y = (number)(4 * y), rows = FP(stored_width) - 4;
  return __builtin_shuffle(v, ((STORED(lane) + in_x) & 3) | ((STORED(lane) + in_y) & rows));
}

/* Copies population i, of velocity c, from the tiles of the neighbourhood, whose values are in at[], to `row`, or back.
 * A vector is filled from up to four aligned ones: lanes X come from the neighbouring tile in x, lanes Y from the
 * neighbouring rows in y; then its lanes are turned into their places. */
SITE_FUNC void FP(gather_row)(STORE row[64], STORE *const at[TILE_WAYS], const int i, const int cx, const int cy,
                              const int cz, const bool back)
{
  const unsigned X = cx > 0 ? 0x8888 : cx < 0 ? 0x1111 : 0;
  const unsigned Y = cy > 0 ? 0xfu << (FP(stored_width) - 4) : cy < 0 ? 0xf : 0;
#pragma GCC unroll 16
  for (int n = 0; n < 64; n += FP(stored_width)) {
    const int z = n / 16 - cz, y = n % 16 - cy * FP(stored_width), plane = 64 * i + 16 * (z & 3);
    STORE *const *here = at + TILE_WAY(0, 0, z < 0 ? -1 : z > 3);
    STORE *const *beside = here + TILE_WAY(0, y < 0 ? -1 : y > 15, 0) - LBM_SELF;
    STORED(vector) *to = (STORED(vector) *)(row + n), v = {0};
    if (back)
      v = FP(turn)(*to, cx, cy);
    FP(exchange)(&v, here[0] + plane + n % 16, ~X & ~Y, back);
    FP(exchange)(&v, here[-cx] + plane + n % 16, X & ~Y, back);
    FP(exchange)(&v, beside[0] + plane + (y & 15), ~X & Y, back);
    FP(exchange)(&v, beside[-cx] + plane + (y & 15), X & Y, back);
    if (!back)
      *to = FP(turn)(v, -cx, -cy);
  }
}

SITE_FUNC void FP(gather_full)(FP(block) f, STORE *const at[TILE_WAYS], const bool back)
{
#define GATHER(i, cx, cy, cz, o, w) FP(gather_row)(f[o], at, i, cx, cy, cz, back);
  LBM_D3Q19(GATHER)
#undef GATHER
}

SITE_FUNC void FP(gather_listed)(FP(block) f, STORE *own, const int32_t *source, size_t columns, size_t step,
                                 const bool back)
{
  for (size_t i = 1; i < LBM_Q; i++, source += step) {
    STORE *row = f[lbm_opposite[i]];
    if (back) { /* columns without a node write to value 0, which the rest populations then set right */
#pragma GCC unroll 8
      for (size_t c = 0; c < columns; c++)
        own[source[c]] = row[c];
      continue;
    }
    for (size_t c = 0; c < columns; c += FP(stored_width)) {
      __builtin_prefetch(source + c + LIST_AHEAD, 0, 2);
      *(STORED(vector) *)(row + c) = STORED(pick)(own, source + c);
    }
  }
  memcpy(back ? own : f[0], back ? f[0] : own, columns * sizeof *own);
}

SITE_FUNC void FP(gather_except)(STORE *f, STORE *own, const struct lbm_exception *x, const struct lbm_exception *end,
                                 const bool back)
{
  for (; x < end; x++)
    if (back)
      own[x->source] = f[x->slot];
    else
      f[x->slot] = own[x->source];
}

/* Finds the values of the tiles of the neighbourhood; `nothing` stands for tiles that are not full. It does so without
 * branches, which could not be predicted. */
SITE_FUNC void FP(look_around)(STORE *at[TILE_WAYS], const struct lbm_cpu_step *pass, size_t tile, STORE *nothing)
{
  const struct lbm_geometry *g = pass->task->geometry;
  for (int k = 0; k < TILE_WAYS; k++) {
    const int32_t near = g->near[tile][k], t = near < 0 ? 0 : near;
    const uintptr_t full = -(uintptr_t)(near >= 0 && g->domain->mask[t] == UINT64_MAX);
    at[k] = (STORE *)((full & (uintptr_t)((STORE *)pass->values + g->base[t])) | (~full & (uintptr_t)nothing));
  }
}

/* Gathers the populations of a tile into f, or brings them back. The way back needs the at[] of the gathering. */
SITE_FUNC void FP(gather)(FP(block) f, const struct lbm_cpu_step *pass, size_t tile, size_t columns,
                          STORE *at[TILE_WAYS], STORE *nothing, const bool back)
{
  const struct lbm_geometry *g = pass->task->geometry;
  const struct lbm_exceptions *x = pass->exceptions;
  const size_t list = g->list[tile], entries = g->list[tile + 1] - list;
  STORE *own = (STORE *)pass->values + g->base[tile];
  if (entries && x->begin[tile] == x->begin[tile + 1]) {
    FP(gather_listed)(f, own, g->source + list, columns, entries / (LBM_Q - 1), back);
    return;
  }
  if (!back)
    FP(look_around)(at, pass, tile, nothing);
  FP(gather_full)(f, at, back);
  FP(gather_except)(f[0], own, x->at + x->begin[tile], x->at + x->begin[tile + 1], back);
}

/* ---- boundary conditions ------------------------------------------------------- */

static void FP(close_column)(const struct lbm_cpu_step *pass, const struct FP(rates) * k, WORK *f, size_t stride,
                             const struct lbm_boundary_node *s)
{
  SCALAR node[LBM_Q];
  for (int i = 0; i < LBM_Q; i++)
    node[i] = (SCALAR)f[lbm_opposite[i] * stride + s->column];
  FP(close_node)(node, s, pass->task->condition + s->condition, k, pass->task->equilibrium);
  for (int i = 0; i < LBM_Q; i++)
    f[lbm_opposite[i] * stride + s->column] = (WORK)node[i];
}

/* Applies interpolated walls to the wall links of a tile: close_cuts of wall_links.h before the collision (sign 1),
 * store_cuts after it (sign -1). Before the collision row i has population opposite[i], so that both change row i by
 * the opposite row. At most one link of a pair is a link of an interpolated wall; no value is both read and changed
 * for another, and the order of links does not matter. */
SITE_FUNC void FP(cut_rows_by)(const struct lbm_geometry *g, size_t tile, WORK *f, int stride, const SCALAR sign,
                               const bool linear)
{
  const struct lbm_wall_link *cut = g->wall_link + g->wall_link_begin[tile],
                             *end = g->wall_link + g->wall_link_begin[tile + 1];
  for (; cut < end; cut += LBM_WALL_LINK_STEP) {
    const int count = end - cut < LBM_WALL_LINK_STEP ? (int)(end - cut) : LBM_WALL_LINK_STEP;
    SCALAR share[LBM_WALL_LINK_STEP];
    int to[LBM_WALL_LINK_STEP], from[LBM_WALL_LINK_STEP];
    for (int n = 0; n < LBM_WALL_LINK_STEP; n++) { /* becomes vector instructions */
      const int at = cut[n].at, column = LBM_WALL_LINK_COLUMN(at);
      share[n] = sign * FP(factor)(linear ? LBM_WALLS_LINEAR : LBM_WALLS_INTERPOLATED, cut[n].q);
      share[n] = linear ? FP(positive)(share[n]) : share[n];
      to[n] = LBM_WALL_LINK_LINK(at) * stride + column;
      from[n] = LBM_WALL_LINK_BACK(at) * stride + column;
    }
    for (int n = 0; n < count; n++)
      f[to[n]] += (WORK)(share[n] * ((SCALAR)f[from[n]] - (linear ? (SCALAR)f[to[n]] : 0)));
  }
}

static void FP(cut_rows)(const struct lbm_geometry *g, size_t tile, WORK *f, int stride, const SCALAR sign)
{
  if (g->walls == LBM_WALLS_LINEAR)
    FP(cut_rows_by)(g, tile, f, stride, sign, true);
  else
    FP(cut_rows_by)(g, tile, f, stride, sign, false);
}

/* ---- collision --------------------------------------------------------------- */

/* Collides the columns whose bit in `live` is set. It reads row i as population opposite[i], and writes row i as
 * population i. Meanwhile it prefetches the cache lines from `ahead` on, evenly spread: a core has few buffers
 * for lines that are in flight. */
SITE_FUNC void FP(collide_rows)(WORK *f, size_t stride, uint64_t live, const struct FP(rates) * k, const char *ahead,
                                const int relaxation, const int equilibrium)
{
  for (; live; live = FP(width) < 64 ? live >> FP(width) : 0, f += FP(width)) {
    COMPUTED(vector) v[LBM_Q];
    const COMPUTED(lanes_of) some = COMPUTED(some)(live);
    LBM_UNROLL
    for (size_t i = 0; i < LBM_Q; i++) {
      v[lbm_opposite[i]] = CONVERTED(fetch)(f + i * stride, some);
      if (i % (64 / (FP(width) * sizeof(STORE))) == 0) {
        __builtin_prefetch(ahead, 0, 2);
        ahead += 64;
      }
    }
    if (relaxation != LBM_NO_COLLISION)
      FP(collide)(v, k, relaxation, equilibrium);
    LBM_UNROLL
    for (size_t i = 0; i < LBM_Q; i++)
      CONVERTED(keep)(f + i * stride, v[i], some);
  }
}

typedef void FP(collider)(WORK *f, size_t stride, uint64_t live, const struct FP(rates) * k, const char *ahead);
#define COLLIDER(r, e)                                                                                       \
  static __attribute__((noinline)) void FP(collide_##r##_##e)(WORK * f, size_t stride, uint64_t live,        \
                                                              const struct FP(rates) * k, const char *ahead) \
  {                                                                                                          \
    FP(collide_rows)(f, stride, live, k, ahead, r, e);                                                       \
  }
/* The numbers of enum lbm_relaxation_kind, and of LBM_LOCAL_... */
/* clang-format off */
COLLIDER(0, 0) COLLIDER(0, 1) COLLIDER(0, 2) COLLIDER(1, 0) COLLIDER(1, 1) COLLIDER(1, 2)
COLLIDER(3, 0) COLLIDER(3, 1) COLLIDER(3, 2) COLLIDER(4, 0) COLLIDER(4, 1) COLLIDER(4, 2)
COLLIDER(5, 0) /* no collision: propagation alone */
#undef COLLIDER
#define ROW(r) {FP(collide_##r##_0), FP(collide_##r##_1), FP(collide_##r##_2)}
static FP(collider) *const FP(colliders)[LBM_NO_COLLISION][LBM_EQUILIBRIA] = {
  ROW(0), ROW(1), [LBM_LOCAL_RATES] = ROW(3), ROW(4)};
#undef ROW
/* clang-format on */

/* Returns true if one of the n rest populations is outside (-1, 1) or not a number. It checks whole vectors, as the
 * values behind the last rest population are populations too. */
static bool FP(broken)(const STORE *rest, size_t n)
{
  STORED(truth) good = ~(STORED(truth)){0};
  for (size_t c = 0; c < n; c += FP(stored_width)) {
    STORED(vector) v;
    memcpy(&v, rest + c, sizeof v);
    good &= STORED(sound)(v);
  }
  bool all = true;
  for (int k = 0; k < FP(stored_width); k++)
    all &= good[k] != 0;
  return !all;
}

/* ---- the tiles of a range ---------------------------------------------------------- */

static FP(collider) * FP(collider_of)(const struct lbm_cpu_step *pass)
{
  const struct lbm_task *t = pass->task;
  const int relaxation = t->relaxation != LBM_LOCAL ? (int)t->relaxation
                         : t->rates.project != 0    ? LBM_LOCAL_REGULARISED
                                                    : LBM_LOCAL_RATES;
  return t->mode == LBM_STEP ? FP(colliders)[relaxation][t->equilibrium] : FP(collide_5_0);
}

static size_t FP(step_tiles)(const struct lbm_cpu_step *pass, STORE *values, size_t begin, size_t end)
{
  const struct lbm_geometry *g = pass->task->geometry;
  const struct FP(rates) k = FP(rates_of)(&pass->task->rates);
  FP(collider) *collide = FP(collider_of)(pass);
  FP(block) block __attribute__((aligned(64))), nothing __attribute__((aligned(64)));
  STORE *at[TILE_WAYS];
  const bool cuts = g->wall_link_begin && pass->task->mode == LBM_STEP;
  size_t bad = SIZE_MAX;
#ifdef HALVES
  WORK work[LBM_Q][64] __attribute__((aligned(64)));
#endif
  memset(block, 0, sizeof block);
  memset(nothing, 0, sizeof nothing);
  for (size_t tile = begin; tile < end; tile++) {
    const size_t columns = lbm_stride(g, tile), rows = pass->away ? columns : 64;
    const uint64_t live = lbm_used_columns(g, tile);
    STORE *own = values + g->base[tile], *stored = pass->away ? own : block[0];
    if (!pass->away)
      FP(gather)(block, pass, tile, columns, at, nothing[0], false);
#ifdef HALVES
    const size_t stride = 64;
    WORK *f = work[0];
    widen_rows(work, stored, rows, columns);
#else
    const size_t stride = rows;
    WORK *f = stored;
#endif
    const struct lbm_boundary_node *s = g->boundary + g->boundary_begin[tile],
                                   *end_of_nodes = g->boundary + g->boundary_begin[tile + 1];
    for (; s < end_of_nodes && s->boundary < LBM_INTERPOLATED; s++)
      FP(close_column)(pass, &k, f, stride, s);
    if (cuts)
      FP(cut_rows)(g, tile, f, (int)stride, 1);
    for (; s < end_of_nodes; s++)
      FP(close_column)(pass, &k, f, stride, s);
    collide(f, stride, live, &k, (const char *)(g->base[tile + 1] + AHEAD < g->values ? own + AHEAD : own));
    if (cuts)
      FP(cut_rows)(g, tile, f, (int)stride, -1);
#ifdef HALVES
    narrow_rows(stored, rows, work, live);
#endif
    if (!pass->away)
      FP(gather)(block, pass, tile, columns, at, nothing[0], true);
    if (bad == SIZE_MAX && FP(broken)(stored, columns))
      bad = tile;
  }
  return bad;
}

/* Measures the cost of reading and writing alone: all signs change. */
static size_t FP(flip_tiles)(const struct lbm_cpu_step *pass, STORE *values, size_t begin, size_t end)
{
  const size_t *base = pass->task->geometry->base;
  for (size_t n = base[begin]; n < base[end]; n += FP(stored_width)) {
    STORED(vector) *v = (STORED(vector) *)(values + n);
    __builtin_prefetch(v + AHEAD / FP(stored_width), 0, 2);
    *v = STORED(opposite)(*v);
  }
  return SIZE_MAX;
}

static size_t FP(step)(const struct lbm_cpu_step *pass, size_t begin, size_t end)
{
  return (pass->task->mode == LBM_READ_WRITE ? FP(flip_tiles) : FP(step_tiles))(pass, pass->values, begin, end);
}
#undef SITE
#undef SITE_FUNC
#undef STORE
#undef WORK
#undef HALVES
#undef SCALAR
#undef FP
#undef STORED
#undef COMPUTED
#undef CONVERTED

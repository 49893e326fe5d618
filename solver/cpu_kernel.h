/* Tiles on the CPU, for one precision: gather -> close boundaries -> collide ->
 * store. Included by cpu_kernel.c with SCALAR and FP(name).
 *
 * A tile's values are worked on in a block of 19 rows of up to 64 columns (one a
 * node) that stays in the first-level cache. A tile whose whole neighbourhood is
 * full knows every source beforehand; any other reads its source list. While a
 * tile is gathered the one before it is stored, and while it is collided values
 * further ahead are asked for: memory is busy in both directions all the time. */

#define SITE(name) FP(name)
#define SITE_FUNC static inline __attribute__((always_inline))
#define REAL FP(vector)
#include "site.h"
#undef REAL
#include "closure.h"

enum { FP(width) = VECTOR_BYTES / sizeof(SCALAR) };

typedef SCALAR FP(block)[LBM_Q][64];

/* ---- storing, a part at a time ------------------------------------------- */

struct FP(waiting) {
  SCALAR *to;
  const SCALAR *from;
  size_t bytes; /* a multiple of 64 */
};

/* Stores one of 19 parts. */
SITE_FUNC void FP(store_part)(const struct FP(waiting) *w, size_t part, const bool stream)
{
  const size_t size = 64 * sizeof(SCALAR), begin = part * size;
  if (w->bytes <= begin)
    return;
  size_t bytes = w->bytes - begin < size ? w->bytes - begin : size;
  if (stream)
    stream_out((char *)w->to + begin, (const char *)w->from + begin, bytes);
  else
    store_out((char *)w->to + begin, (const char *)w->from + begin, bytes);
}

/* ---- gathering: population i of a node is that of the node at -c_i ---------- */

/* Row by row along x. at[k]: values of tile k of the neighbourhood, 64 of each population. */
SITE_FUNC void FP(gather_full)(FP(block) f, const SCALAR *const at[27], const struct FP(waiting) *waiting,
                               const bool stream)
{
#define GATHER(i, cx, cy, cz, o, w)                                                                     \
  FP(store_part)(waiting, i, stream);                                                                   \
  _Pragma("GCC unroll 16") for (int r = 0; r < 16; r++)                                                 \
  {                                                                                                     \
    const int y = (r & 3) - cy, z = (r >> 2) - cz, from = 64 * i + 4 * ((y & 3) + 4 * (z & 3));         \
    const SCALAR *const *t = at + 13 + 3 * (y < 0 ? -1 : y > 3) + 9 * (z < 0 ? -1 : z > 3);             \
    FP(row) v;                                                                                          \
    memcpy(&v, *t + from, sizeof v);                                                                    \
    if (cx > 0)                                                                                         \
      v = FP(row_east)(v, t[-1][from + 3]);                                                             \
    if (cx < 0)                                                                                         \
      v = FP(row_west)(v, t[1][from]);                                                                  \
    memcpy(f[i] + 4 * r, &v, sizeof v);                                                                 \
  }
  LBM_D3Q19(GATHER)
#undef GATHER
}

SITE_FUNC void FP(gather_listed)(FP(block) f, const SCALAR *own, const int32_t *source, size_t columns, size_t step,
                                 const struct FP(waiting) *waiting, const bool stream)
{
  for (size_t i = 0; i < LBM_Q; i++) {
    FP(store_part)(waiting, i, stream);
    for (size_t c = 0; c < columns; c += FP(width)) {
      FP(vector) v;
      if (i)
        v = FP(pick)(own, source + (i - 1) * step + c);
      else
        memcpy(&v, own + c, sizeof v);
      *(FP(vector) *)(f[i] + c) = v;
    }
  }
}

SITE_FUNC void FP(gather)(FP(block) f, const struct lbm_geometry *g, const SCALAR *from, size_t tile, size_t columns,
                          const struct FP(waiting) *waiting, const bool stream)
{
  const size_t list = g->list[tile], entries = g->list[tile + 1] - list;
  if (entries) {
    FP(gather_listed)(f, from + g->base[tile], g->source + list, columns, entries / (LBM_Q - 1), waiting, stream);
    return;
  }
  const SCALAR *at[27];
  for (int k = 0; k < 27; k++)
    at[k] = g->near[tile][k] < 0 ? NULL : from + g->base[g->near[tile][k]]; /* corners may be missing */
  FP(gather_full)(f, at, waiting, stream);
}

/* ---- boundaries ------------------------------------------------------------ */

static void FP(close_node)(const struct lbm_task *task, const struct FP(rates) *k, FP(block) f,
                           const struct lbm_special *s)
{
  const struct lbm_condition *at = task->condition + s->patch;
  SCALAR node[LBM_Q], wall[3] = {(SCALAR)at->velocity[0], (SCALAR)at->velocity[1], (SCALAR)at->velocity[2]};
  for (int i = 0; i < LBM_Q; i++)
    node[i] = f[i][s->column];
  if (s->kind == LBM_MOVING)
    FP(close_wall)(node, s->links, wall);
  else
    FP(close_plane)(node, s->links, s->axis, s->outward ? -1 : 1, at, k, task->equilibrium);
  for (int i = 0; i < LBM_Q; i++)
    f[i][s->column] = node[i];
}

/* ---- collision --------------------------------------------------------------- */

/* `next`: values that a later tile will read. */
SITE_FUNC void FP(collide_block)(FP(block) f, size_t columns, const struct FP(rates) *k, const SCALAR *next,
                                 const int collision, const int equilibrium, const bool forced)
{
  for (size_t c = 0; c < columns; c += FP(width)) {
    FP(vector) v[LBM_Q];
#pragma GCC unroll 19
    for (size_t i = 0; i < LBM_Q; i++) {
      __builtin_prefetch(next + c * LBM_Q + i * FP(width), 0, 2);
      v[i] = *(const FP(vector) *)(f[i] + c);
    }
    FP(collide)(v, k, collision, equilibrium, forced);
#pragma GCC unroll 19
    for (int i = 0; i < LBM_Q; i++)
      *(FP(vector) *)(f[i] + c) = v[i];
  }
}

typedef void FP(collider)(FP(block) f, size_t columns, const struct FP(rates) *k, const SCALAR *next);
#define COLLIDER(c, e, F)                                                                                \
  static __attribute__((noinline)) void FP(collide_##c##_##e##_##F)(                                     \
      FP(block) f, size_t columns, const struct FP(rates) *k, const SCALAR *next)                        \
  {                                                                                                      \
    FP(collide_block)(f, columns, k, next, c, e, F);                                                     \
  }
#define COLLIDERS(c) COLLIDER(c, 0, 0) COLLIDER(c, 0, 1) COLLIDER(c, 1, 0) COLLIDER(c, 1, 1)
COLLIDERS(0) COLLIDERS(1) COLLIDERS(2)
#define NAMES(c)                                                                          \
  {                                                                                       \
    {FP(collide_##c##_0_0), FP(collide_##c##_0_1)}, {FP(collide_##c##_1_0), FP(collide_##c##_1_1)} \
  }
static FP(collider) *const FP(colliders)[LBM_COLLISIONS][LBM_EQUILIBRIA][2] = {NAMES(0), NAMES(1), NAMES(2)};
#undef NAMES
#undef COLLIDERS
#undef COLLIDER

/* ---- the block as it is stored ------------------------------------------------- */

/* The columns of each population one after another; what is written past them is overwritten by the next. */
static void FP(pack)(SCALAR *to, FP(block) f, size_t columns)
{
  for (int i = 0; i < LBM_Q; i++, to += columns)
    for (size_t c = 0; c < columns; c += FP(width))
      memcpy(to + c, f[i] + c, sizeof(FP(vector)));
}

static void FP(clear_solid)(FP(block) f, uint64_t mask)
{
  for (uint64_t solid = ~mask; solid; solid &= solid - 1)
    for (int i = 0; i < LBM_Q; i++)
      f[i][__builtin_ctzll(solid)] = 0;
}

/* True when one of the n rest populations is out of (-1, 1) or not a number.
 * Looks at whole vectors: what lies behind are populations too. */
static bool FP(broken)(const SCALAR *rest, size_t n)
{
  FP(truth) good = ~(FP(truth)){0};
  for (size_t c = 0; c < n; c += FP(width)) {
    FP(vector) v = *(const FP(vector) *)(rest + c);
    good &= (v > -1) & (v < 1);
  }
  bool all = true;
  for (int k = 0; k < FP(width); k++)
    all &= good[k] != 0;
  return !all;
}

/* ---- all tiles of a share -------------------------------------------------------- */

/* How many values ahead are asked for: enough that the neighbours a tile will
 * need, half of which lie ahead, have arrived in the second-level cache, which
 * must hold these and as many behind. */
#define AHEAD 32768

SITE_FUNC size_t FP(step_tiles)(const struct lbm_task *task, size_t begin, size_t end, const int layout,
                                const bool stream)
{
  const struct lbm_geometry *g = task->geometry;
  const struct lbm_rates *r = &task->rates;
  const struct FP(rates) k = {(SCALAR)r->even, (SCALAR)r->odd, (SCALAR)r->e, (SCALAR)r->eps, (SCALAR)r->q,
                              (SCALAR)r->pi, (SCALAR)r->m,
                              {(SCALAR)r->force[0], (SCALAR)r->force[1], (SCALAR)r->force[2]}};
  FP(collider) *collide = FP(colliders)[task->collision][task->equilibrium][task->forced];
  FP(block) f[2] __attribute__((aligned(64)));
  SCALAR packed[2][LBM_Q * 64 + 64] __attribute__((aligned(64)));
  struct FP(waiting) waiting = {0};
  size_t bad = SIZE_MAX;
  memset(packed, 0, sizeof packed);
  for (size_t tile = begin; tile < end; tile++) {
    SCALAR(*now)[64] = f[tile & 1];
    const uint64_t mask = g->domain->mask[tile];
    const size_t columns = layout == LBM_PACKED ? (size_t)__builtin_popcountll(mask) : 64;
    FP(gather)(now, g, task->from, tile, columns, &waiting, stream);
    if (task->mode == LBM_STEP) {
      for (size_t s = g->special_begin[tile]; s < g->special_begin[tile + 1]; s++)
        FP(close_node)(task, &k, now, g->special + s);
      size_t ahead = g->base[tile] + AHEAD < g->values ? g->base[tile] + AHEAD : g->values;
      collide(now, columns, &k, (const SCALAR *)task->from + ahead);
    }
    waiting = (struct FP(waiting)){(SCALAR *)task->to + g->base[tile], now[0],
                                   (g->base[tile + 1] - g->base[tile]) * sizeof(SCALAR)};
    if (columns < 64) {
      FP(pack)(packed[tile & 1], now, columns);
      waiting.from = packed[tile & 1];
    } else if (mask != UINT64_MAX)
      FP(clear_solid)(now, mask);
    if (task->mode == LBM_STEP && bad == SIZE_MAX && FP(broken)(waiting.from, columns))
      bad = tile;
  }
  for (size_t part = 0; part < LBM_Q; part++)
    FP(store_part)(&waiting, part, stream);
  stream_done();
  return bad;
}

/* What reading and writing alone costs. */
static size_t FP(copy_tiles)(const struct lbm_task *task, size_t begin, size_t end)
{
  const size_t *base = task->geometry->base;
  const size_t bytes = (base[end] - base[begin]) * sizeof(SCALAR);
  (task->stream ? stream_out : store_out)((SCALAR *)task->to + base[begin], (const SCALAR *)task->from + base[begin],
                                          bytes);
  stream_done();
  return SIZE_MAX;
}

#define STEP(name, layout)                                                              \
  static size_t FP(name)(const struct lbm_task *task, size_t begin, size_t end)         \
  {                                                                                     \
    return task->mode == LBM_READ_WRITE ? FP(copy_tiles)(task, begin, end)              \
           : task->stream               ? FP(step_tiles)(task, begin, end, layout, true) \
                                        : FP(step_tiles)(task, begin, end, layout, false); \
  }
STEP(step_packed, LBM_PACKED)
STEP(step_t2c, LBM_T2C)
#undef STEP
#undef SITE
#undef SITE_FUNC

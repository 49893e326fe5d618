/* Tiles on the CPU, for one precision: gather -> close boundaries -> collide ->
 * store. Included by cpu_kernel.c with SCALAR and FP(name).
 *
 * A tile's values are worked on in a block of 19 rows of up to 64 columns (one a
 * node) that stays in the first-level cache. A tile whose whole neighbourhood is
 * full knows every source beforehand; any other reads its source list. */

#define SITE(name) FP(name)
#define SITE_FUNC static inline __attribute__((always_inline))
#define REAL FP(vector)
#include "site.h"
#undef REAL
#include "closure.h"

enum { FP(width) = VECTOR_BYTES / sizeof(SCALAR) };

typedef SCALAR FP(block)[LBM_Q][64];

/* ---- memory traffic, a line at a time --------------------------------------- */

/* How many values ahead are asked for: enough that the neighbours a tile will
 * need, half of which lie ahead, have arrived in the second-level cache, which
 * must hold these and as many behind. */
#define AHEAD 32768
#define LIST_AHEAD 4096 /* entries of source lists */

/* While one tile is worked on, the one before it is stored and values further
 * ahead are asked for, spread evenly over the work: a core has few buffers for
 * lines under way, and they should never be idle nor all in use. */
struct FP(traffic) {
  char *to;
  const char *from;
  size_t store; /* bytes, a multiple of 64 */
  const char *ahead;
  size_t ask;   /* bytes */
};

enum {
  FP(lines) = LBM_Q * sizeof(SCALAR),    /* of a full tile */
  FP(lines_gather) = sizeof(SCALAR) / 2, /* while one population is gathered: half of all */
  FP(lines_collide) = (FP(lines) / 2 * FP(width) + 63) / 64 /* while one vector is collided: the rest */
};

SITE_FUNC void FP(move_line)(const struct FP(traffic) *t, size_t line, const bool stream)
{
  const size_t at = 64 * line;
  if (at < t->store) {
    if (stream)
      stream_out(t->to + at, t->from + at, 64);
    else
      store_out(t->to + at, t->from + at, 64);
  }
  if (at < t->ask)
    __builtin_prefetch(t->ahead + at, 0, 2);
}

/* All that the gathering has left. */
static void FP(move_rest)(const struct FP(traffic) *t, bool stream)
{
  for (size_t line = LBM_Q * FP(lines_gather); line < FP(lines); line++)
    FP(move_line)(t, line, stream);
}

/* ---- gathering: population i of a node is that of the node at -c_i ---------- */

/* Row by row along x. at[k]: values of tile k of the neighbourhood, 64 of each population. */
SITE_FUNC void FP(gather_full)(FP(block) f, const SCALAR *const at[27], const struct FP(traffic) *traffic,
                               const bool stream)
{
#define GATHER(i, cx, cy, cz, o, w)                                                                     \
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
    if (r % (16 / FP(lines_gather)) == 0)                                                               \
      FP(move_line)(traffic, (size_t)(i * FP(lines_gather) + r / (16 / FP(lines_gather))), stream);     \
  }
  LBM_D3Q19(GATHER)
#undef GATHER
}

SITE_FUNC void FP(gather_listed)(FP(block) f, const SCALAR *own, const int32_t *source, size_t columns, size_t step,
                                 const struct FP(traffic) *traffic, const bool stream)
{
  for (size_t i = 0; i < LBM_Q; i++) {
    for (size_t line = 0; line < FP(lines_gather); line++)
      FP(move_line)(traffic, i * FP(lines_gather) + line, stream);
    for (size_t c = 0; c < columns; c += FP(width)) {
      FP(vector) v;
      if (i) {
        const int32_t *at = source + (i - 1) * step + c;
        __builtin_prefetch(at + LIST_AHEAD, 0, 2); /* a prefetch past the end does no harm */
        v = FP(pick)(own, at);
      }
      else
        memcpy(&v, own + c, sizeof v);
      *(FP(vector) *)(f[i] + c) = v;
    }
  }
}

SITE_FUNC void FP(gather)(FP(block) f, const struct lbm_geometry *g, const SCALAR *from, size_t tile, size_t columns,
                          const struct FP(traffic) *traffic, const bool stream)
{
  const size_t list = g->list[tile], entries = g->list[tile + 1] - list;
  if (entries) {
    FP(gather_listed)(f, from + g->base[tile], g->source + list, columns, entries / (LBM_Q - 1), traffic, stream);
    return;
  }
  const SCALAR *at[27];
  for (int k = 0; k < 27; k++)
    at[k] = g->near[tile][k] < 0 ? NULL : from + g->base[g->near[tile][k]]; /* corners may be missing */
  FP(gather_full)(f, at, traffic, stream);
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

SITE_FUNC void FP(collide_block)(FP(block) f, size_t columns, const struct FP(rates) *k,
                                 const struct FP(traffic) *traffic, const bool stream, const int collision,
                                 const int equilibrium, const bool forced)
{
  size_t line = LBM_Q * FP(lines_gather);
  for (size_t c = 0; c < columns; c += FP(width)) {
    FP(vector) v[LBM_Q];
#pragma GCC unroll 19
    for (int i = 0; i < LBM_Q; i++)
      v[i] = *(const FP(vector) *)(f[i] + c);
    for (int n = 0; n < FP(lines_collide); n++)
      FP(move_line)(traffic, line++, stream);
    FP(collide)(v, k, collision, equilibrium, forced);
#pragma GCC unroll 19
    for (int i = 0; i < LBM_Q; i++)
      *(FP(vector) *)(f[i] + c) = v[i];
  }
  for (; line < FP(lines); line++)
    FP(move_line)(traffic, line, stream);
}

typedef void FP(collider)(FP(block) f, size_t columns, const struct FP(rates) *k, const struct FP(traffic) *traffic,
                          bool stream);
#define COLLIDER(c, e, F)                                                                                \
  static __attribute__((noinline)) void FP(collide_##c##_##e##_##F)(                                     \
      FP(block) f, size_t columns, const struct FP(rates) *k, const struct FP(traffic) *traffic,         \
      bool stream)                                                                                       \
  {                                                                                                      \
    FP(collide_block)(f, columns, k, traffic, stream, c, e, F);                                          \
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
  struct FP(traffic) traffic = {0};
  size_t bad = SIZE_MAX;
  memset(packed, 0, sizeof packed);
  for (size_t tile = begin; tile < end; tile++) {
    SCALAR(*now)[64] = f[tile & 1];
    const uint64_t mask = g->domain->mask[tile];
    const size_t columns = layout == LBM_PACKED ? (size_t)__builtin_popcountll(mask) : 64;
    const size_t bytes = (g->base[tile + 1] - g->base[tile]) * sizeof(SCALAR);
    traffic.ahead = (const char *)((const SCALAR *)task->from + g->base[tile] + AHEAD);
    traffic.ask = g->base[tile + 1] + AHEAD < g->values ? bytes : 0;
    FP(gather)(now, g, task->from, tile, columns, &traffic, stream);
    if (task->mode == LBM_STEP) {
      for (size_t s = g->special_begin[tile]; s < g->special_begin[tile + 1]; s++)
        FP(close_node)(task, &k, now, g->special + s);
      collide(now, columns, &k, &traffic, stream);
    } else
      FP(move_rest)(&traffic, stream);
    traffic.to = (char *)((SCALAR *)task->to + g->base[tile]);
    traffic.from = (const char *)now[0];
    traffic.store = bytes;
    if (columns < 64) {
      FP(pack)(packed[tile & 1], now, columns);
      traffic.from = (const char *)packed[tile & 1];
    } else if (mask != UINT64_MAX)
      FP(clear_solid)(now, mask);
    if (task->mode == LBM_STEP && bad == SIZE_MAX && FP(broken)((const SCALAR *)traffic.from, columns))
      bad = tile;
  }
  traffic.ask = 0;
  for (size_t line = 0; line < FP(lines); line++)
    FP(move_line)(&traffic, line, stream);
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

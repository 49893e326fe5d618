/* One tile on the CPU, for one precision: gather -> close boundaries ->
 * collide -> store. Included by cpu_kernel.c with SCALAR, FP(name), ROW, LANES.
 *
 * The 19 x 64 values of a tile are held dense (solid nodes 0) in a block that
 * stays in the first-level cache; rows of four nodes along x are the unit of
 * gathering, vectors of the instruction set that of collision. */

#define SITE(name) FP(name)
#define SITE_FUNC static inline __attribute__((always_inline))
typedef SCALAR FP(vector) __attribute__((vector_size(VECTOR_BYTES)));
#define REAL FP(vector)
#include "site.h"
#undef REAL
#include "closure.h"

enum { FP(width) = VECTOR_BYTES / sizeof(SCALAR) };

/* A tile of the neighbourhood: its values and where its rows begin. */
struct FP(near) {
  const SCALAR *data;
  size_t stride;
  uint64_t mask;
  uint8_t offset[16];
};

typedef SCALAR FP(block)[LBM_Q][64];

/* offset[r] = set bits of mask below row r: nibble counts, summed by multiplication. */
SITE_FUNC void FP(set_near)(struct FP(near) *t, const struct lbm_geometry *g, const SCALAR *from, int64_t tile,
                            const int layout)
{
  const uint64_t ones = 0x0101010101010101, ends = ones * 0x0f;
  t->mask = g->domain->mask[tile];
  t->data = from + g->base[tile];
  t->stride = 64;
  for (int r = 0; r < 16; r++)
    t->offset[r] = (uint8_t)(4 * r);
  if (layout != LBM_PACKED || t->mask == UINT64_MAX)
    return;
  uint64_t pairs = t->mask - (t->mask >> 1 & 0x5555555555555555);
  uint64_t nibbles = (pairs & 0x3333333333333333) + (pairs >> 2 & 0x3333333333333333);
  uint64_t even = nibbles & ends, bytes = even + (nibbles >> 4 & ends);
  uint64_t upto = bytes * ones; /* byte b: bits of rows 0 ... 2b+1 */
  uint64_t before = upto << 8;
  t->stride = upto >> 56;
  for (int b = 0; b < 8; b++) {
    t->offset[2 * b] = (uint8_t)(before >> 8 * b);
    t->offset[2 * b + 1] = (uint8_t)((before + even) >> 8 * b);
  }
}

SITE_FUNC ROW FP(load)(const struct FP(near) *t, int i, int r, const int layout, const bool full)
{
  ROW v;
  const SCALAR *p = t->data + (size_t)i * t->stride + (full ? 4 * r : t->offset[r]);
  unsigned lanes = t->mask >> 4 * r & 15;
  if (layout == LBM_PACKED && !full)
    return FP(row_expand)(p, lanes);
  memcpy(&v, p, sizeof v);
  return full ? v : (ROW)((FP(lanes))v & FP(lane_mask)[lanes]);
}

/* Bits of the nodes whose source at -c is non-solid. */
SITE_FUNC uint64_t FP(shift_x)(const struct FP(near) *near, int k, const int cx)
{
  uint64_t own = near[k].mask;
  return cx > 0   ? (own << 1 & 0xeeeeeeeeeeeeeeee) | (near[k - 1].mask >> 3 & 0x1111111111111111)
         : cx < 0 ? (own >> 1 & 0x7777777777777777) | (near[k + 1].mask << 3 & 0x8888888888888888)
                  : own;
}
SITE_FUNC uint64_t FP(shift_y)(const struct FP(near) *near, int k, const int cx, const int cy)
{
  uint64_t own = FP(shift_x)(near, k, cx);
  return cy > 0   ? (own << 4 & 0xfff0fff0fff0fff0) | (FP(shift_x)(near, k - 3, cx) >> 12 & 0x000f000f000f000f)
         : cy < 0 ? (own >> 4 & 0x0fff0fff0fff0fff) | (FP(shift_x)(near, k + 3, cx) << 12 & 0xf000f000f000f000)
                  : own;
}
SITE_FUNC uint64_t FP(sources)(const struct FP(near) *near, const int cx, const int cy, const int cz)
{
  uint64_t own = FP(shift_y)(near, 13, cx, cy);
  return cz > 0   ? own << 16 | FP(shift_y)(near, 4, cx, cy) >> 48
         : cz < 0 ? own >> 16 | FP(shift_y)(near, 22, cx, cy) << 48
                  : own;
}

/* Population i of all nodes of the tile: from -c where that is non-solid, else
 * half-way bounce-back of the node's own opposite population. */
SITE_FUNC void FP(gather)(SCALAR to[64], const struct FP(near) *near, const int i, const int cx, const int cy,
                          const int cz, const int opposite, const int layout, const bool full)
{
#pragma GCC unroll 16
  for (int r = 0; r < 16; r++) {
    int y = (r & 3) - cy, z = (r >> 2) - cz, from = (y & 3) + 4 * (z & 3);
    const struct FP(near) *t = near + 13 + 3 * (y < 0 ? -1 : y > 3) + 9 * (z < 0 ? -1 : z > 3);
    ROW v = FP(load)(t, i, from, layout, full);
    if (cx > 0)
      v = __builtin_shuffle(FP(load)(t - 1, i, from, layout, full), v, (FP(lanes)){3, 4, 5, 6});
    if (cx < 0)
      v = __builtin_shuffle(v, FP(load)(t + 1, i, from, layout, full), (FP(lanes)){1, 2, 3, 4});
    memcpy(to + 4 * r, &v, sizeof v);
  }
  if (full)
    return;
  uint64_t back = near[13].mask & ~FP(sources)(near, cx, cy, cz);
  while (back) {
    int r = __builtin_ctzll(back) >> 2;
    ROW v, own = FP(load)(near + 13, opposite, r, layout, false);
    memcpy(&v, to + 4 * r, sizeof v);
    v = (ROW)((FP(lanes))v | ((FP(lanes))own & FP(lane_mask)[back >> 4 * r & 15]));
    memcpy(to + 4 * r, &v, sizeof v);
    back &= ~((uint64_t)15 << 4 * r);
  }
}

/* What waits to be stored while the next tile is gathered: memory is kept busy
 * in both directions all the time. */
struct FP(waiting) {
  SCALAR *to;
  const SCALAR *from;
  size_t bytes; /* a multiple of 64 */
};

/* Stores one of 19 parts. */
SITE_FUNC void FP(store_part)(const struct FP(waiting) *w, size_t part, const bool stream)
{
  const size_t size = 64 * sizeof(SCALAR), begin = part * size;
  size_t bytes = w->bytes < begin ? 0 : w->bytes - begin < size ? w->bytes - begin : size;
  char *to = (char *)w->to + begin;
  const char *from = (const char *)w->from + begin;
  if (stream)
    stream_out(to, from, bytes);
  else
    memcpy(to, from, bytes);
}

SITE_FUNC void FP(gather_all)(FP(block) f, const struct FP(near) *near, const struct FP(waiting) *waiting,
                              const bool stream, const int layout, const bool full)
{
#define GATHER(i, x, y, z, o, w)                              \
  FP(store_part)(waiting, i, stream);                         \
  FP(gather)(f[i], near, i, x, y, z, o, layout, full);
  LBM_D3Q19(GATHER)
#undef GATHER
}

/* The neighbourhood of a tile; true when it is full (corners do not matter). */
SITE_FUNC bool FP(look_round)(struct FP(near) near[27], const struct lbm_geometry *g, const SCALAR *from, size_t tile,
                              const int layout)
{
  uint64_t all = UINT64_MAX;
  for (int k = 0; k < 27; k++) {
    int x = k % 3 - 1, y = k / 3 % 3 - 1, z = k / 9 - 1;
    if (x && y && z)
      continue;
    int64_t t = g->near[tile][k];
    FP(set_near)(near + k, g, from, t < 0 ? (int64_t)tile : t, layout);
    if (t < 0)
      near[k].mask = 0;
    all &= near[k].mask;
  }
  return all == UINT64_MAX;
}

static void FP(own_only)(FP(block) f, const struct FP(near) *own, const int layout)
{
  for (int i = 0; i < LBM_Q; i++)
    for (int r = 0; r < 16; r++) {
      ROW v = FP(load)(own, i, r, layout, false);
      memcpy(f[i] + 4 * r, &v, sizeof v);
    }
}

static void FP(close_node)(const struct lbm_task *task, const struct FP(rates) *k, FP(block) f,
                           const struct lbm_special *s)
{
  const struct lbm_condition *at = task->condition + s->patch;
  SCALAR node[LBM_Q], wall[3] = {(SCALAR)at->velocity[0], (SCALAR)at->velocity[1], (SCALAR)at->velocity[2]};
  for (int i = 0; i < LBM_Q; i++)
    node[i] = f[i][s->node];
  if (s->kind == LBM_MOVING)
    FP(close_wall)(node, s->links, wall);
  else
    FP(close_plane)(node, s->links, s->link / 2, s->link % 2 ? -1 : 1, at, k, task->equilibrium);
  for (int i = 0; i < LBM_Q; i++)
    f[i][s->node] = node[i];
}

static void FP(close)(const struct lbm_task *task, const struct FP(rates) *k, size_t tile, FP(block) f)
{
  const struct lbm_geometry *g = task->geometry;
  const SCALAR *from = task->from;
  for (size_t n = g->special_begin[tile]; n < g->special_begin[tile + 1]; n++) {
    const struct lbm_special *s = g->special + n;
    if (s->kind == LBM_SOURCE)
      f[s->link][s->node] = from[s->source];
    else if (s->kind == LBM_CUT)
      for (int i = 1; i < LBM_Q; i++) {
        if (s->links >> i & 1)
          f[lbm_opposite[i]][s->node] = from[lbm_place(g, tile, s->node, i)];
      }
    else
      FP(close_node)(task, k, f, s);
  }
}

/* Collides, and asks for the values that the next tile will read. */
SITE_FUNC void FP(collide_block)(FP(block) f, uint64_t mask, const struct FP(rates) *k, const SCALAR *next,
                                 const int collision, const int equilibrium, const bool forced)
{
  for (int n = 0; n < 64; n += FP(width)) {
    FP(vector) v[LBM_Q];
    const SCALAR *ask = next + n * LBM_Q;
    for (int i = 0; i < LBM_Q; i++)
      __builtin_prefetch(ask + i * FP(width), 0, 3);
    if (!(mask >> n & (UINT64_MAX >> (64 - FP(width)))))
      continue;
    for (int i = 0; i < LBM_Q; i++)
      v[i] = *(const FP(vector) *)(f[i] + n);
    FP(collide)(v, k, collision, equilibrium, forced);
    for (int i = 0; i < LBM_Q; i++)
      *(FP(vector) *)(f[i] + n) = v[i];
  }
}

typedef void FP(collider)(FP(block) f, uint64_t mask, const struct FP(rates) *k, const SCALAR *next);
#define COLLIDER(c, e, F)                                                                                \
  static __attribute__((noinline)) void FP(collide_##c##_##e##_##F)(                                     \
      FP(block) f, uint64_t mask, const struct FP(rates) *k, const SCALAR *next)                         \
  {                                                                                                      \
    FP(collide_block)(f, mask, k, next, c, e, F);                                                        \
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

/* Dense block -> the n values of each population, one after another. */
static size_t FP(pack)(SCALAR *to, FP(block) f, const struct FP(near) *own)
{
  for (int i = 0; i < LBM_Q; i++)
    for (int r = 0; r < 16; r++) {
      ROW v;
      memcpy(&v, f[i] + 4 * r, sizeof v);
      FP(row_compress)(to + (size_t)i * own->stride + own->offset[r], v, own->mask >> 4 * r & 15);
    }
  return LBM_Q * own->stride;
}

/* True when a rest population is out of (-1, 1) or not a number. */
static bool FP(broken)(const SCALAR rest[64])
{
  int good = 1;
  for (int n = 0; n < 64; n++)
    good &= rest[n] > -1 && rest[n] < 1;
  return !good;
}

SITE_FUNC size_t FP(step_layout)(const struct lbm_task *task, size_t begin, size_t end, const int layout, const bool stream)
{
  const struct lbm_geometry *g = task->geometry;
  const struct lbm_rates *r = &task->rates;
  const struct FP(rates) k = {(SCALAR)r->even, (SCALAR)r->odd, (SCALAR)r->e, (SCALAR)r->eps, (SCALAR)r->q,
                              (SCALAR)r->pi, (SCALAR)r->m,
                              {(SCALAR)r->force[0], (SCALAR)r->force[1], (SCALAR)r->force[2]}};
  FP(collider) *collide = FP(colliders)[task->collision][task->equilibrium][task->forced];
  FP(block) f[2] __attribute__((aligned(64)));
  SCALAR out[2][LBM_Q * 64 + 64] __attribute__((aligned(64)));
  struct FP(near) near[27];
  struct FP(waiting) waiting = {0};
  size_t bad = SIZE_MAX;
  memset(out, 0, sizeof out);
  for (size_t tile = begin; tile < end; tile++) {
    SCALAR(*now)[64] = f[tile & 1];
    const SCALAR *next = (const SCALAR *)task->from + g->base[tile + 1];
    bool full = FP(look_round)(near, g, task->from, tile, layout);
    if (task->mode == LBM_READ_WRITE)
      FP(own_only)(now, near + 13, layout);
    else if (full)
      FP(gather_all)(now, near, &waiting, stream, layout, true);
    else
      FP(gather_all)(now, near, &waiting, stream, layout, false);
    if (task->mode == LBM_STEP) {
      if (g->special_begin[tile] < g->special_begin[tile + 1])
        FP(close)(task, &k, tile, now);
      collide(now, near[13].mask, &k, next);
      if (bad == SIZE_MAX && FP(broken)(now[0]))
        bad = tile;
    }
    waiting = (struct FP(waiting)){(SCALAR *)task->to + g->base[tile], now[0],
                                   (g->base[tile + 1] - g->base[tile]) * sizeof(SCALAR)};
    if (layout == LBM_PACKED && near[13].mask != UINT64_MAX) {
      FP(pack)(out[tile & 1], now, near + 13);
      waiting.from = out[tile & 1];
    }
    if (task->mode == LBM_READ_WRITE)
      for (size_t part = 0; part < LBM_Q; part++)
        FP(store_part)(&waiting, part, stream);
  }
  for (size_t part = 0; part < LBM_Q; part++)
    FP(store_part)(&waiting, part, stream);
  stream_done();
  return bad;
}

static size_t FP(step_packed)(const struct lbm_task *task, size_t begin, size_t end)
{
  return task->stream ? FP(step_layout)(task, begin, end, LBM_PACKED, true)
                      : FP(step_layout)(task, begin, end, LBM_PACKED, false);
}
static size_t FP(step_t2c)(const struct lbm_task *task, size_t begin, size_t end)
{
  return task->stream ? FP(step_layout)(task, begin, end, LBM_T2C, true)
                      : FP(step_layout)(task, begin, end, LBM_T2C, false);
}
#undef SITE
#undef SITE_FUNC

/* The step of one precision and layout (SCALAR, LAYOUT): gather -> close -> collide -> store.
 *
 * One warp a tile, two nodes a thread: node n of the mask's low word (z = 0, 1) and node n + 32 of the high word.
 * Both have the same x and y, so that most of the arithmetic that finds their sources is shared. The masks and places
 * of the neighbourhood are staged in shared memory. Tiles with nodes of patches or with source lists, a few in a
 * hundred, are left to a second kernel. */
#include "cuda_place.cuh"

#define SITE(name) name
#define SITE_FUNC DEVICE
#define REAL SCALAR
#include "site.h"
#include "closure.h"
#undef REAL
#undef SITE
#undef SITE_FUNC

enum { PROPAGATE = LBM_COLLISIONS, READ_WRITE };

enum { WARPS = 4 }; /* of a block */

/* Blocks at a time on a multiprocessor. Where tiles have solid nodes more warps are needed to keep the memory busy; a
 * full domain gains more from registers. Beyond that it is what the collision allows without spilling. */
constexpr int blocks_of(int collision, bool dense)
{
  const bool fp64 = sizeof(SCALAR) == 8;
  return collision == LBM_MRT ? (fp64 ? 3 : 4) : collision == LBM_TRT || dense ? (fp64 ? 3 : 5) : fp64 ? 4 : 5;
}

/* ---- the neighbourhood ------------------------------------------------------- */

/* Places of the 27 that D3Q19 reads: not the corners. */
#define NEEDED 0x02EBFEBAu

struct neighbourhood {
  tile_info rows[27];
  tile_info columns[LAYOUT == LBM_PACKED ? 27 : 1];
};

/* By thread `lane` of 27. */
DEVICE tile_info find_neighbour(const lbm_cuda_domain &d, uint32_t tile, uint32_t lane)
{
  const int32_t t = NEEDED >> lane & 1 ? __ldg(d.near + (size_t)tile * LBM_CUDA_NEAR + lane) : -1;
  return t < 0 ? make_uint4(0, 0, 0, 0) : load_tile(d, t);
}

DEVICE void stage(neighbourhood &n, const tile_info &t, uint32_t lane)
{
  if (lane >= 27)
    return;
  n.rows[lane] = t;
  if (LAYOUT == LBM_PACKED)
    n.columns[lane] = turned(t);
}

/* ---- asking ahead ---------------------------------------------------------------- */

/* Into the L2 cache, a multiple of 16 bytes. */
DEVICE void ask(const void *from, uint32_t bytes)
{
#if __CUDA_ARCH__ >= 900
  asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(__cvta_generic_to_global(from)), "r"(bytes));
#endif
}

/* Begin and end of the populations of a tile that will be worked on a little later; asks for its neighbourhood. */
DEVICE uint2 look_ahead(const lbm_cuda_pass &p, uint32_t tile, uint32_t lane)
{
  if (lane == 0 && tile + p.near_ahead < p.domain.tiles)
    ask(p.domain.near + (size_t)(tile + p.near_ahead) * LBM_CUDA_NEAR, sizeof(int32_t) * LBM_CUDA_NEAR);
  if (lane || !p.ahead || tile + p.ahead + 1 >= p.domain.tiles)
    return make_uint2(0, 0);
  const lbm_cuda_tile *t = p.domain.tile + tile + p.ahead;
  return make_uint2(__ldg(&t[0].base), __ldg(&t[1].base));
}

DEVICE void ask_ahead(const lbm_cuda_pass &p, uint2 ahead)
{
  if (ahead.x < ahead.y)
    ask((const char *)p.from + (size_t)ahead.x * LBM_CUDA_ALIGN, (ahead.y - ahead.x) * LBM_CUDA_ALIGN);
}

/* ---- gathering two nodes: population i of a node is that of the node at -c_i ------------ */

/* LOW and HIGH are to read the sources of node `lane` and of node lane + 32: from which tile k of the neighbourhood,
 * which word of its mask, and which bit of that (at z = 0). Layers z = 0 and z = 3 of a tile have sources in other
 * tiles, the others in other words. */
#define GATHER_PAIR(i, cx, cy, cz, o, w)                                                        \
  {                                                                                             \
    const int x = (int)(lane & 3) - (cx), y = (int)(lane >> 2 & 3) - (cy), z = lane >> 4;       \
    const int k = 13 + (cx ? x >> 2 : 0) + 3 * (cy ? y >> 2 : 0);                               \
    const int bit = by_columns(i) ? 4 * (x & 3) + (y & 3) : (x & 3) + 4 * (y & 3);              \
    if (cz == 0) {                                                                              \
      LOW(i, o, k, false, bit + 16 * z);                                                        \
      HIGH(i, o, k, true, bit + 16 * z);                                                        \
    } else if (cz > 0) {                                                                        \
      LOW(i, o, z ? k : k - 9, !z, bit + (z ? 0 : 16));                                         \
      HIGH(i, o, k, z, bit + (z ? 0 : 16));                                                     \
    } else {                                                                                    \
      LOW(i, o, k, z, bit + (z ? 0 : 16));                                                      \
      HIGH(i, o, z ? k + 9 : k, !z, bit + (z ? 0 : 16));                                        \
    }                                                                                           \
  }

/* Where all of the neighbourhood is full. */
DEVICE SCALAR read_full(const SCALAR *from, const tile_info &t, int i, bool high, int bit)
{
  const int at = bit + (high ? 32 : 0);
  return read(from + 64 * i, t.z, LAYOUT == LBM_T2C ? lbm_slot(i, at) : at);
}

DEVICE void gather_full(const SCALAR *from, const neighbourhood &n, uint32_t lane, SCALAR f[2][LBM_Q])
{
#define LOW(i, o, k, high, bit) f[0][i] = read_full(from, n.rows[k], i, high, bit)
#define HIGH(i, o, k, high, bit) f[1][i] = read_full(from, n.rows[k], i, high, bit)
  LBM_D3Q19(GATHER_PAIR)
#undef LOW
#undef HIGH
}

/* Ranks of both nodes among those of their tile, by rows and by columns; 0 for solid nodes. */
struct ranks {
  uint32_t rows[2], columns[2];
};

DEVICE ranks ranks_of(const neighbourhood &n, uint32_t lane)
{
  ranks r = {};
  if (LAYOUT != LBM_PACKED)
    return r;
  const uint32_t turned_lane = lbm_slot_yxz(lane);
#pragma unroll
  for (int h = 0; h < 2; h++)
    if ((h ? n.rows[13].y : n.rows[13].x) >> lane & 1) {
      r.rows[h] = rank_of(n.rows[13], h, lane);
      r.columns[h] = rank_of(n.columns[13], h, turned_lane);
    }
  return r;
}

DEVICE uint32_t own_place(const tile_info &own, const ranks &r, int i, int half, uint32_t lane)
{
  if (LAYOUT == LBM_PACKED)
    return i * own.w + (by_columns(i) ? r.columns[half] : r.rows[half]);
  const int node = (int)lane + 32 * half;
  return 64 * i + (LAYOUT == LBM_T2C ? lbm_slot(i, node) : node);
}

/* Anywhere: what comes from a solid node is the opposite population of the node itself, at `back`. In
 * t2c threads of solid nodes (not live) read nothing: sectors that nobody needs would come too. In packed there are
 * hardly any, and a choice more costs more. */
DEVICE SCALAR read_any(bool live, const SCALAR *from, const tile_info &t, const tile_info &own, uint32_t back, int i, bool high,
                       int bit)
{
  const bool fluid = (high ? t.y : t.x) >> bit & 1;
  uint32_t place;
  if (LAYOUT == LBM_PACKED)
    place = i * t.w + rank_of(t, high, bit);
  else {
    const int at = bit + (high ? 32 : 0);
    place = 64 * i + (LAYOUT == LBM_T2C ? lbm_slot(i, at) : at);
  }
  return LAYOUT == LBM_PACKED || live ? read(from, fluid ? t.z : own.z, fluid ? place : back) : 0;
}

DEVICE void gather_any(const SCALAR *from, const neighbourhood &n, const ranks &r, uint32_t lane, SCALAR f[2][LBM_Q])
{
  const tile_info own = n.rows[13];
  const bool live[2] = {(bool)(own.x >> lane & 1), (bool)(own.y >> lane & 1)};
#define WAY(i) (by_columns(i) ? n.columns : n.rows)
#define LOW(i, o, k, high, bit) \
  f[0][i] = read_any(live[0], from, WAY(i)[k], own, own_place(own, r, o, 0, lane), i, high, bit)
#define HIGH(i, o, k, high, bit) \
  f[1][i] = read_any(live[1], from, WAY(i)[k], own, own_place(own, r, o, 1, lane), i, high, bit)
  LBM_D3Q19(GATHER_PAIR)
#undef LOW
#undef HIGH
#undef WAY
}

/* To measure: the nodes' own populations. */
DEVICE void gather_own(const SCALAR *from, const neighbourhood &n, const ranks &r, uint32_t lane, SCALAR f[2][LBM_Q])
{
  from += base_of(n.rows[13]);
#pragma unroll
  for (int h = 0; h < 2; h++)
#pragma unroll
    for (int i = 0; i < LBM_Q; i++)
      f[h][i] = __ldg(from + own_place(n.rows[13], r, i, h, lane));
}

/* ---- after that -------------------------------------------------------------------------- */

DEVICE void report_bad(const lbm_cuda_pass &p, uint32_t tile, uint32_t node, const SCALAR f[LBM_Q])
{
  if (!(f[0] > -1 && f[0] < 1))
    atomicMin(&p.watch->bad, (unsigned long long)p.watch->step[p.parity] << 38 | (unsigned long long)tile << 6 | node);
}

/* The next pass counts on; one thread of the grid. */
DEVICE void count_pass(const lbm_cuda_pass &p)
{
  if (blockIdx.x == 0 && threadIdx.x == 0)
    p.watch->step[!p.parity] = p.watch->step[p.parity] + 1;
}

/* ---- plain tiles -------------------------------------------------------------------------- */

template <int collision, int equilibrium, bool forced, int blocks>
__global__ void __launch_bounds__(32 * WARPS, blocks) step_tiles(const lbm_cuda_pass p, const struct rates k)
{
  __shared__ neighbourhood beside[WARPS];
  const uint32_t warp = threadIdx.x / 32, lane = threadIdx.x % 32, tile = blockIdx.x * WARPS + warp;
  count_pass(p);
  if (tile >= p.domain.tiles)
    return;
  neighbourhood &n = beside[warp];
  const tile_info neighbour = find_neighbour(p.domain, tile, lane);
  const uint2 ahead = look_ahead(p, tile, lane);
  stage(n, neighbour, lane);
  __syncwarp();
  const bool full = __all_sync(~0u, !(NEEDED >> lane & 1) || (neighbour.x & neighbour.y) == ~0u);
  const tile_info own = n.rows[13];
  if (!(own.x | own.y))
    return; /* a closed tile */
  const ranks r = ranks_of(n, lane);
  SCALAR f[2][LBM_Q];
  if (collision == READ_WRITE)
    gather_own((const SCALAR *)p.from, n, r, lane, f);
  else if (full)
    gather_full((const SCALAR *)p.from, n, lane, f);
  else
    gather_any((const SCALAR *)p.from, n, r, lane, f);
  ask_ahead(p, ahead);
  SCALAR *to = (SCALAR *)p.to + base_of(own);
#pragma unroll
  for (int h = 0; h < 2; h++) {
    if (!((h ? own.y : own.x) >> lane & 1))
      continue;
    if constexpr (collision < LBM_COLLISIONS) {
      collide(f[h], &k, collision, equilibrium, forced);
      report_bad(p, tile, lane + 32 * h, f[h]);
    }
#pragma unroll
    for (int i = 0; i < LBM_Q; i++)
      to[own_place(own, r, i, h, lane)] = f[h][i];
  }
}

/* ---- tiles with nodes of patches, or with source lists ---------------------------------------- */

DEVICE two_ways ways_of(const neighbourhood &n, int k)
{
  return {n.rows[k], n.columns[LAYOUT == LBM_PACKED ? k : 0]};
}

DEVICE void gather_one(const SCALAR *from, const neighbourhood &n, uint32_t node, SCALAR f[LBM_Q])
{
  const int x = node & 3, y = node >> 2 & 3, z = node >> 4;
#define GATHER(i, cx, cy, cz, o, w)                                                                           \
  {                                                                                                           \
    const int sx = x - (cx), sy = y - (cy), sz = z - (cz), there = (sx & 3) + 4 * (sy & 3) + 16 * (sz & 3);   \
    const two_ways t = ways_of(n, 13 + (sx >> 2) + 3 * (sy >> 2) + 9 * (sz >> 2));                            \
    const bool fluid = (there >= 32 ? t.rows.y : t.rows.x) >> (there & 31) & 1;                               \
    const two_ways at = fluid ? t : ways_of(n, 13);                                                           \
    f[i] = __ldg(from + base_of(at.rows) + (fluid ? place_of(t, i, there) : place_of(at, o, node)));          \
  }
  LBM_D3Q19(GATHER)
#undef GATHER
}

DEVICE void gather_listed(const SCALAR *from, const int32_t *source, uint32_t columns, const two_ways &own,
                          uint32_t node, SCALAR f[LBM_Q])
{
  source += LAYOUT == LBM_PACKED ? rank_of(own.rows, node >= 32, node & 31) : node;
  from += base_of(own.rows);
  f[0] = __ldg(from + place_of(own, 0, node));
#pragma unroll
  for (int i = 1; i < LBM_Q; i++)
    f[i] = __ldg(from + __ldg(source + (size_t)(i - 1) * columns));
}

DEVICE void close_node(SCALAR f[LBM_Q], const lbm_special s, const lbm_condition *condition, const struct rates &k,
                       int equilibrium)
{
  const lbm_condition *at = condition + s.patch;
  const SCALAR u[3] = {(SCALAR)at->velocity[0], (SCALAR)at->velocity[1], (SCALAR)at->velocity[2]};
  if (s.kind == LBM_MOVING) {
    close_wall(f, s.links, u);
    return;
  }
  switch (2 * s.axis + s.outward) {
#define PLANE(axis)                                               \
  case 2 * axis:                                                  \
    close_plane(f, s.links, axis, 1, at, &k, equilibrium);        \
    break;                                                        \
  case 2 * axis + 1:                                              \
    close_plane(f, s.links, axis, -1, at, &k, equilibrium);       \
    break;
    PLANE(0) PLANE(1) PLANE(2)
#undef PLANE
  }
}

/* The rare choices are made here, so that there is one such kernel per collision. */
template <int collision>
DEVICE void collide_as(SCALAR f[LBM_Q], const struct rates &k, int equilibrium, int forced)
{
  if (equilibrium == LBM_QUASI)
    forced ? collide(f, &k, collision, LBM_QUASI, true) : collide(f, &k, collision, LBM_QUASI, false);
  else
    forced ? collide(f, &k, collision, LBM_INCOMPRESSIBLE, true) : collide(f, &k, collision, LBM_INCOMPRESSIBLE, false);
}

/* 64 threads, one a node. */
template <int collision>
__global__ void __launch_bounds__(64) step_closed(const lbm_cuda_pass p, const struct rates k)
{
  __shared__ neighbourhood n;
  const lbm_cuda_closed &c = p.domain.closed[blockIdx.x];
  const uint32_t node = threadIdx.x;
  if (node < 27)
    stage(n, node == 13 ? load_tile(p.domain, c.tile) : find_neighbour(p.domain, c.tile, node), node);
  __syncthreads();
  const two_ways own = ways_of(n, 13);
  if (!((node < 32 ? own.rows.x : own.rows.y) >> (node & 31) & 1))
    return;
  SCALAR f[LBM_Q];
  const SCALAR *from = (const SCALAR *)p.from;
  if (collision == READ_WRITE)
#pragma unroll
    for (int i = 0; i < LBM_Q; i++)
      f[i] = __ldg(from + base_of(own.rows) + place_of(own, i, node));
  else if (c.columns)
    gather_listed(from, p.domain.source + c.list, c.columns, own, node, f);
  else
    gather_one(from, n, node, f);
  if constexpr (collision < LBM_COLLISIONS) {
    for (uint32_t s = c.first[node]; s < c.first[node + 1]; s++)
      close_node(f, p.domain.special[c.special + s], p.condition, k, p.equilibrium);
    collide_as<collision>(f, k, p.equilibrium, p.forced);
    report_bad(p, c.tile, node, f);
  }
#pragma unroll
  for (int i = 0; i < LBM_Q; i++)
    ((SCALAR *)p.to)[base_of(own.rows) + place_of(own, i, node)] = f[i];
}

/* ---- launches --------------------------------------------------------------------------------- */

typedef void kernel(const lbm_cuda_pass p, const struct rates k);
#define BLOCKS(c, e, f) {step_tiles<c, e, f, blocks_of(c, false)>, step_tiles<c, e, f, blocks_of(c, true)>}
#define KERNELS(c) {{BLOCKS(c, 0, false), BLOCKS(c, 0, true)}, {BLOCKS(c, 1, false), BLOCKS(c, 1, true)}}
static kernel *const step_kernels[LBM_COLLISIONS][LBM_EQUILIBRIA][2][2] = {KERNELS(0), KERNELS(1), KERNELS(2)};
#undef KERNELS
#undef BLOCKS
static kernel *const closed_kernels[LBM_COLLISIONS] = {step_closed<0>, step_closed<1>, step_closed<2>};

static cudaError_t launch_pass(const struct lbm_cuda_pass *p, cudaStream_t stream)
{
  const struct lbm_rates &r = p->rates;
  const struct rates k = {(SCALAR)r.even, (SCALAR)r.odd, (SCALAR)r.e, (SCALAR)r.eps, (SCALAR)r.q, (SCALAR)r.pi,
                          (SCALAR)r.m, {(SCALAR)r.force[0], (SCALAR)r.force[1], (SCALAR)r.force[2]}};
  kernel *step = p->mode == LBM_STEP        ? step_kernels[p->collision][p->equilibrium][p->forced][p->dense]
                 : p->mode == LBM_PROPAGATE ? (kernel *)step_tiles<PROPAGATE, 0, false, 4>
                                            : (kernel *)step_tiles<READ_WRITE, 0, false, 4>;
  kernel *closed = p->mode == LBM_STEP        ? closed_kernels[p->collision]
                   : p->mode == LBM_PROPAGATE ? (kernel *)step_closed<PROPAGATE>
                                              : (kernel *)step_closed<READ_WRITE>;
  if (p->domain.closed_tiles)
    closed<<<p->domain.closed_tiles, 64, 0, stream>>>(*p, k);
  step<<<(p->domain.tiles + WARPS - 1) / WARPS, 32 * WARPS, 0, stream>>>(*p, k);
  return cudaGetLastError();
}

static cudaError_t usable(void)
{
  cudaFuncAttributes a;
  return cudaFuncGetAttributes(&a, step_kernels[0][0][0][0]);
}

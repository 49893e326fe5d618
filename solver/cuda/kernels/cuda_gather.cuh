// SPDX-License-Identifier: BSD-3-Clause
/* Gathers the populations that stream into the nodes of a tile, with one warp. A thread has two nodes with the same x
 * and y, so that they share most of the arithmetic that finds their sources. */
#ifndef CUDA_GATHER_CUH
#define CUDA_GATHER_CUH

#include "cuda_offset.cuh"
#include "cuda_in_place.cuh"

/* ---- the neighbourhood ------------------------------------------------------- */

/* Bits of the tiles of a neighbourhood of 27 that D3Q19 reads: all but the corners. */
#define NEEDED 0x02EBFEBAu

struct neighbourhood {
  tile_masks tile[27];
};

/* Loads neighbour `lane` of a tile, lane < 27. A neighbour that does not exist is empty. */
DEVICE uint4 find_neighbour(const lbm_cuda_domain &d, uint32_t tile, uint32_t lane)
{
  const int32_t t = NEEDED >> lane & 1 ? __ldg(d.near + (size_t)tile * LBM_CUDA_NEAR + lane) : -1;
  return t < 0 ? make_uint4(0, 0, 0, 0) : load_tile(d, t);
}

/* Returns the number of the tile of a row of `near`. */
DEVICE uint32_t number_of(const lbm_cuda_domain &d, uint32_t row)
{
  return __ldg(d.near + (size_t)row * LBM_CUDA_NEAR + LBM_CUDA_NEAR - 1);
}

/* ---- prefetching ---------------------------------------------------------------- */

/* Prefetches into the L2 cache (sm_90). from and bytes are multiples of 16. */
DEVICE void ask(const void *from, uint32_t bytes)
{
#if __CUDA_ARCH__ >= 900
  asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(__cvta_generic_to_global(from)), "r"(bytes));
#endif
}

/* A warp waits for its row of `near` before it can load anything else; therefore the row of the tile that lies so far
 * ahead is prefetched. */
enum { NEIGHBOURS_AHEAD = 1500 };

template <bool in_place> DEVICE void prefetch_neighbourhood(const lbm_cuda_step &p, uint32_t turn, uint32_t lane)
{
  if (lane == 0 && turn + NEIGHBOURS_AHEAD < p.domain.tiles)
    ask(p.domain.near + (size_t)row_of<in_place>(p, turn + NEIGHBOURS_AHEAD) * LBM_CUDA_NEAR,
        sizeof(int32_t) * LBM_CUDA_NEAR);
}

/* ---- the two nodes of a thread --------------------------------------------------------- */

struct position {
  int x, y, z; /* of the first node; the second is at z + layout::apart */
};

DEVICE position position_of_lane(uint32_t lane)
{
  return {(int)(lane & 3), (int)(lane >> 2 & 3), (int)(lane >> 4) * (layout::apart == 1 ? 2 : 1)};
}

DEVICE uint32_t node_of(const position &n, int which)
{
  return n.x + 4 * n.y + 16 * (n.z + layout::apart * which);
}

/* Ranks of one of the two nodes among the nodes of the tile, in every order. Those of a solid node are undefined. */
struct ranks {
  uint32_t rank[layout::orders];
};

DEVICE ranks ranks_of(const tile_masks &own, const position &n, int which)
{
  ranks r = {};
  if (layout::ranked)
#pragma unroll
    for (int o = 0; o < layout::orders; o++) {
      const int bit = lbm_bit((enum lbm_order)o, n.x, n.y, n.z + layout::apart * which);
      r.rank[o] = rank_in(own.half[o][bit >> 5], bit & 31);
    }
  return r;
}

/* Returns the offset of population i of a node in its own tile, which has that stride. */
DEVICE uint32_t own_offset(uint32_t stride, const ranks &r, int i, const position &n, int which)
{
  return layout::ranked ? i * stride + r.rank[layout::order_of(i)]
                        : full_offset(i, n.x, n.y, n.z + layout::apart * which);
}

/* ---- gathering: population i of a node comes from the node at -c_i ------------------------ */

/* READ(i, o, x, y, k, z, k', z') reads population i of both nodes. Both sources are at x, y of their tiles; the first
 * is at z of tile k of the neighbourhood, the second at z' of tile k'. */
#define GATHER_PAIR(i, cx, cy, cz, o, w)                                                   \
  {                                                                                        \
    const int sx = at.x - (cx), sy = at.y - (cy);                                          \
    const int k = TILE_WAY(cx ? sx >> 2 : 0, cy ? sy >> 2 : 0, 0), x = sx & 3, y = sy & 3; \
    if (cz == 0) {                                                                         \
      READ(i, o, x, y, k, at.z, k, at.z + layout::apart);                                  \
    } else if (cz > 0) {                                                                   \
      READ(i, o, x, y, at.z ? k : k - 9, at.z + 3 & 3, k, at.z + layout::apart - 1);       \
    } else {                                                                               \
      READ(i, o, x, y, k, at.z + 1, at.z ? k + 9 : k, at.z + layout::apart + 1 & 3);       \
    }                                                                                      \
  }

/* Read one value, given the base of its tile and its offset there, or two values side by side. */
DEVICE SCALAR read(const STORE *from, uint32_t base, uint32_t offset)
{
  return (SCALAR)widen(__ldg(from + (size_t)base * UNIT + offset));
}

DEVICE double2 read_two(const double *from)
{
  return __ldg((const double2 *)from);
}

DEVICE float2 read_two(const float *from)
{
  return __ldg((const float2 *)from);
}

DEVICE ushort2 read_two(const lbm_half *from)
{
  return __ldg((const ushort2 *)from);
}

/* All tiles of the neighbourhood are full. */
DEVICE void gather_full(const STORE *from, const neighbourhood &n, const position &at, SCALAR f[2][LBM_Q])
{
#define BASE(k) n.tile[k].half[0][0].z
#define READ(i, o, x, y, k, z, k_, z_)                                                  \
  if (paired(i)) {                                                                      \
    const auto two = read_two(from + (size_t)BASE(k) * UNIT + full_offset(i, x, y, z)); \
    f[0][i] = (SCALAR)widen(two.x), f[1][i] = (SCALAR)widen(two.y);                     \
  } else {                                                                              \
    f[0][i] = read(from, BASE(k), full_offset(i, x, y, z));                             \
    f[1][i] = read(from, BASE(k_), full_offset(i, x, y, z_));                           \
  }
  LBM_D3Q19(GATHER_PAIR)
#undef READ
#undef BASE
}

/* The neighbourhood has solid nodes. A population that bounces back is the opposite one of the node itself, at offset
 * `back`. Unless layout::all_read, threads of solid nodes (not live) read nothing, as they would load sectors that no
 * thread needs. */
DEVICE SCALAR read_any(bool live, const STORE *from, const tile_masks &t, const half_mask &own, uint32_t back, int i,
                       int x, int y, int z)
{
  const int o = layout::order_of(i), bit = lbm_bit(layout::order_of(i), x, y, z);
  const half_mask half = t.half[o][bit >> 5];
  const bool fluid = half.x >> (bit & 31) & 1;
  const uint32_t offset = layout::ranked ? i * half.w + rank_in(half, bit & 31) : full_offset(i, x, y, z);
  return layout::all_read || live ? read(from, fluid ? half.z : own.z, fluid ? offset : back) : 0;
}

DEVICE void gather_any(const STORE *from, const neighbourhood &n, const position &at, SCALAR f[2][LBM_Q])
{
  const tile_masks &self = n.tile[LBM_SELF];
  const half_mask own = self.half[0][0];
  const bool live[2] = {is_fluid(self, node_of(at, 0)), is_fluid(self, node_of(at, 1))};
  const ranks r[2] = {ranks_of(self, at, 0), ranks_of(self, at, 1)};
#define READ(i, o, x, y, k, z, k_, z_)                                                              \
  f[0][i] = read_any(live[0], from, n.tile[k], own, own_offset(own.w, r[0], o, at, 0), i, x, y, z); \
  f[1][i] = read_any(live[1], from, n.tile[k_], own, own_offset(own.w, r[1], o, at, 1), i, x, y, z_)
  LBM_D3Q19(GATHER_PAIR)
#undef READ
}

/* Gathers the nodes' own populations, to measure the cost of reading and writing alone. */
DEVICE void gather_own(const STORE *from, const tile_masks &self, const position &at, SCALAR f[2][LBM_Q])
{
  const half_mask own = self.half[0][0];
  const ranks r[2] = {ranks_of(self, at, 0), ranks_of(self, at, 1)};
  from += base_of(own);
#pragma unroll
  for (int i = 0; i < LBM_Q; i++)
    if (own.w == 64 && paired(i)) {
      const auto two = read_two(from + full_offset(i, at.x, at.y, at.z));
      f[0][i] = (SCALAR)widen(two.x), f[1][i] = (SCALAR)widen(two.y);
    } else
      for (int h = 0; h < 2; h++)
        f[h][i] = (SCALAR)widen(__ldg(from + own_offset(own.w, r[h], i, at, h)));
}

#endif

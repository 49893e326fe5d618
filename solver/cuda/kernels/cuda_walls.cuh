// SPDX-License-Identifier: BSD-3-Clause
/* Interpolated walls in a tile that a warp updates. The cut links of the tile are copied to shared memory while the
 * populations are gathered. There one thread per link marks the link at its node, and finds its share, kappa or
 * lambda (wall_links.h). rule: enum lbm_walls, the same for all links: one kernel has both rules, and each is a loop of its own,
 * so that a link costs as much as if there were but one. */
#ifndef CUDA_WALLS_CUH
#define CUDA_WALLS_CUH

#include "cuda_gather.cuh"

#include <cuda_pipeline_primitives.h>

template <bool walls> struct tile_cuts {
};

template <> struct alignas(16) tile_cuts<true> {
  /* First each struct lbm_wall_link, copied from a multiple of four in memory on; then the share of each, as bits. */
  uint32_t link[LBM_CUDA_CUTS + 4];
  uint32_t node[64]; /* for each column its cut links, and 2^20 times the number of the first of them in the tile */
};

/* The tile has `count` cut links, the first of which is tile_cuts.link[skip]. */
struct cut_run {
  uint32_t skip, count;
};

/* Starts to copy the cut links of the tile at a row of d.near; count_cuts waits for them. A tile that has too many for
 * this kernel has none here, and another kernel updates it. */
DEVICE cut_run fetch_cuts(tile_cuts<true> &cuts, const lbm_cuda_domain &d, uint32_t place, uint32_t lane)
{
  const int32_t tile = d.listed ? __ldg(d.near + (size_t)place * LBM_CUDA_NEAR + LBM_SELF) : (int32_t)(d.begin + place);
  if (tile < 0)
    return {0, 0};
  const uint64_t begin = __ldg(d.wall_link_begin + tile);
  const cut_run run = {(uint32_t)begin & 3, (uint32_t)(__ldg(d.wall_link_begin + tile + 1) - begin)};
  if (run.count == 0 || run.count > LBM_CUDA_CUTS)
    return {0, 0};
  for (uint32_t c = 4 * lane; c < run.skip + run.count; c += 4 * 32)
    __pipeline_memcpy_async(cuts.link + c, d.wall_link + (begin - run.skip) + c, 16);
  __pipeline_commit();
  cuts.node[lane] = cuts.node[lane + 32] = 0;
  return run;
}

/* A share as bits: the upper half of a double, or a float. */
DEVICE uint32_t bits_of(float share)
{
  return sizeof(SCALAR) == 8 ? __double2hiint(share) : __float_as_uint(share);
}

DEVICE SCALAR share_from(uint32_t bits)
{
  return sizeof(SCALAR) == 8 ? (SCALAR)__hiloint2double((int)bits, 0) : (SCALAR)__uint_as_float(bits);
}

/* Waits for the cut links, marks them at their nodes, and replaces them by their share. */
DEVICE void count_cuts(tile_cuts<true> &cuts, const cut_run &run, int rule, uint32_t lane)
{
  uint32_t last = 64;
  __pipeline_wait_prior(0);
  __syncwarp();
  for (uint32_t n = lane; n - lane < run.count; n += 32) {
    const lbm_wall_link cut = cut_of(n < run.count ? cuts.link[run.skip + n] : 0);
    const uint32_t column = LBM_WALL_LINK_COLUMN(cut.at), before = __shfl_up_sync(~0u, column, 1);
    const bool first = column != (lane ? before : last);
    last = __shfl_sync(~0u, column, 31);
    if (n < run.count) {
      cuts.link[run.skip + n] = bits_of(factor_of(rule, cut.q));
      atomicOr(cuts.node + column, 1u << LBM_WALL_LINK_LINK(cut.at) | (first ? n << 20 : 0));
    }
  }
  __syncwarp();
}

DEVICE void close_links(SCALAR f[LBM_Q], const tile_cuts<true> &cuts, const cut_run &run, int rule, uint32_t column)
{
  const uint32_t links = cuts.node[column], *link = cuts.link + run.skip + (links >> 20);
  LBM_CLOSE_WALL_LINKS(rule, share_from(*link++));
}

DEVICE void store_links(SCALAR f[LBM_Q], const tile_cuts<true> &cuts, const cut_run &run, int rule, uint32_t column)
{
  const uint32_t links = cuts.node[column], *link = cuts.link + run.skip + (links >> 20);
  LBM_STORE_WALL_LINKS(rule, share_from(*link++));
}

#endif

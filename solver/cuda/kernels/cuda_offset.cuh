// SPDX-License-Identifier: BSD-3-Clause
/* Finds where a population lies, for values of type STORE in the layout of the cuda_layout_*.cuh file that was included
 * before. */
#ifndef CUDA_OFFSET_CUH
#define CUDA_OFFSET_CUH

#include "arrangement.h"
#include "cuda_kernels.h"
#include "cuda_value.cuh"

#define UNIT (LBM_CUDA_ALIGN / sizeof(STORE))

/* Half the mask of a tile in one order, with the data that find a population, so that one load of 16 bytes gets them.
 * x: the half mask; y: the number of non-solid nodes before it; z, w: base and stride as in struct lbm_cuda_tile. */
typedef uint4 half_mask;

/* Both halves of a mask, in all orders that the layout needs. */
struct tile_masks {
  half_mask half[layout::orders][2];
};

/* Loads a struct lbm_cuda_tile as it lies in memory. */
DEVICE uint4 load_tile(const lbm_cuda_domain &d, int32_t tile)
{
  return __ldg((const uint4 *)d.tile + tile);
}

DEVICE void set_masks(tile_masks &m, const uint4 &t)
{
  uint64_t mask = (uint64_t)t.y << 32 | t.x;
#pragma unroll
  for (int o = 0; o < layout::orders; o++) {
    m.half[o][0] = make_uint4((uint32_t)mask, 0, t.z, t.w);
    m.half[o][1] = make_uint4((uint32_t)(mask >> 32), __popc((uint32_t)mask), t.z, t.w);
    mask = lbm_next_order(mask);
  }
}

/* Returns the place of the first value of a tile. */
DEVICE size_t base_of(const half_mask &h)
{
  return (size_t)h.z * UNIT;
}

/* Returns the number of non-solid nodes of the tile before the node of a bit of the half mask. */
DEVICE uint32_t rank_in(const half_mask &h, int bit)
{
  return h.y + __popc(h.x & ((1u << bit) - 1));
}

/* Returns the offset of population i in a tile that stores 64 values of each population. */
DEVICE int full_offset(int i, int x, int y, int z)
{
  return 64 * i + layout::slot(i, x, y, z);
}

/* Do the values of the two nodes of a thread lie side by side in such a tile? */
DEVICE bool paired(int i)
{
  return layout::order_of(i) == LBM_ZXY;
}

DEVICE const half_mask &half_of(const tile_masks &m, int order, int bit)
{
  return bit & 32 ? m.half[order][1] : m.half[order][0];
}

/* Is the node non-solid? */
DEVICE bool is_fluid(const tile_masks &m, int node)
{
  return half_of(m, LBM_XYZ, node).x >> (node & 31) & 1;
}

/* Returns the offset of population i of a non-solid node in its tile. */
DEVICE uint32_t place_of(const tile_masks &m, int i, int node)
{
  const int x = node & 3, y = node >> 2 & 3, z = node >> 4;
  if (!layout::ranked)
    return full_offset(i, x, y, z);
  const int o = layout::order_of(i), bit = lbm_bit(layout::order_of(i), x, y, z);
  return i * m.half[o][0].w + rank_in(half_of(m, o, bit), bit & 31);
}

/* The links of a node that interpolated walls cut, and their entries, in the order of links. */
struct node_cuts {
  const lbm_wall_link *wall_link;
  uint32_t links;
};

DEVICE lbm_wall_link cut_of(uint32_t both)
{
  return {(uint16_t)both, (uint16_t)(both >> 16)};
}

DEVICE lbm_wall_link load_cut(const lbm_cuda_domain &d, uint64_t n)
{
  return cut_of(__ldg((const uint32_t *)d.wall_link + n));
}

/* Finds the entries of a node by bisection. */
DEVICE node_cuts cuts_of(const lbm_cuda_domain &d, uint32_t tile, const tile_masks &own, int node)
{
  node_cuts c = {d.wall_link, 0};
  if (!d.wall_link_begin)
    return c;
  const int column = layout::ranked ? rank_in(own.half[0][node >> 5], node & 31) : node;
  uint64_t begin = __ldg(d.wall_link_begin + tile), end = __ldg(d.wall_link_begin + tile + 1);
  const uint64_t all = end;
  while (begin < end) {
    const uint64_t middle = begin + (end - begin) / 2;
    if (LBM_WALL_LINK_COLUMN(load_cut(d, middle).at) < column)
      begin = middle + 1;
    else
      end = middle;
  }
  c.wall_link += begin;
  for (; begin < all; begin++) {
    const uint32_t at = load_cut(d, begin).at;
    if (LBM_WALL_LINK_COLUMN(at) != column)
      break;
    c.links |= 1u << LBM_WALL_LINK_LINK(at);
  }
  return c;
}

#endif

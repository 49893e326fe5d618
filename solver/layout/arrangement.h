/* SPDX-License-Identifier: BSD-3-Clause */
/* The places of the nodes in the block of values of one population of a tile, for C and CUDA. A population that crosses
 * a face of its tile is read from another tile. The arrangements let these values fill whole sectors of memory, also in
 * domains with solid nodes: the values that cross a face lie together. Those of t2c are the ones of Tomczak & Szafran
 * 2018 (eq. 11 to 13, for blocks of 64). */
#ifndef ARRANGEMENT_H
#define ARRANGEMENT_H

#include "lattice.h"
#include "physics.h"
#include "tile_domain.h"

#include <stdint.h>

#ifdef __CUDACC__
#define LBM_ARRANGEMENT static __device__ __forceinline__
#else
#define LBM_ARRANGEMENT static inline
#endif

/* In the neighbourhood of a tile (TILE_WAYS) the middle one is the tile itself. */
#define LBM_SELF TILE_WAY(0, 0, 0)

/* The tile of the neighbourhood that has the node x, y, z, in coordinates of the middle tile, -1 ... 4. The shifts are
 * arithmetic. */
LBM_ARRANGEMENT int lbm_way(int x, int y, int z)
{
  return TILE_WAY(x >> 2, y >> 2, z >> 2);
}

/* The number of that node in that tile. */
LBM_ARRANGEMENT int lbm_node(int x, int y, int z)
{
  return (x & 3) + 4 * (y & 3) + 16 * (z & 3);
}

/* The arrangement YXZ: y varies fastest. */
LBM_ARRANGEMENT int lbm_slot_yxz(int node)
{
  return (node & 48) | (node & 3) << 2 | (node >> 2 & 3);
}

/* The arrangement zigzagNE: along the diagonals, with layers in pairs. */
LBM_ARRANGEMENT int lbm_slot_zigzag(int node)
{
  int x = node & 3, y = node >> 2 & 3, z = node >> 4;
  return 2 * (x + 3 * y + ((x + 1) & 4) * (3 - y)) + (z & 1) + 16 * (z & 2);
}

/* The place of a node in the block of population i, layout t2c: NE and SE zigzag, E W NW SW ET EB WT WB YXZ, all others
 * x fastest. */
LBM_ARRANGEMENT int lbm_slot(int i, int node)
{
  return i == 7 || i == 9                                     ? lbm_slot_zigzag(node)
         : i == 1 || i == 2 || i == 8 || (i >= 10 && i <= 14) ? lbm_slot_yxz(node)
                                                              : node;
}

/* Layout packed: the axes in the order in which the numbers of nodes vary, the fastest first. */
enum lbm_order { LBM_XYZ, LBM_YZX, LBM_ZXY, LBM_ORDERS };

/* The slowest axis is one along which the population moves: z if possible, so that all values that cross faces normal
 * to z lie together. In a sweep layer by layer (in_place.h) the tiles above and below are the farthest ones. */
LBM_ARRANGEMENT enum lbm_order lbm_order(int i)
{
  return i == 1 || i == 2                          ? LBM_YZX  /* E W */
         : i == 3 || i == 4 || (i >= 7 && i <= 10) ? LBM_ZXY  /* N S, NE NW SE SW */
                                                   : LBM_XYZ; /* T B, ET EB WT WB, NT NB ST SB */
}

/* The bit of a node in a mask of that order. */
LBM_ARRANGEMENT int lbm_bit(enum lbm_order order, int x, int y, int z)
{
  return order == LBM_YZX ? y + 4 * z + 16 * x : order == LBM_ZXY ? z + 4 * x + 16 * y : x + 4 * y + 16 * z;
}

LBM_ARRANGEMENT uint64_t lbm_swap_bits(uint64_t mask, uint64_t which, int distance)
{
  const uint64_t swap = (mask ^ mask >> distance) & which;
  return mask ^ (swap | swap << distance);
}

/* A mask in the next order: from XYZ to YZX, or from that to ZXY. It swaps x and y of the nodes, then x and z. */
LBM_ARRANGEMENT uint64_t lbm_next_order(uint64_t mask)
{
  mask = lbm_swap_bits(mask, 0x0A0A0A0A0A0A0A0A, 3);
  mask = lbm_swap_bits(mask, 0x00CC00CC00CC00CC, 6);
  mask = lbm_swap_bits(mask, 0x0000F0F00000F0F0, 12);
  return lbm_swap_bits(mask, 0x00000000FF00FF00, 24);
}

#endif

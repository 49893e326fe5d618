/* Where a node lies in the block of values that a tile has of population i.
 * A population comes from another tile where it crosses a face of its own. Whole
 * sectors of the memory cross with it when no row that crosses lies along it, and
 * few are cut in domains with solid nodes when all that crosses lies together. For
 * t2c as in Tomczak & Szafran 2018 (eq. 11-13, for blocks of 64). C and CUDA. */
#ifndef ARRANGEMENT_H
#define ARRANGEMENT_H

#include "lattice.h"
#include "physics.h"
#include "tile.h"

#include <stdint.h>

#ifdef __CUDACC__
#define LBM_ARRANGEMENT static __device__ __forceinline__
#else
#define LBM_ARRANGEMENT static inline
#endif

/* Of the tiles of a neighbourhood (TILE_WAYS) the middle one is the tile itself. */
#define LBM_SELF TILE_WAY(0, 0, 0)

/* The one that holds a node at x, y, z of the middle one, -1 to 4: the shifts are arithmetic. */
LBM_ARRANGEMENT int lbm_way(int x, int y, int z)
{
  return TILE_WAY(x >> 2, y >> 2, z >> 2);
}

/* And the number of that node in it. */
LBM_ARRANGEMENT int lbm_node(int x, int y, int z)
{
  return (x & 3) + 4 * (y & 3) + 16 * (z & 3);
}

/* YXZ: columns along y. */
LBM_ARRANGEMENT int lbm_slot_yxz(int node)
{
  return (node & 48) | (node & 3) << 2 | (node >> 2 & 3);
}

/* zigzagNE: along the diagonal; layers in pairs. */
LBM_ARRANGEMENT int lbm_slot_zigzag(int node)
{
  int x = node & 3, y = node >> 2 & 3, z = node >> 4;
  return 2 * (x + 3 * y + ((x + 1) & 4) * (3 - y)) + (z & 1) + 16 * (z & 2);
}

/* NE and SE zigzag; E W NW SW ET EB WT WB by columns; the rest by rows. */
LBM_ARRANGEMENT int lbm_slot(int i, int node)
{
  return i == 7 || i == 9                                     ? lbm_slot_zigzag(node)
         : i == 1 || i == 2 || i == 8 || (i >= 10 && i <= 14) ? lbm_slot_yxz(node)
                                                              : node;
}

/* Layout packed: nodes are counted along one axis, then the next, then the last (x, y, z; y, z, x; z, x, y). */
enum lbm_order { LBM_XYZ, LBM_YZX, LBM_ZXY, LBM_ORDERS };

/* Last along an axis that the population moves along: z where it can be, so that all that crosses faces of z lies together. Where a
 * domain is swept layer by layer (in_place.h), the tiles above and below are far away. */
LBM_ARRANGEMENT enum lbm_order lbm_order(int i)
{
  return i == 1 || i == 2                          ? LBM_YZX  /* E W */
         : i == 3 || i == 4 || (i >= 7 && i <= 10) ? LBM_ZXY  /* N S, NE NW SE SW */
                                                   : LBM_XYZ; /* T B, ET EB WT WB, NT NB ST SB */
}

/* Bit of a node in a mask of that order. */
LBM_ARRANGEMENT int lbm_bit(enum lbm_order order, int x, int y, int z)
{
  return order == LBM_YZX ? y + 4 * z + 16 * x : order == LBM_ZXY ? z + 4 * x + 16 * y : x + 4 * y + 16 * z;
}

LBM_ARRANGEMENT uint64_t lbm_swap_bits(uint64_t mask, uint64_t which, int distance)
{
  const uint64_t swap = (mask ^ mask >> distance) & which;
  return mask ^ (swap | swap << distance);
}

/* A mask of the next order: from x, y, z to y, z, x, from that to z, x, y. Swaps x and y of the nodes, then x and z. */
LBM_ARRANGEMENT uint64_t lbm_next_order(uint64_t mask)
{
  mask = lbm_swap_bits(mask, 0x0A0A0A0A0A0A0A0A, 3);
  mask = lbm_swap_bits(mask, 0x00CC00CC00CC00CC, 6);
  mask = lbm_swap_bits(mask, 0x0000F0F00000F0F0, 12);
  return lbm_swap_bits(mask, 0x00000000FF00FF00, 24);
}

#endif

/* Where a node lies in the block of values that a tile has of population i
 * (Tomczak & Szafran 2018, eq. 11-13, for blocks of 64). Rows along x (XYZ) suit
 * populations that do not move along x; the others lie better by columns, so
 * that what crosses an x face lies together. C and CUDA. */
#ifndef ARRANGEMENT_H
#define ARRANGEMENT_H

#include "lattice.h"
#include "physics.h"

#ifdef __CUDACC__
#define LBM_ARRANGEMENT static __device__ __forceinline__
#else
#define LBM_ARRANGEMENT static inline
#endif

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
  return i == 7 || i == 9                                      ? lbm_slot_zigzag(node)
         : i == 1 || i == 2 || i == 8 || (i >= 10 && i <= 14) ? lbm_slot_yxz(node)
                                                               : node;
}

/* Layout packed, where it is arranged: E W ET EB WT WB by columns; the rest by rows. */
LBM_ARRANGEMENT bool lbm_by_columns(int i)
{
  return i == 1 || i == 2 || (i >= 11 && i <= 14);
}

#endif

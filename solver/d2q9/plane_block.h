/* SPDX-License-Identifier: BSD-3-Clause */
/* The data of a block of nodes that a time step of D2Q9 uses, for C and CUDA. */
#ifndef PLANE_BLOCK_H
#define PLANE_BLOCK_H

#include "lattice.h"

#include <stdint.h>

/* Bytes on a GPU for each tile of the domain: the index of its first node, and its sums. */
enum { LBM_CUDA_PLANE_TILE = 56 };
enum { LBM_PLANE_EDGE = 16, LBM_PLANE_NODES = LBM_PLANE_EDGE * LBM_PLANE_EDGE };

/* A block of nodes. The last blocks along an axis may be narrower than the others, so that the last column and row are
 * stated: beyond them the nodes of the next block follow, across a periodic seam too. */
struct lbm_plane_block {
  int32_t near[9];                /* block dx, dy away at 3 (1 + dy) + 1 + dx; the block itself if there is none */
  uint8_t last[2], before[2];     /* last column and row of the block, and those of its neighbours at x- and y- */
  uint16_t fluid[LBM_PLANE_EDGE]; /* [row], non-solid nodes */
  /* [i][row], nodes at which population i comes from the opposite one of the same node, and all solid nodes. */
  uint16_t back[LBM_PLANE_Q][LBM_PLANE_EDGE];
  uint16_t odd;     /* rows in which such nodes exist */
  uint16_t bounded; /* the block has boundary nodes */
  uint32_t cuts;    /* 1 + the index of its struct lbm_plane_cuts; 0: interpolated walls cut no links */
};

/* The links of a block that interpolated walls cut. */
struct lbm_plane_cuts {
  uint32_t first; /* index of the first distance of the block */
  /* Bits 1 ... 8: cut links of the node. From bit 9 on: index of its first distance, counted from `first`. */
  uint32_t node[LBM_PLANE_NODES];
};
#define LBM_PLANE_LINKS(node) ((node)&0x1fe)
#define LBM_PLANE_FIRST(node) ((node) >> 9)

#endif

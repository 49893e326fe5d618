/* What a step of D2Q9 knows of a block of nodes. C and CUDA. */
#ifndef PLANE_BLOCK_H
#define PLANE_BLOCK_H

#include "lattice.h"

#include <stdint.h>

/* Bytes of a tile of the domain on a GPU: its first node and its sums. */
enum { LBM_CUDA_PLANE_TILE = 56 };
enum { LBM_PLANE_EDGE = 16, LBM_PLANE_NODES = LBM_PLANE_EDGE * LBM_PLANE_EDGE };

/* The last blocks along an axis may be narrower than others: the first nodes beyond them, across a periodic seam, are those
 * of the next block all the same. */
struct lbm_plane_block {
  int32_t near[9];                /* blocks 3 (1 + dy) + 1 + dx; itself where there is none */
  uint8_t last[2], before[2];     /* the last column and row; those of the block to the west and south */
  uint16_t fluid[LBM_PLANE_EDGE]; /* of each row, its non-solid nodes */
  uint16_t back[LBM_PLANE_Q]
               [LBM_PLANE_EDGE]; /* nodes whose population i is their own opposite one; all that are solid */
  uint16_t odd;                  /* bits of the rows with such nodes */
  uint16_t bounded;              /* it has boundary nodes */
  uint32_t cuts;                 /* 1 + the number of its struct lbm_plane_cuts; 0: interpolated walls cut no link */
};

/* Links of a block that interpolated walls cut. */
struct lbm_plane_cuts {
  uint32_t first; /* of its distances among those of all blocks */
  uint32_t
      node[LBM_PLANE_NODES]; /* bits 1 ... 8: its links; from bit 9 on: the first distance of the node, after `first` */
};
#define LBM_PLANE_LINKS(node) ((node)&0x1fe)
#define LBM_PLANE_FIRST(node) ((node) >> 9)

#endif

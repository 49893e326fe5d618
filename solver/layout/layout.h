/* SPDX-License-Identifier: BSD-3-Clause */
/* Layouts, that is the places of the populations of a tile in memory. Each layout has a row here, and a header
 * cuda_layout_NAME.cuh, which states the same for the kernels of the GPU. */
#ifndef LAYOUT_H
#define LAYOUT_H

#include "nodes.h"
#include "physics.h"

enum lbm_device_kind { LBM_ON_CPU, LBM_ON_CUDA, LBM_DEVICE_KINDS };
extern const char *const lbm_device_kind_names[LBM_DEVICE_KINDS];

struct lbm_layout_row {
  bool sparse; /* only non-solid nodes have columns, in the order of nodes; else all 64 nodes have */
  bool narrow; /* it may store values in fewer bits than they are computed in */
  /* Links cut by interpolated walls: a tile with more of them is updated by the kernel of boundary tiles of the GPU. */
  int cuts;
  int copies[LBM_DEVICE_KINDS]; /* most copies of the populations; 0: the device does not have this layout */
  /* The column of population i of a node if blocks are arranged (arrangement.h); else lbm_column_of is the column. */
  int (*arranged)(uint64_t mask, int node, int i);
};
extern const struct lbm_layout_row lbm_layouts[LBM_LAYOUTS];

/* Can a layout store the populations of a precision? */
static inline bool lbm_layout_stores(enum lbm_layout layout, enum lbm_precision precision)
{
  return lbm_layouts[layout].narrow || precision == LBM_FP64 || precision == LBM_FP32;
}

/* The number of columns of the block of a tile with `nonsolid` non-solid nodes. */
static inline int lbm_columns_of(enum lbm_layout layout, int nonsolid)
{
  return lbm_layouts[layout].sparse ? nonsolid : 64;
}

/* The column of a node if blocks lie by rows. mask: that of the tile. */
static inline int lbm_column_of(enum lbm_layout layout, uint64_t mask, int node)
{
  return lbm_layouts[layout].sparse ? (int)tile_rank(mask, node) : node;
}

#endif

/* Layouts: where the populations of a tile lie. One row a layout; for the GPU each has a header cuda_layout_NAME.cuh
 * besides, which says the same to the kernels. */
#ifndef LAYOUT_H
#define LAYOUT_H

#include "physics.h"

enum lbm_device_kind { LBM_ON_CPU, LBM_ON_CUDA, LBM_DEVICE_KINDS };
extern const char *const lbm_device_kind_names[LBM_DEVICE_KINDS];

struct lbm_layout_row {
  bool sparse; /* non-solid nodes alone have offsets, in the order of nodes; else all 64 have */
  bool narrow; /* stores values in fewer bits than they are computed in */
  int cuts;    /* links of a tile cut by interpolated walls that the kernel of most tiles of a GPU bears */
  int copies[LBM_DEVICE_KINDS]; /* of the populations; 0: the device does not have this layout */
  /* Column of population i of a node where blocks are arranged (arrangement.h); else as lbm_column_of. */
  int (*arranged)(uint64_t mask, int node, int i);
};
extern const struct lbm_layout_row lbm_layouts[LBM_LAYOUTS];

/* Can the populations of a precision be stored in a layout? */
static inline bool lbm_layout_stores(enum lbm_layout layout, enum lbm_precision precision)
{
  return lbm_layouts[layout].narrow || precision == LBM_FP64 || precision == LBM_FP32;
}

/* Columns of the block of a tile with so many non-solid nodes. */
static inline int lbm_columns_of(enum lbm_layout layout, int nonsolid)
{
  return lbm_layouts[layout].sparse ? nonsolid : 64;
}

/* Where blocks lie by rows. */
static inline int lbm_column_of(enum lbm_layout layout, uint64_t mask, int node)
{
  return lbm_layouts[layout].sparse ? __builtin_popcountll(mask & (((uint64_t)1 << node) - 1)) : node;
}

#endif

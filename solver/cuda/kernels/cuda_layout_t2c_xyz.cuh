// SPDX-License-Identifier: BSD-3-Clause
/* Layout t2c-xyz gives all 64 nodes of a tile offsets, row by row. cuda_layout_packed.cuh explains the members. */
#include "arrangement.h"

struct layout {
  static constexpr bool ranked = false, staged = false, all_read = false;
  static constexpr int orders = 1, apart = 2;

  LBM_ARRANGEMENT enum lbm_order order_of(int)
  {
    return LBM_XYZ;
  }

  LBM_ARRANGEMENT int slot(int, int x, int y, int z)
  {
    return x + 4 * y + 16 * z;
  }
};

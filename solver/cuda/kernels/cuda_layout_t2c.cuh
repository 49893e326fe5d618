// SPDX-License-Identifier: BSD-3-Clause
/* Layout t2c gives all 64 nodes of a tile offsets, arranged by the direction of the population. cuda_layout_packed.cuh
 * explains the members. */
#include "arrangement.h"

struct layout {
  static constexpr bool ranked = false, staged = false, all_read = false;
  static constexpr int orders = 1, apart = 2; /* the zigzag takes layers in pairs: nodes at z = 0 and 2, or 1 and 3 */

  LBM_ARRANGEMENT enum lbm_order order_of(int)
  {
    return LBM_XYZ;
  }

  LBM_ARRANGEMENT int slot(int i, int x, int y, int z)
  {
    return lbm_slot(i, x + 4 * y + 16 * z);
  }
};

/* Layout t2c: all 64 nodes have offsets, which lie by the direction of the population. The members are those of
 * cuda_layout_packed.cuh. */
#include "arrangement.h"

struct layout {
  static constexpr bool ranked = false, staged = false, all_read = false;
  static constexpr int orders = 1, apart = 2; /* the zigzag has layers in pairs: z = 0 and 2, or 1 and 3 */

  LBM_ARRANGEMENT enum lbm_order order_of(int)
  {
    return LBM_XYZ;
  }

  LBM_ARRANGEMENT int slot(int i, int x, int y, int z)
  {
    return lbm_slot(i, x + 4 * y + 16 * z);
  }
};

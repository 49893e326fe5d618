// SPDX-License-Identifier: BSD-3-Clause
/* Layout packed stores the populations of non-solid nodes alone, counted in the order that suits their direction. */
#include "arrangement.h"

struct layout {
  /* The offset of a node is its rank among the non-solid nodes. If false, all 64 nodes have offsets, which do not
   * depend on the mask. */
  static constexpr bool ranked = true;
  /* A tile is one run of values, which is assembled in shared memory and written whole. */
  static constexpr bool staged = true;
  /* Threads of solid nodes read too: there are few, and the choice costs more than it saves. */
  static constexpr bool all_read = true;
  /* The number of orders in which nodes are counted, and the distance in z of the two nodes of a thread: z = 0 and 1,
   * or 2 and 3. */
  static constexpr int orders = LBM_ORDERS, apart = 1;

  LBM_ARRANGEMENT enum lbm_order order_of(int i)
  {
    return lbm_order(i);
  }

  /* Returns the place of a node among the 64 nodes of a full tile. */
  LBM_ARRANGEMENT int slot(int i, int x, int y, int z)
  {
    return lbm_bit(lbm_order(i), x, y, z);
  }
};

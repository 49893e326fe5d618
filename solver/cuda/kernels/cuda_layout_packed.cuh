/* Layout packed: the populations of non-solid nodes alone, counted in the order that suits their direction. */
#include "arrangement.h"

struct layout {
  /* A node's offset is its rank among the non-solid ones; else all 64 nodes have offsets that do not depend on the mask. */
  static constexpr bool ranked = true;
  /* A tile is one run of values, put together in shared memory and written whole. */
  static constexpr bool staged = true;
  /* Threads of solid nodes read too: there are few, and the choice costs more than it saves. */
  static constexpr bool all_read = true;
  /* Orders in which nodes are counted, and how far in z the two nodes of a thread are apart: z = 0 and 1, or 2 and 3. */
  static constexpr int orders = LBM_ORDERS, apart = 1;

  LBM_ARRANGEMENT enum lbm_order order_of(int i)
  {
    return lbm_order(i);
  }

  /* Of 64, in a full tile. */
  LBM_ARRANGEMENT int slot(int i, int x, int y, int z)
  {
    return lbm_bit(lbm_order(i), x, y, z);
  }
};

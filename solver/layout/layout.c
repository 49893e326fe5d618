/* SPDX-License-Identifier: BSD-3-Clause */
#include "layout.h"

#include "arrangement.h"
#include "cuda_tile.h"

const char *const lbm_device_kind_names[LBM_DEVICE_KINDS] = {"cpu", "cuda"};

/* Layout packed: the rank of the node among the non-solid ones, in the order of nodes for this population. */
static int by_orders(uint64_t mask, int node, int i)
{
  const enum lbm_order order = lbm_order(i);
  for (int o = LBM_XYZ; o < (int)order; o++)
    mask = lbm_next_order(mask);
  const int bit = lbm_bit(order, node & 3, node >> 2 & 3, node >> 4);
  return (int)tile_rank(mask, bit);
}

static int by_slots(uint64_t mask, int node, int i)
{
  (void)mask;
  return lbm_slot(i, node);
}

static int by_rows(uint64_t mask, int node, int i)
{
  (void)mask;
  (void)i;
  return node;
}

const struct lbm_layout_row lbm_layouts[LBM_LAYOUTS] = {
    [LBM_PACKED] = {true, true, LBM_CUDA_CUTS, {1, 2}, by_orders},
    [LBM_T2C] = {false, false, 0, {1, 2}, by_slots},
    [LBM_T2C_XYZ] = {false, false, 0, {1, 2}, by_rows},
};

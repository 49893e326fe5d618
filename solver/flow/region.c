/* SPDX-License-Identifier: BSD-3-Clause */
#include "region.h"

#include "communicator.h"
#include "flow.h"

void lbm_region_add(struct lbm_region *r, const int64_t at[3], const double field[LBM_FIELDS])
{
  for (int a = 0; a < 3; a++)
    if (at[a] < r->begin[a] || at[a] >= r->end[a])
      return;
  const int64_t ends[2] = {r->begin[r->axis], r->end[r->axis] - 1};
  r->velocity += field[LBM_FIELD_VELOCITY + r->axis];
  for (int i = 0; i < 2; i++)
    if (at[r->axis] == ends[i]) {
      r->density[i] += field[LBM_FIELD_DENSITY];
      r->nodes[i]++;
    }
}

struct adding {
  struct lbm *flow;
  struct tile_error error;
};

static void add_tiles(void *of_adding, void *of_region)
{
  struct adding *a = of_adding;
  struct lbm *l = a->flow;
  double values[64 * LBM_FIELDS], field[LBM_FIELDS];
  const struct tile_domain *d = l->domain;
  for (size_t tile = lbm_own_begin(l); tile < lbm_own_end(l) && !a->error.code; tile++) {
    size_t n = 0;
    if (lbm_get_fields(l, tile, values, &a->error))
      return;
    for (uint64_t mask = d->mask[tile]; mask; mask &= mask - 1, n++) {
      int64_t at[3];
      tile_domain_node(d, tile, __builtin_ctzll(mask), at);
      lbm_load(lbm_fields_precision(l->setup.precision), field, values, n * LBM_FIELDS, LBM_FIELDS);
      lbm_region_add(of_region, at, field);
    }
  }
}

int lbm_region_totals(struct lbm_region *r, struct lbm *l, struct tile_error *e)
{
  struct adding a = {.flow = l};
  lbm_comm_ordered_reduce(r, sizeof *r, add_tiles, &a);
  *e = a.error;
  return e->code;
}

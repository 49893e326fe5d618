/* SPDX-License-Identifier: BSD-3-Clause */
/* The records of a file that contain values of the nodes. */
#include "communicator.h"
#include "flow.h"

/* Bytes of the values of a node. */
static size_t bytes_of(int record, const struct lbm *l)
{
  const enum lbm_precision p = l->setup.precision, of[LBM_RECORDS] = {lbm_fields_precision(p), p};
  return lbm_records[record].values * lbm_value_bytes_of(of[record]);
}

/* The largest number of tiles that are sent before all processes wait for each other: values that were sent and not yet
 * received occupy memory of the first process. */
enum { ON_THEIR_WAY = 512 };

int lbm_collect(void *of_collected, size_t tile, void *values, struct tile_error *e)
{
  const struct lbm_collected *c = of_collected;
  struct lbm *l = c->flow;
  const int owner = lbm_rank_of(l, tile), here = lbm_comm_rank();
  if (tile % ON_THEIR_WAY == 0)
    lbm_comm_any(false);
  if (owner == here && c->own.move(c->own.self, tile, values, e))
    return e->code;
  if (!owner || (here && here != owner))
    return 0;
  const struct lbm_message m = {
      .rank = here ? 0 : owner, .sends = here != 0, .data = values, .bytes = lbm_nodes_of(l, tile) * c->own.bytes};
  lbm_comm_exchange(&m, 1);
  return 0;
}

const struct lbm_record lbm_records[LBM_RECORDS] = {
    [LBM_FIELDS_RECORD] = {"FLDS", LBM_FIELDS, lbm_get_fields, lbm_put_fields, lbm_get_snapshot_fields},
    [LBM_POPULATIONS_RECORD] = {"POPS", LBM_Q, lbm_get_populations, lbm_put_populations, lbm_get_snapshot_populations},
};

static struct tile_array array_of(int record, struct lbm *l,
                                  int (*move)(void *flow, size_t tile, void *values, struct tile_error *e))
{
  struct tile_array array = {.bytes = bytes_of(record, l), .move = move, .self = l};
  snprintf(array.tag, sizeof array.tag, "%s", lbm_records[record].tag);
  return array;
}

struct tile_array lbm_record_get(int record, struct lbm *l, bool snapshot)
{
  return array_of(record, l, snapshot ? lbm_records[record].get_snapshot : lbm_records[record].get);
}

struct tile_array lbm_record_put(int record, struct lbm *l)
{
  return array_of(record, l, lbm_records[record].put);
}

/* The records of a file that hold values of the nodes. */
#include "flow.h"

const struct lbm_record lbm_records[LBM_RECORDS] = {
    [LBM_FIELDS_RECORD] = {"FLDS", LBM_FIELDS, lbm_get_fields, lbm_put_fields, lbm_get_snapshot_fields},
    [LBM_POPULATIONS_RECORD] = {"POPS", LBM_Q, lbm_get_populations, lbm_put_populations, lbm_get_snapshot_populations},
};

static struct tile_array array_of(int record, struct lbm *l,
                                  int (*move)(void *flow, size_t tile, void *values, struct tile_error *e))
{
  struct tile_array array = {.bytes = lbm_records[record].values * lbm_value_bytes(l), .move = move, .self = l};
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

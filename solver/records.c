/* The records of a file that hold values of the nodes. */
#include "comm.h"
#include "flow.h"

typedef int getter(void *flow, size_t tile, void *values, struct tile_error *e);

/* Of a node. */
static size_t bytes_of(int record, const struct lbm *l)
{
  const enum lbm_precision p = l->setup.precision, of[LBM_RECORDS] = {lbm_fields_precision(p), p, LBM_FP64};
  return lbm_records[record].values * lbm_value_bytes_of(of[record]);
}

/* So many tiles may be on their way: what is sent and not yet asked for lies in the memory of the first process. */
enum { ON_THEIR_WAY = 512 };

/* The first process has the values of every tile, whoever has the tile; all processes ask for the same ones in turn. */
static int collect(struct lbm *l, getter *get, int record, size_t tile, void *values, struct tile_error *e)
{
  const int owner = lbm_rank_of(l, tile), here = lbm_comm_rank();
  if (tile % ON_THEIR_WAY == 0)
    lbm_comm_any(false);
  if (owner == here && get(l, tile, values, e))
    return e->code;
  if (!owner || (here && here != owner))
    return 0;
  const struct lbm_message m = {.rank = here ? 0 : owner,
                                .sends = here != 0,
                                .data = values,
                                .bytes = lbm_nodes_of(l, tile) * bytes_of(record, l)};
  lbm_comm_exchange(&m, 1);
  return 0;
}

static int collect_fields(void *flow, size_t tile, void *values, struct tile_error *e)
{
  return collect(flow, lbm_get_fields, LBM_FIELDS_RECORD, tile, values, e);
}

static int collect_populations(void *flow, size_t tile, void *values, struct tile_error *e)
{
  return collect(flow, lbm_get_populations, LBM_POPULATIONS_RECORD, tile, values, e);
}

/* Of a node: LBM_SOURCE_VALUES for each link, anywhere in memory. */
#define SOURCES_OF_NODE (LBM_Q * LBM_SOURCE_VALUES * sizeof(double))

typedef void on_cut(const struct lbm_geometry *g, size_t cut, void *values);

/* Calls back for each cut of a tile, with where its values are. */
static int each_cut(struct lbm *l, size_t tile, char *values, on_cut *call)
{
  size_t there;
  const struct lbm_piece *p = lbm_piece_of(l, tile, &there);
  const struct lbm_geometry *g = p ? &p->geometry : NULL;
  for (uint64_t mask = p ? g->domain->mask[there] : 0; mask; mask &= mask - 1, values += SOURCES_OF_NODE) {
    const int column = lbm_column(g, there, __builtin_ctzll(mask));
    for (size_t c = g->cut_begin[there]; c < g->cut_begin[there + 1]; c++)
      if (LBM_CUT_COLUMN(g->cut[c].at) == column)
        call(g, c, values + (size_t)LBM_CUT_LINK(g->cut[c].at) * LBM_SOURCE_VALUES * sizeof(double));
  }
  return 0;
}

static void get_cut(const struct lbm_geometry *g, size_t cut, void *values)
{
  const double of[LBM_SOURCE_VALUES] = {g->cut_source[cut], g->cut_before[cut], g->cut_off[cut]};
  memcpy(values, of, sizeof of);
}

static void put_cut(const struct lbm_geometry *g, size_t cut, void *values)
{
  double of[LBM_SOURCE_VALUES];
  memcpy(of, values, sizeof of);
  g->cut_source[cut] = of[0];
  g->cut_before[cut] = of[1];
  g->cut_off[cut] = of[2];
}

static int get_sources(void *flow, size_t tile, void *values, struct tile_error *e)
{
  (void)e;
  memset(values, 0, lbm_nodes_of(flow, tile) * SOURCES_OF_NODE);
  return each_cut(flow, tile, values, get_cut);
}

static int put_sources(void *flow, size_t tile, void *values, struct tile_error *e)
{
  (void)e;
  return each_cut(flow, tile, values, put_cut);
}

static int collect_sources(void *flow, size_t tile, void *values, struct tile_error *e)
{
  return collect(flow, get_sources, LBM_SOURCES_RECORD, tile, values, e);
}

const struct lbm_record lbm_records[LBM_RECORDS] = {
    [LBM_FIELDS_RECORD] = {"FLDS", LBM_FIELDS, lbm_get_fields, lbm_put_fields, lbm_get_snapshot_fields, collect_fields},
    [LBM_POPULATIONS_RECORD] = {"POPS", LBM_Q, lbm_get_populations, lbm_put_populations, lbm_get_snapshot_populations,
                                collect_populations},
    [LBM_SOURCES_RECORD] = {"SRCS", LBM_Q *LBM_SOURCE_VALUES, get_sources, put_sources, get_sources, collect_sources},
};

int lbm_records_of(const struct lbm *l, bool populations)
{
  return !populations ? LBM_POPULATIONS_RECORD : l->piece->geometry.cut_source ? LBM_RECORDS : LBM_SOURCES_RECORD;
}

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

struct tile_array lbm_record_collect(int record, struct lbm *l)
{
  return array_of(record, l, lbm_records[record].collect);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Populations and fields of the nodes of a flow. */
#include "communicator.h"
#include "flow.h"

#define SCALAR double
#define REAL double
#define SITE(name) name##_field
#define SITE_FUNC static inline __attribute__((unused))
#include "site.h"
#include "wall_links.h"

void lbm_load_node(const struct lbm *l, double f[LBM_Q], const void *values, size_t n)
{
  lbm_load(l->setup.precision, f, values, n * LBM_Q, LBM_Q);
}

void lbm_node_fields(const struct lbm *l, double field[LBM_FIELDS], const double f[LBM_Q])
{
  fields_field(field, f, l->task.rates.force, (int)l->setup.equilibrium);
}

static void start_node(const struct lbm *l, double f[LBM_Q], const double field[LBM_FIELDS])
{
  start_field(f, field, l->task.rates.force, (int)l->setup.equilibrium);
}

int lbm_get_populations(void *flow, size_t tile, void *values, struct tile_error *e)
{
  struct lbm *l = flow;
  size_t there;
  const struct lbm_local *p = lbm_local_of(l, tile, &there);
  return p ? l->backend->get(p->state, there, values, e) : 0;
}

int lbm_put_populations(void *flow, size_t tile, void *values, struct tile_error *e)
{
  struct lbm *l = flow;
  size_t there;
  const struct lbm_local *p = lbm_local_of(l, tile, &there);
  return p ? l->backend->put(p->state, there, values, e) : 0;
}

int lbm_get_fields(void *flow, size_t tile, void *values, struct tile_error *e)
{
  struct lbm *l = flow;
  double all[64 * LBM_Q], f[LBM_Q];
  size_t there;
  const struct lbm_local *p = lbm_local_of(l, tile, &there);
  if (!p)
    return 0;
  if (l->backend->get_fields) {
    const struct lbm_task on = lbm_task_on(&l->task, p);
    return l->backend->get_fields(p->state, &on, there, values, e);
  }
  if (lbm_get_restored(l, tile, all, e))
    return e->code;
  for (size_t n = 0; n < lbm_nodes_of(l, tile); n++) {
    double field[LBM_FIELDS];
    lbm_load_node(l, f, all, n);
    lbm_node_fields(l, field, f);
    lbm_store(lbm_fields_precision(l->setup.precision), values, LBM_FIELDS * n, field, LBM_FIELDS);
  }
  return 0;
}

int lbm_share_fields(struct lbm *l, size_t tile, void *values, struct tile_error *e)
{
  const size_t value = lbm_value_bytes_of(lbm_fields_precision(l->setup.precision));
  if (lbm_get_fields(l, tile, values, e))
    return e->code;
  lbm_comm_share(values, lbm_nodes_of(l, tile) * LBM_FIELDS * value, lbm_rank_of(l, tile));
  return 0;
}

int lbm_put_fields(void *flow, size_t tile, void *values, struct tile_error *e)
{
  struct lbm *l = flow;
  double all[64 * LBM_Q], f[LBM_Q], field[LBM_FIELDS];
  size_t there;
  const struct lbm_local *p = lbm_local_of(l, tile, &there);
  if (!p)
    return 0;
  if (l->backend->put_fields) {
    const struct lbm_task on = lbm_task_on(&l->task, p);
    return l->backend->put_fields(p->state, &on, there, values, e);
  }
  for (size_t n = 0; n < lbm_nodes_of(l, tile); n++) {
    lbm_load(lbm_fields_precision(l->setup.precision), field, values, LBM_FIELDS * n, LBM_FIELDS);
    start_node(l, f, field);
    lbm_store(l->setup.precision, all, n * LBM_Q, f, LBM_Q);
  }
  lbm_store_cuts(l, tile, all);
  return l->backend->put(p->state, there, all, e);
}

int lbm_snapshot(struct lbm *l, bool *done, struct tile_error *e)
{
  l->snapshot = l->task; /* the fields of the snapshot need its force, which may change */
  *done = l->backend->snapshot && lbm_is_alone(l);
  for (int p = 0; p < l->end - l->begin && *done; p++)
    if (l->backend->snapshot(l->local[p].state, done, e))
      return e->code;
  return 0;
}

int lbm_get_snapshot_populations(void *flow, size_t tile, void *values, struct tile_error *e)
{
  struct lbm *l = flow;
  size_t there;
  const struct lbm_local *p = lbm_local_of(l, tile, &there);
  return l->backend->get_snapshot(p->state, NULL, there, values, e);
}

int lbm_get_snapshot_fields(void *flow, size_t tile, void *values, struct tile_error *e)
{
  struct lbm *l = flow;
  size_t there;
  const struct lbm_local *p = lbm_local_of(l, tile, &there);
  const struct lbm_task on = lbm_task_on(&l->snapshot, p);
  return l->backend->get_snapshot(p->state, &on, there, values, e);
}

/* ---- links that interpolated walls cut: populations as they are stored, and after the collision ---------------- */

typedef void change(double f[LBM_Q], const struct lbm_wall_link *cut, unsigned links, int walls);

/* The rank of the node of a column among the non-solid nodes of its tile. */
static size_t rank_of(const struct lbm *l, size_t tile, int column)
{
  return lbm_layouts[l->setup.layout].sparse ? (size_t)column : tile_rank(l->domain->mask[tile], column);
}

static void change_tile(const struct lbm *l, size_t number, void *all, change *to)
{
  size_t tile;
  const struct lbm_local *local = lbm_local_of(l, number, &tile);
  const struct lbm_geometry *g = &local->geometry;
  const struct lbm_wall_link *end = g->wall_link_begin ? g->wall_link + g->wall_link_begin[tile + 1] : NULL;
  double f[LBM_Q];
  for (const struct lbm_wall_link *c = g->wall_link_begin ? g->wall_link + g->wall_link_begin[tile] : NULL, *first = c;
       c < end; first = c) {
    const int column = LBM_WALL_LINK_COLUMN(c->at);
    const size_t n = rank_of(l, number, column);
    unsigned links = 0;
    for (; c < end && LBM_WALL_LINK_COLUMN(c->at) == column; c++)
      links |= 1u << LBM_WALL_LINK_LINK(c->at);
    lbm_load_node(l, f, all, n);
    to(f, first, links, (int)g->walls);
    lbm_store(l->setup.precision, all, n * LBM_Q, f, LBM_Q);
  }
}

int lbm_get_restored(struct lbm *l, size_t tile, void *all, struct tile_error *e)
{
  if (lbm_get_populations(l, tile, all, e))
    return e->code;
  change_tile(l, tile, all, restore_cuts_field);
  return 0;
}

void lbm_store_cuts(const struct lbm *l, size_t tile, void *all)
{
  change_tile(l, tile, all, store_cuts_field);
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "incoming.h"

#include "flow.h"
#include "tile_voxels.h"

#include <omp.h>
#include <stdlib.h>

/* ---- the copy ------------------------------------------------------------- */

static int make_geometry(struct lbm_incoming *a, size_t begin, size_t end, struct tile_error *e)
{
  const struct lbm *l = a->flow;
  const struct lbm_storage rows = {LBM_PACKED, 1, false, false, false};
  return lbm_subdomain_make(&a->part, l->domain, begin, end, e) ||
                 lbm_geometry_make(&a->geometry, &a->part, &rows, l->setup.condition, l->setup.walls, e) ||
                 tile_lookup_make(&a->lookup, &a->part.domain, e)
             ? e->code
             : 0;
}

int lbm_incoming_shape(struct lbm_incoming *a, struct lbm *l, struct tile_error *e)
{
  *a = (struct lbm_incoming){.flow = l};
  return make_geometry(a, 0, l->domain->tiles, e);
}

/* Sets the conditions of the next time step, to which the incoming populations belong. */
static void set_conditions(struct lbm_incoming *a)
{
  lbm_conditions_next(a->flow, a->geometry.condition);
  lbm_outlets_last(a->flow, a->geometry.condition);
}

int lbm_incoming_open(struct lbm_incoming *a, struct lbm *l, struct tile_error *e)
{
  *a = (struct lbm_incoming){.flow = l};
  if (make_geometry(a, lbm_own_begin(l), lbm_own_end(l), e))
    return e->code;
  a->values = tile_alloc(a->geometry.values, lbm_value_bytes(l));
  return a->values ? 0 : tile_fail_memory(e, a->geometry.values * lbm_value_bytes(l), "a copy of the populations");
}

int lbm_incoming_choose(struct lbm_incoming *a, const bool *tile, struct tile_error *e)
{
  a->chosen = tile;
  return lbm_tile_halo_make(&a->halo, a->flow, &a->part, tile, e);
}

/* Copies a tile from node, direction order. */
static void keep_tile(struct lbm_incoming *a, size_t tile, const void *all)
{
  double f[LBM_Q];
  size_t n = 0;
  for (uint64_t mask = a->part.domain.mask[tile]; mask; mask &= mask - 1, n++) {
    lbm_load_node(a->flow, f, all, n);
    for (int i = 0; i < LBM_Q; i++)
      lbm_store(a->flow->setup.precision, a->values, lbm_offset(&a->geometry, tile, __builtin_ctzll(mask), i), f + i,
                1);
  }
}

static bool is_chosen(const struct lbm_incoming *a, size_t tile)
{
  return !a->chosen || a->chosen[tile];
}

static int copy_own(struct lbm_incoming *a, struct tile_error *e)
{
  double all[64 * LBM_Q];
  for (size_t t = a->part.begin; t < a->part.end; t++) {
    if (!is_chosen(a, t))
      continue;
    if (lbm_get_populations(a->flow, lbm_subdomain_number(&a->part, t), all, e))
      return e->code;
    keep_tile(a, t, all);
  }
  return 0;
}

static int copy_others(struct lbm_incoming *a, struct tile_error *e)
{
  if (lbm_tile_halo_send(&a->halo, a->flow, e))
    return e->code;
  const char *values = a->halo.taken.values;
  for (size_t t = 0; t < a->part.domain.tiles; t++)
    if ((t < a->part.begin || t >= a->part.end) && is_chosen(a, t)) {
      keep_tile(a, t, values);
      values += lbm_stride(&a->geometry, t) * LBM_Q * lbm_value_bytes(a->flow);
    }
  return 0;
}

int lbm_incoming_copy(struct lbm_incoming *a, struct tile_error *e)
{
  set_conditions(a);
  return copy_own(a, e) || copy_others(a, e) ? e->code : 0;
}

int lbm_incoming_make(struct lbm_incoming *a, struct lbm *l, struct tile_error *e)
{
  return lbm_incoming_open(a, l, e) || lbm_incoming_choose(a, NULL, e) || lbm_incoming_copy(a, e) ? e->code : 0;
}

void lbm_incoming_free(struct lbm_incoming *a)
{
  free(a->values);
  tile_lookup_free(&a->lookup);
  lbm_tile_halo_free(&a->halo);
  lbm_geometry_free(&a->geometry);
  lbm_subdomain_free(&a->part);
  *a = (struct lbm_incoming){0};
}

static double value_at(const struct lbm_incoming *a, size_t offset)
{
  double value;
  lbm_load(a->flow->setup.precision, &value, a->values, offset, 1);
  return value;
}

/* ---- one node ------------------------------------------------------------- */

void lbm_incoming_sources(const struct lbm_incoming *a, size_t tile, int node, bool *from)
{
  from[tile] = true;
  for (int i = 1; i < LBM_Q; i++)
    from[lbm_tile_at(&a->geometry, lbm_source(&a->geometry, tile, node, i))] = true;
}

static void arrive(const struct lbm_incoming *a, size_t tile, int node, double h[LBM_Q], double f[LBM_Q],
                   struct lbm_gain *gain)
{
  const struct lbm_geometry *g = &a->geometry;
  for (int i = 0; i < LBM_Q; i++) {
    h[i] = value_at(a, lbm_offset(g, tile, node, i));
    f[i] = value_at(a, lbm_source(g, tile, node, i));
  }
  lbm_arrive(a->flow, g, g->condition, tile, node, h, f, gain);
}

void lbm_incoming_node(const struct lbm_incoming *a, size_t tile, int node, double h[LBM_Q], double f[LBM_Q])
{
  arrive(a, tile, node, h, f, NULL);
}

void lbm_incoming_gain(const struct lbm_incoming *a, size_t tile, int node, struct lbm_gain *gain)
{
  double h[LBM_Q], f[LBM_Q];
  arrive(a, tile, node, h, f, gain);
}

/* ---- the walls around a node ---------------------------------------------- */

/* Returns the links along which populations bounce back. */
static uint32_t reflecting(const struct lbm_geometry *g, const struct lbm_place *p)
{
  uint32_t links = 0;
  for (int i = 1; i < LBM_Q; i++)
    if (lbm_comes_back(g, p->tile, p->node, i))
      links |= 1u << i;
  return links;
}

static void add_patches(const struct lbm_geometry *g, const struct lbm_place *p, struct lbm_walls_at *w)
{
  const int column = lbm_column(g, p->tile, p->node);
  for (size_t n = g->boundary_begin[p->tile]; n < g->boundary_begin[p->tile + 1]; n++) {
    const struct lbm_boundary_node *s = g->boundary + n;
    if (s->column != column)
      continue;
    if (g->condition[s->condition].kind != LBM_AT_WALL) {
      w->links &= ~s->links;
      w->opened |= s->links;
      continue;
    }
    w->marked |= s->links;
    for (int i = 1; i < LBM_Q; i++)
      if (s->links >> i & 1)
        w->patch[i] = (uint16_t)s->condition;
  }
}

static void add_distances(const struct lbm_geometry *g, const struct lbm_place *p, struct lbm_walls_at *w)
{
  const struct tile_domain *d = g->domain;
  for (size_t n = d->wall_begin ? d->wall_begin[p->tile] : 0; d->wall_begin && n < d->wall_begin[p->tile + 1]; n++) {
    const struct tile_wall *at = d->wall + n;
    if (at->node != p->node)
      continue;
    w->surface[at->link] = at->surface;
    if (g->walls != LBM_WALLS_HALFWAY)
      w->q[at->link] = TILE_WALL_Q(at->q);
  }
}

void lbm_walls_around(const struct lbm_incoming *a, const struct lbm_place *p, struct lbm_walls_at *w)
{
  *w = (struct lbm_walls_at){.links = reflecting(&a->geometry, p)};
  if (!w->links)
    return;
  for (int i = 0; i < LBM_Q; i++)
    w->q[i] = 0.5;
  add_patches(&a->geometry, p, w);
  add_distances(&a->geometry, p, w);
}

bool lbm_node_beside(const struct tile_domain *d, const struct tile_lookup *l, const int64_t at[3], int link,
                     struct lbm_place *to)
{
  for (int k = 0; k < 3; k++) {
    const int64_t n = d->grid[k], there = at[k] + lbm_c[link][k];
    to->at[k] = d->periodic >> k & 1 ? (there + n) % n : there;
    if (to->at[k] < 0 || to->at[k] >= n)
      return false;
  }
  return tile_lookup_node(l, to->at, &to->tile, &to->node);
}

bool lbm_place_beside(const struct lbm_incoming *a, const struct lbm_place *p, int link, struct lbm_place *to)
{
  return lbm_node_beside(&a->part.domain, &a->lookup, p->at, link, to);
}

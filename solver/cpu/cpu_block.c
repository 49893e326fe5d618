/* SPDX-License-Identifier: BSD-3-Clause */
#include "cpu_block.h"

#include <string.h>

#define SCALAR double
#define SITE(name) name##_node
#define SITE_FUNC static inline __attribute__((unused))
#include "wall_links.h"

void lbm_block_begin(struct lbm_block *b, const struct lbm_geometry *g, size_t tile)
{
  b->nodes = 0;
  for (uint64_t mask = g->domain->mask[tile]; mask; mask &= mask - 1)
    b->column[b->nodes++] = lbm_column(g, tile, __builtin_ctzll(mask));
}

/* Returns where the tile's source list has population i of its first column, or NULL if it has no list. */
static const int32_t *list_of(const struct lbm_geometry *g, size_t tile, int i)
{
  const size_t list = g->list[tile], entries = g->list[tile + 1] - list;
  return entries && i ? g->source + list + (size_t)(i - 1) * (entries / (LBM_Q - 1)) : NULL;
}

/* Returns the place, relative to the tile, that population i of a node comes from. The tile and its neighbours are
 * full. */
static ptrdiff_t place_beside(const struct lbm_geometry *g, size_t tile, int node, int i)
{
  const int x = (node & 3) - lbm_c[i][0], y = (node >> 2 & 3) - lbm_c[i][1], z = (node >> 4) - lbm_c[i][2];
  const int32_t there = g->near[tile][lbm_way(x, y, z)];
  return (ptrdiff_t)(g->base[there] - g->base[tile]) + 64 * i + lbm_node(x, y, z);
}

/* Finds the places, relative to the tile, of population i of all nodes when populations are away: each lies where its
 * opposite came from. */
static void find_places(ptrdiff_t at[64], const struct lbm_block *b, const struct lbm_geometry *g, size_t tile, int i)
{
  const int32_t *list = list_of(g, tile, lbm_opposite[i]);
  for (int n = 0; n < b->nodes; n++)
    at[n] = !i ? b->column[n] : list ? list[b->column[n]] : place_beside(g, tile, n, lbm_opposite[i]);
}

static void read_away(struct lbm_block *b, const struct lbm_cpu_values *v, size_t tile)
{
  ptrdiff_t at[64];
  double value[64];
  for (int i = 0; i < LBM_Q; i++) {
    find_places(at, b, v->geometry, tile, i);
    lbm_load_at(v->precision, value, v->values, v->geometry->base[tile], at, (size_t)b->nodes);
    for (int n = 0; n < b->nodes; n++)
      b->f[i][b->column[n]] = value[n];
  }
}

static void read_rows(struct lbm_block *b, const struct lbm_cpu_values *v, size_t tile)
{
  const size_t base = v->geometry->base[tile], stride = lbm_stride(v->geometry, tile);
  for (size_t i = 0; i < LBM_Q; i++)
    lbm_load(v->precision, b->f[i], v->values, base + i * stride, stride);
}

/* Converts the wall links of interpolated walls from stored values to those that the collision left, or back; see
 * wall_links.h. At most one link of a pair is such a link, so no value is both read and changed. */
typedef double change(int walls, unsigned q, double out, double back);
static void change_cuts(struct lbm_block *b, const struct lbm_geometry *g, size_t tile, change *to)
{
  const struct lbm_wall_link *c = g->wall_link_begin ? g->wall_link + g->wall_link_begin[tile] : NULL,
                             *end = g->wall_link_begin ? g->wall_link + g->wall_link_begin[tile + 1] : NULL;
  for (; c < end; c++) {
    double *out = b->f[LBM_WALL_LINK_LINK(c->at)] + LBM_WALL_LINK_COLUMN(c->at);
    *out = to((int)g->walls, c->q, *out, b->f[LBM_WALL_LINK_BACK(c->at)][LBM_WALL_LINK_COLUMN(c->at)]);
  }
}

void lbm_block_read(struct lbm_block *b, const struct lbm_cpu_values *v, size_t tile)
{
  lbm_block_begin(b, v->geometry, tile);
  (v->away ? read_away : read_rows)(b, v, tile);
  change_cuts(b, v->geometry, tile, restored_node);
}

static void add_away(const struct lbm_block *b, const struct lbm_cpu_values *v, size_t tile)
{
  ptrdiff_t at[64];
  double value[64];
  for (int i = 0; i < LBM_Q; i++) {
    find_places(at, b, v->geometry, tile, i);
    for (int n = 0; n < b->nodes; n++)
      value[n] = b->f[i][b->column[n]];
    lbm_add_at(v->precision, v->values, v->geometry->base[tile], at, value, (size_t)b->nodes);
  }
}

static void add_rows(const struct lbm_block *b, const struct lbm_cpu_values *v, size_t tile)
{
  const size_t base = v->geometry->base[tile], stride = lbm_stride(v->geometry, tile);
  for (size_t i = 0; i < LBM_Q; i++)
    lbm_add(v->precision, v->values, base + i * stride, b->f[i], stride);
}

void lbm_block_add(struct lbm_block *b, const struct lbm_cpu_values *v, size_t tile)
{
  change_cuts(b, v->geometry, tile, stored_node);
  (v->away ? add_away : add_rows)(b, v, tile);
}

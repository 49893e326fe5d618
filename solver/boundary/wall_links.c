/* SPDX-License-Identifier: BSD-3-Clause */
/* Links that interpolated walls cut. */
#include "boundary.h"
#include "memory.h"

#include <stdlib.h>

size_t lbm_first_wall(const struct tile_domain *d, size_t tile, int node)
{
  size_t begin = d->wall_begin[tile], end = d->wall_begin[tile + 1];
  while (begin < end) {
    const size_t middle = begin + (end - begin) / 2;
    if (d->wall[middle].node < node)
      begin = middle + 1;
    else
      end = middle;
  }
  return begin;
}

/* The link with the same c_x and c_y in the plane z = 0, which a wall that does not vary along z cuts at the same
 * fraction of its length. A link along z has none, and is returned itself. */
static int in_plane(int link)
{
  int i = 1;
  while (lbm_c[i][2] || lbm_c[i][0] != lbm_c[link][0] || lbm_c[i][1] != lbm_c[link][1])
    if (++i == LBM_Q)
      return link;
  return i;
}

/* Is a mark before the first one of a node? */
static bool mark_before(const struct tile_mark *m, size_t tile, int node)
{
  return m->tile != tile ? m->tile < tile : m->node < node;
}

/* Does fluid pass through the links of a patch that is not on a face? */
static bool is_open(const struct lbm_geometry *g, int patch)
{
  return tile_patch_opens(g->domain->patch + patch) && g->condition[patch].kind > LBM_AT_WALL;
}

/* The links of a node that leave through openings which are not on a face. */
static uint32_t opened_links(const struct lbm_geometry *g, size_t tile, int node)
{
  const struct tile_domain *d = g->domain;
  size_t begin = 0, end = d->marks;
  uint32_t links = 0;
  while (begin < end) {
    const size_t middle = begin + (end - begin) / 2;
    if (mark_before(d->mark + middle, tile, node))
      begin = middle + 1;
    else
      end = middle;
  }
  for (; begin < d->marks && d->mark[begin].tile == tile && d->mark[begin].node == node; begin++)
    if (d->mark[begin].patch && is_open(g, d->mark[begin].patch - 1))
      links |= d->mark[begin].links;
  return links;
}

uint32_t lbm_wall_links(const struct lbm_geometry *g, size_t tile, int node, uint16_t q[LBM_Q])
{
  const struct tile_domain *d = g->domain;
  uint32_t cut = 0, links = 0;
  if (g->walls == LBM_WALLS_HALFWAY)
    return 0;
  for (size_t w = lbm_first_wall(d, tile, node); w < d->wall_begin[tile + 1] && d->wall[w].node == node; w++) {
    cut |= 1u << d->wall[w].link;
    q[d->wall[w].link] = d->wall[w].q;
  }
  cut &= ~opened_links(g, tile, node);
  for (int i = 1; i < LBM_Q && g->storage.flat; i++)
    if (cut >> i & 1 && cut >> in_plane(i) & 1)
      q[i] = q[in_plane(i)];
  for (int i = 1; i < LBM_Q; i++)
    if (cut >> i & 1 && !(cut >> lbm_opposite[i] & 1) && q[i] != LBM_WALL_LINK_HALF)
      links |= 1u << i;
  return links;
}

#define ALL_LINKS ((1u << LBM_Q) - 1)

/* Is the entry of an opening that is not on a face? */
static bool is_of_opening(const struct lbm_geometry *g, const struct lbm_boundary_node *n)
{
  return n->boundary == LBM_OPEN || (n->boundary == LBM_MOVING && g->condition[n->condition].kind != LBM_AT_WALL);
}

/* The links of a node that are not interpolated, since a plane or an opening acts on them. At an opening with one velocity
 * these are all links, since that velocity does not fall to that of the wall. The entries of moving walls are
 * interpolated. */
static uint32_t conditioned_links(const struct lbm_geometry *g, size_t tile, int column)
{
  uint32_t links = 0;
  const struct lbm_boundary_node *n = g->boundary + g->boundary_begin[tile],
                                 *end = g->boundary + g->boundary_begin[tile + 1];
  for (; n < end; n++)
    if (n->column == column)
      links |= is_of_opening(g, n) ? (g->condition[n->condition].back ? n->links : ALL_LINKS)
               : n->boundary != LBM_MOVING && n->boundary != LBM_LINEAR ? n->links
                                                                        : 0;
  return links;
}

/* Counts the cut links of a tile, and writes them to `at` unless it is NULL. */
static size_t find_cuts(const struct lbm_geometry *g, size_t tile, struct lbm_wall_link *at)
{
  const struct tile_domain *d = g->domain;
  size_t count = 0;
  if (d->wall_begin[tile] == d->wall_begin[tile + 1])
    return 0;
  for (uint64_t mask = d->mask[tile]; mask; mask &= mask - 1) {
    uint16_t q[LBM_Q];
    const int node = __builtin_ctzll(mask), column = lbm_column(g, tile, node);
    uint32_t links = lbm_wall_links(g, tile, node, q) & ~conditioned_links(g, tile, column);
    for (; links; links &= links - 1, count++) {
      const int i = __builtin_ctz(links);
      if (at)
        at[count] = (struct lbm_wall_link){q[i], LBM_WALL_LINK_AT(column, i, lbm_opposite[i])};
    }
  }
  return count;
}

int lbm_wall_links_make(struct lbm_geometry *g, struct tile_error *e)
{
  const size_t tiles = g->domain->tiles;
  if (g->walls == LBM_WALLS_HALFWAY)
    return 0;
  g->wall_link_begin = tile_alloc(tiles + 1, sizeof *g->wall_link_begin);
  if (!g->wall_link_begin)
    return tile_fail_memory(e, tiles * sizeof *g->wall_link_begin, "wall distances");
#pragma omp parallel for schedule(dynamic, 256)
  for (size_t t = 0; t < tiles; t++)
    g->wall_link_begin[t + 1] = find_cuts(g, t, NULL);
  for (size_t t = 0; t < tiles; t++)
    g->wall_link_begin[t + 1] += g->wall_link_begin[t];
  g->wall_link = tile_alloc(g->wall_link_begin[tiles] + LBM_WALL_LINK_STEP, sizeof *g->wall_link);
  if (!g->wall_link)
    return tile_fail_memory(e, g->wall_link_begin[tiles] * sizeof *g->wall_link, "wall distances");
#pragma omp parallel for schedule(dynamic, 256)
  for (size_t t = 0; t < tiles; t++)
    find_cuts(g, t, g->wall_link + g->wall_link_begin[t]);
  return 0;
}

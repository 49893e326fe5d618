/* SPDX-License-Identifier: BSD-3-Clause */
#include "cut_links.h"

#include <stdlib.h>

enum { PORTION = 4096 }; /* tiles that are sent together */
enum { HALF = 32768 };   /* of LBM_CUT_STEPS */

static bool neighbour_at(const struct tile_domain *d, const int64_t from[3], int link, int64_t at[3])
{
  for (int a = 0; a < 3; a++) {
    at[a] = from[a] + tile_link[link][a];
    if (d->periodic >> a & 1)
      at[a] = (at[a] + d->grid[a]) % d->grid[a];
    else if (at[a] < 0 || at[a] >= d->grid[a])
      return false;
  }
  return true;
}

/* wall: NULL, or that of the link */
static uint16_t cut_of(const struct tile_lookup *lookup, const int64_t from[3], int link, const struct tile_wall *wall)
{
  int64_t at[3];
  size_t tile;
  int node;
  if (!neighbour_at(lookup->domain, from, link, at))
    return 0;
  if (wall)
    return (uint16_t)(wall->q < UINT16_MAX ? wall->q + 1 : UINT16_MAX);
  return tile_lookup_node(lookup, at, &tile, &node) ? 0 : HALF;
}

static void find_in_tile(const struct tile_lookup *lookup, size_t tile, uint16_t (*cut)[LBM_CUTS])
{
  const struct tile_domain *d = lookup->domain;
  size_t wall = d->wall_begin[tile];
  const size_t end = d->wall_begin[tile + 1];
  for (uint64_t mask = d->mask[tile]; mask; mask &= mask - 1, cut++) {
    const int node = __builtin_ctzll(mask);
    int64_t at[3];
    tile_domain_node(d, tile, node, at);
    while (wall < end && d->wall[wall].node < node)
      wall++;
    for (int link = 1; link <= LBM_CUTS; link++) {
      const bool is = wall < end && d->wall[wall].node == node && d->wall[wall].link == link;
      (*cut)[link - 1] = cut_of(lookup, at, link, is ? d->wall + wall : NULL);
      wall += is;
    }
  }
}

static void send_all(const struct lbm_device *d, uint16_t (*cut)[LBM_CUTS], const struct tile_lookup *lookup,
                     const uint32_t *first, uint16_t (*room)[LBM_CUTS])
{
  const size_t tiles = lookup->domain->tiles;
  for (size_t begin = 0; begin < tiles; begin += PORTION) {
    const size_t end = begin + PORTION < tiles ? begin + PORTION : tiles;
#pragma omp parallel for schedule(dynamic, 64)
    for (size_t t = begin; t < end; t++)
      find_in_tile(lookup, t, room + (first[t] - first[begin]));
    d->row->send(d->self, cut + first[begin], room, (first[end] - first[begin]) * sizeof *room);
  }
}

int lbm_cut_links_send(const struct lbm_device *d, uint16_t (*cut)[LBM_CUTS], const struct tile_domain *domain,
                       const uint32_t *first, struct tile_error *e)
{
  struct tile_lookup lookup;
  if (tile_lookup_make(&lookup, domain, e))
    return e->code;
  uint16_t(*room)[LBM_CUTS] = tile_alloc(64 * PORTION, sizeof *room);
  if (room)
    send_all(d, cut, &lookup, first, room);
  tile_lookup_free(&lookup);
  free(room);
  return room ? 0 : tile_fail_memory(e, 64 * PORTION * sizeof *room, "the cut links");
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Gives a domain wall distances that are the same for all links. */
#include "domain.h"
#include "internal_measure.h"

#include <stdlib.h>

/* Sets `at` to the node behind a link. false: it lies out of the grid. */
static bool behind(const struct tile_domain *d, const int64_t from[3], int link, int64_t at[3])
{
  for (int a = 0; a < 3; a++) {
    at[a] = from[a] + tile_link[link][a];
    if (d->periodic >> a & 1)
      at[a] = (at[a] + d->grid[a]) % d->grid[a];
    if (at[a] < 0 || at[a] >= d->grid[a])
      return false;
  }
  return true;
}

/* Appends the links of one node to `to`, unless it is NULL, and returns their number. */
static size_t put_node(const struct tile_lookup *l, size_t tile, int node, uint16_t q, struct tile_wall *to)
{
  const struct tile_domain *d = l->domain;
  int64_t from[3], at[3];
  size_t count = 0, other;
  int other_node;
  if (!tile_domain_node(d, tile, node, from))
    return 0;
  for (int i = 1; i < TILE_LINKS; i++) {
    if (!behind(d, from, i, at) || tile_lookup_node(l, at, &other, &other_node))
      continue;
    if (to)
      to[count] = (struct tile_wall){.node = (uint16_t)node, .q = q, .link = (uint8_t)i};
    count++;
  }
  return count;
}

static size_t put_tile(const struct tile_lookup *l, size_t tile, uint16_t q, struct tile_wall *to)
{
  size_t count = 0;
  for (uint64_t mask = l->domain->mask[tile]; mask; mask &= mask - 1)
    count += put_node(l, tile, __builtin_ctzll(mask), q, to ? to + count : NULL);
  return count;
}

static int fill(struct tile_domain *d, const struct tile_lookup *l, uint16_t q, struct tile_error *e)
{
  d->wall_begin = tile_alloc(d->tiles + 1, sizeof *d->wall_begin);
  if (!d->wall_begin)
    return tile_fail_memory(e, d->tiles * sizeof *d->wall_begin, "the walls of tiles");
#pragma omp parallel for schedule(dynamic, 256)
  for (size_t t = 0; t < d->tiles; t++)
    d->wall_begin[t + 1] = put_tile(l, t, q, NULL);
  for (size_t t = 0; t < d->tiles; t++)
    d->wall_begin[t + 1] += d->wall_begin[t];
  d->walls = d->wall_begin[d->tiles];
  d->wall = tile_alloc(d->walls, sizeof *d->wall);
  if (!d->wall)
    return tile_fail_memory(e, d->walls * sizeof *d->wall, "the links that walls cut");
#pragma omp parallel for schedule(dynamic, 256)
  for (size_t t = 0; t < d->tiles; t++)
    put_tile(l, t, q, d->wall + d->wall_begin[t]);
  return TILE_OK;
}

int tile_move_walls(struct tile_domain *d, double q, struct tile_error *e)
{
  struct tile_lookup lookup;
  if (tile_lookup_make(&lookup, d, e))
    return e->code;
  const int code = fill(d, &lookup, tile_wall_number(q), e);
  tile_lookup_free(&lookup);
  return code;
}

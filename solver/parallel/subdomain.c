/* SPDX-License-Identifier: BSD-3-Clause */
#include "subdomain.h"

#include "lattice.h"
#include "nodes.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

/* ---- ranges of equal cost -------------------------------------------------- */

/* The cost of a tile in addition to that of its nodes, in nodes; measured on a CPU, see tests/bench/RESULTS.md. */
enum { COST_OF_TILE = 10 };

static size_t cost_of(const struct tile_domain *d, size_t tile)
{
  return COST_OF_TILE + (size_t)__builtin_popcountll(d->mask[tile]);
}

void lbm_partition(size_t *first, const struct tile_domain *d, int parts)
{
  size_t all = 0, cost = 0, t = 0;
#pragma omp parallel for schedule(static) reduction(+ : all)
  for (size_t i = 0; i < d->tiles; i++)
    all += cost_of(d, i);
  for (int p = 0; p < parts; p++) {
    for (; t < d->tiles && cost < all * (size_t)p / (size_t)parts; t++)
      cost += cost_of(d, t);
    first[p] = t;
  }
  first[parts] = d->tiles;
}

/* ---- tiles that a subdomain knows ------------------------------------------- */

/* Is the tile next to a seam that cuts tiles? */
static bool is_at_seam(const struct tile_domain *d, size_t tile)
{
  for (int a = 0; a < 3; a++) {
    const int64_t at = (int64_t)d->coord[tile][a] * d->edge;
    if (d->periodic >> a & 1 && d->grid[a] % d->edge && (at <= 0 || at + d->edge >= d->grid[a]))
      return true;
  }
  return false;
}

/* Threads may mark the same tile. */
static void mark(unsigned char *wanted, size_t tile)
{
  __atomic_store_n(wanted + tile, 1, __ATOMIC_RELAXED);
}

/* Marks the tiles from which nodes of this tile gather across seams that cut tiles, where tile_neighbours_of finds no
 * neighbours. */
static void want_across(unsigned char *wanted, const struct tile_lookup *l, size_t tile)
{
  const struct tile_domain *d = l->domain;
  for (uint64_t mask = d->mask[tile]; mask; mask &= mask - 1)
    for (int i = 1; i < LBM_Q; i++) {
      int64_t at[3];
      size_t there;
      int node;
      bool inside = true;
      tile_domain_node(d, tile, __builtin_ctzll(mask), at);
      for (int a = 0; a < 3; a++) {
        at[a] -= lbm_c[i][a];
        if (d->periodic >> a & 1)
          at[a] = (at[a] + d->grid[a]) % d->grid[a];
        inside = inside && at[a] >= 0 && at[a] < d->grid[a];
      }
      if (inside && tile_lookup_node(l, at, &there, &node))
        mark(wanted, there);
    }
}

static int want(unsigned char *wanted, const struct tile_domain *d, size_t first, size_t end, struct tile_error *e)
{
  struct tile_lookup lookup;
  if (tile_lookup_make(&lookup, d, e))
    return e->code;
#pragma omp parallel for schedule(static)
  for (size_t t = first; t < end; t++) {
    int32_t near[TILE_WAYS];
    tile_neighbours_of(&lookup, t, near);
    for (int k = 0; k < TILE_WAYS; k++)
      if (near[k] >= 0)
        mark(wanted, (size_t)near[k]);
    if (is_at_seam(d, t))
      want_across(wanted, &lookup, t);
  }
  tile_lookup_free(&lookup);
  return 0;
}

/* ---- the domain of these tiles ------------------------------------------------ */

static int number_tiles(struct lbm_subdomain *p, const struct tile_domain *whole, const unsigned char *wanted,
                        struct tile_error *e)
{
  struct tile_domain *d = &p->domain;
  d->tiles = 0;
  for (size_t t = 0; t < whole->tiles; t++)
    d->tiles += wanted[t];
  p->number = tile_alloc(d->tiles, sizeof *p->number);
  d->coord = p->number ? tile_alloc(d->tiles, sizeof *d->coord) : NULL;
  d->mask = p->number ? tile_alloc(d->tiles, sizeof *d->mask) : NULL;
  if (!d->coord || !d->mask)
    return tile_fail_memory(e, d->tiles * sizeof *d->coord, "a part of the domain");
  for (size_t t = 0, n = 0; t < whole->tiles; t++) {
    if (!wanted[t])
      continue;
    p->begin += t < p->first;
    p->number[n] = t;
    memcpy(d->coord[n], whole->coord[t], sizeof *d->coord);
    d->mask[n++] = whole->mask[t];
  }
  p->end = p->begin + p->tiles;
  return 0;
}

size_t lbm_first_mark(const struct tile_domain *d, size_t tile)
{
  size_t begin = 0, end = d->marks;
  while (begin < end) {
    const size_t middle = begin + (end - begin) / 2;
    if (d->mark[middle].tile < tile)
      begin = middle + 1;
    else
      end = middle;
  }
  return begin;
}

/* Copies the marks of the own tiles only, since the other tiles are never updated. */
static int copy_marks(struct lbm_subdomain *p, const struct tile_domain *whole, struct tile_error *e)
{
  struct tile_domain *d = &p->domain;
  const size_t from = lbm_first_mark(whole, p->first);
  d->marks = lbm_first_mark(whole, p->first + p->tiles) - from;
  d->mark = tile_alloc(d->marks, sizeof *d->mark);
  if (!d->mark)
    return tile_fail_memory(e, d->marks * sizeof *d->mark, "a part of the patches");
  for (size_t m = 0; m < d->marks; m++) {
    d->mark[m] = whole->mark[from + m];
    d->mark[m].tile = (uint32_t)(d->mark[m].tile - p->first + p->begin);
  }
  return 0;
}

static int copy_walls(struct lbm_subdomain *p, const struct tile_domain *whole, struct tile_error *e)
{
  struct tile_domain *d = &p->domain;
  if (!whole->wall_begin)
    return 0;
  const size_t *begin = whole->wall_begin + p->first;
  d->walls = begin[p->tiles] - begin[0];
  d->wall = tile_alloc(d->walls, sizeof *d->wall);
  d->wall_begin = tile_alloc(d->tiles + 1, sizeof *d->wall_begin);
  if (!d->wall || !d->wall_begin)
    return tile_fail_memory(e, d->walls * sizeof *d->wall, "a part of the wall distances");
  if (d->walls)
    memcpy(d->wall, whole->wall + begin[0], d->walls * sizeof *d->wall);
  for (size_t t = p->begin; t <= d->tiles; t++)
    d->wall_begin[t] = t < p->end ? begin[t - p->begin] - begin[0] : d->walls;
  return 0;
}

static int make(struct lbm_subdomain *p, const struct tile_domain *whole, struct tile_error *e)
{
  const size_t end = p->first + p->tiles;
  unsigned char *wanted = tile_alloc(whole->tiles, sizeof *wanted);
  if (!wanted)
    return tile_fail_memory(e, whole->tiles, "a part of the domain");
  memset(wanted + p->first, 1, p->tiles);
  int code = want(wanted, whole, p->first, end, e) || number_tiles(p, whole, wanted, e);
  free(wanted);
  return code || copy_marks(p, whole, e) || copy_walls(p, whole, e) ? e->code : 0;
}

int lbm_subdomain_make(struct lbm_subdomain *p, const struct tile_domain *whole, size_t first, size_t end,
                       struct tile_error *e)
{
  *p = (struct lbm_subdomain){
      .whole = whole, .first = first, .tiles = end - first, .domain = *whole, .end = whole->tiles};
  if (p->tiles == whole->tiles)
    return 0;
  p->domain.coord = NULL;
  p->domain.mask = NULL;
  p->domain.mark = NULL;
  p->domain.wall = NULL;
  p->domain.wall_begin = NULL;
  return make(p, whole, e);
}

void lbm_subdomain_free(struct lbm_subdomain *p)
{
  if (p->number) {
    free(p->domain.coord);
    free(p->domain.mask);
    free(p->domain.mark);
    free(p->domain.wall);
    free(p->domain.wall_begin);
    free(p->number);
  }
  *p = (struct lbm_subdomain){0};
}

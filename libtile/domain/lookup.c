/* SPDX-License-Identifier: BSD-3-Clause */
/* Finds tiles by coordinates: with a table of the whole span if a sufficient part of it is stored, otherwise with a
 * hash table with open addressing, at most half full. */
#include "domain.h"

#include <stdlib.h>
#include <string.h>

enum { SPARSE = 8 }; /* places per tile of a table, at most: 32 bytes; a hash table takes 8 to 16 */
enum { WORTH_THREADS = 4096 /* tiles */ };

/* The address of the table, which differs from run to run, is part of the key, so that no file can be made whose tiles
 * all have the same hash. */
static size_t hash(const struct tile_lookup *l, const int32_t coord[3])
{
  uint64_t key = ((uint32_t)coord[0] ^ (uint64_t)(uintptr_t)l->slot) * UINT64_C(0x9e3779b97f4a7c15);
  key = (key ^ (key >> 29) ^ (uint32_t)coord[1]) * UINT64_C(0xbf58476d1ce4e5b9);
  key = (key ^ (key >> 32) ^ (uint32_t)coord[2]) * UINT64_C(0x94d049bb133111eb);
  return (size_t)(key ^ (key >> 31));
}

static bool same(const int32_t a[3], const int32_t b[3])
{
  return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

/* The slot of the tile with these coordinates, or the free slot for it. */
static size_t find_hashed(const struct tile_lookup *l, const int32_t coord[3])
{
  size_t at = hash(l, coord) & (l->slots - 1);
  while (l->slot[at] >= 0 && !same(l->domain->coord[l->slot[at]], coord))
    at = (at + 1) & (l->slots - 1);
  return at;
}

static bool is_within(const int64_t span[3], const int32_t coord[3])
{
  return coord[0] >= 0 && coord[0] < span[0] && coord[1] >= 0 && coord[1] < span[1] && coord[2] >= 0 &&
         coord[2] < span[2];
}

/* The coordinates lie in the span, if there is one. */
static size_t find(const struct tile_lookup *l, const int32_t coord[3])
{
  return l->span[0] ? (size_t)(coord[0] + l->span[0] * (coord[1] + l->span[1] * (int64_t)coord[2]))
                    : find_hashed(l, coord);
}

/* Sets slots, and the span if a table is used. */
static void choose_slots(struct tile_lookup *l, const struct tile_domain *d)
{
  int64_t span[3], places;
  tile_domain_span(d, span);
  bool all = !__builtin_mul_overflow(span[0], span[1], &places) && !__builtin_mul_overflow(places, span[2], &places) &&
             (size_t)places / SPARSE <= d->tiles && places > 0;
#pragma omp parallel for schedule(static) reduction(&& : all) if (all && d->tiles > WORTH_THREADS)
  for (size_t tile = 0; tile < d->tiles; tile++)
    all = all && is_within(span, d->coord[tile]);
  if (all)
    memcpy(l->span, span, sizeof span);
  l->slots = all ? (size_t)places : 2;
  while (!all && l->slots < 2 * d->tiles)
    l->slots *= 2;
}

/* Takes the first free slot for a tile; several threads may do so. Returns false if one with the same coordinates is there. */
static bool take_slot(const struct tile_lookup *l, size_t tile)
{
  const int32_t *coord = l->domain->coord[tile];
  size_t at = l->span[0] ? find(l, coord) : hash(l, coord) & (l->slots - 1);
  for (int32_t there = -1;; there = -1, at = (at + 1) & (l->slots - 1)) {
    if (__atomic_compare_exchange_n(l->slot + at, &there, (int32_t)tile, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      return true;
    if (l->span[0] || same(l->domain->coord[there], coord))
      return false;
  }
}

static void clear(const struct tile_lookup *l)
{
  memset(l->slot, 0xff, l->slots * sizeof *l->slot); /* -1: free */
}

/* Names the first two tiles at one place, in the order of the tiles. */
static int refuse(struct tile_lookup *l, struct tile_error *e)
{
  size_t tile = 0;
  clear(l);
  while (take_slot(l, tile))
    tile++;
  const int32_t *coord = l->domain->coord[tile];
  tile_fail(e, TILE_REJECTED, "tiles %d and %zu have the same coordinates %d %d %d", l->slot[find(l, coord)], tile,
            coord[0], coord[1], coord[2]);
  tile_lookup_free(l);
  return e->code;
}

int tile_lookup_make(struct tile_lookup *l, const struct tile_domain *d, struct tile_error *e)
{
  bool single = true;
  *l = (struct tile_lookup){.domain = d};
  choose_slots(l, d);
  l->slot = tile_alloc(l->slots, sizeof *l->slot);
  if (!l->slot)
    return tile_fail_memory(e, l->slots * sizeof *l->slot, "finding tiles by coordinate");
  clear(l);
#pragma omp parallel for schedule(static) reduction(&& : single) if (d->tiles > WORTH_THREADS)
  for (size_t tile = 0; tile < d->tiles; tile++)
    single = take_slot(l, tile) && single;
  return single ? TILE_OK : refuse(l, e);
}

int64_t tile_lookup_tile(const struct tile_lookup *l, const int32_t coord[3])
{
  return l->span[0] && !is_within(l->span, coord) ? -1 : l->slot[find(l, coord)];
}

bool tile_lookup_node(const struct tile_lookup *l, const int64_t at[3], size_t *tile, int *node)
{
  const struct tile_domain *d = l->domain;
  int32_t coord[3];
  int local[3];
  for (int a = 0; a < 3; a++) {
    int64_t padded = tile_padded(d, a, at[a]);
    coord[a] = (int32_t)(padded / d->edge);
    local[a] = (int)(padded % d->edge);
  }
  int64_t found = tile_lookup_tile(l, coord);
  if (found < 0)
    return false;
  *tile = (size_t)found;
  *node = local[0] + d->edge * (local[1] + d->edge * local[2]);
  return d->mask[*tile * d->words + (size_t)*node / 64] >> (*node % 64) & 1;
}

void tile_lookup_free(struct tile_lookup *l)
{
  free(l->slot);
  *l = (struct tile_lookup){0};
}

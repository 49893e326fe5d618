/* Tile coordinates -> tile index: an open hash table, half full at most. */
#include "domain.h"

#include <stdlib.h>

/* Where the table lies in memory is another in every run: no file can be made whose tiles all fall into one place. */
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

/* The slot that holds the tile of these coordinates, or the free one where it belongs. */
static size_t find(const struct tile_lookup *l, const int32_t coord[3])
{
  size_t at = hash(l, coord) & (l->slots - 1);
  while (l->slot[at] >= 0 && !same(l->domain->coord[l->slot[at]], coord))
    at = (at + 1) & (l->slots - 1);
  return at;
}

int tile_lookup_make(struct tile_lookup *l, const struct tile_domain *d, struct tile_error *e)
{
  *l = (struct tile_lookup){.slots = 2, .domain = d};
  while (l->slots < 2 * d->tiles)
    l->slots *= 2;
  l->slot = tile_alloc(l->slots, sizeof *l->slot);
  if (!l->slot)
    return tile_fail_memory(e, l->slots * sizeof *l->slot, "finding tiles by coordinate");
  for (size_t i = 0; i < l->slots; i++)
    l->slot[i] = -1;
  for (size_t tile = 0; tile < d->tiles; tile++) {
    const int32_t *coord = d->coord[tile];
    size_t at = find(l, coord);
    if (l->slot[at] >= 0) {
      tile_fail(e, TILE_REJECTED, "tiles %d and %zu have the same coordinates %d %d %d", l->slot[at], tile, coord[0],
                coord[1], coord[2]);
      tile_lookup_free(l);
      return e->code;
    }
    l->slot[at] = (int32_t)tile;
  }
  return TILE_OK;
}

int64_t tile_lookup_tile(const struct tile_lookup *l, const int32_t coord[3])
{
  return l->slot[find(l, coord)];
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

/* SPDX-License-Identifier: BSD-3-Clause */
/* A cache that drops the oldest sector, under the reads and writes of a pass over all tiles of a periodic box. */
#include "layouts_count.h"

#include <stdlib.h>

struct cache {
  uint64_t *entered; /* when each sector entered, 0: never */
  uint64_t entries, sectors, read;
};

static void touch(struct cache *c, uint64_t sector, bool reads)
{
  if (c->entered[sector] && c->entries - c->entered[sector] < c->sectors)
    return;
  c->entered[sector] = ++c->entries;
  c->read += reads;
}

/* The sectors of population i that the two warps of a tile read: each of a warp once. */
static void read_block(struct cache *c, int arrangement, int bytes, const int32_t near[TILE_WAYS], int i)
{
  const int in_sector = 32 / bytes;
  for (int node = 0; node < LAYOUTS_NODES; node++) {
    const int x = (node & 3) - lbm_c[i][0], y = (node >> 2 & 3) - lbm_c[i][1], z = (node >> 4) - lbm_c[i][2];
    const uint64_t place = (uint64_t)near[lbm_way(x, y, z)] * LAYOUTS_VALUES +
                           (uint64_t)(i * LAYOUTS_NODES + layouts_place(arrangement, i, lbm_node(x, y, z)));
    touch(c, place / (uint64_t)in_sector, true);
  }
}

static void write_block(struct cache *c, int bytes, uint64_t tile, uint64_t all, int i)
{
  const uint64_t in_sector = (uint64_t)(32 / bytes), first = (tile * LBM_Q + (uint64_t)i) * LAYOUTS_NODES;
  for (uint64_t n = 0; n < LAYOUTS_NODES; n += in_sector)
    touch(c, all + (first + n) / in_sector, false);
}

/* Tiles that are updated side by side are not in step: each is at another population. */
static int turn_of(int tile, int i)
{
  return (i + (int)((uint32_t)tile * 2654435761u >> 16) % LBM_Q) % LBM_Q;
}

double layouts_cached(int arrangement, int bytes, int side, uint64_t sectors, int together)
{
  const int tiles = side * side * side;
  const uint64_t all = (uint64_t)tiles * LAYOUTS_VALUES * (uint64_t)bytes / 32;
  int32_t(*near)[TILE_WAYS] = malloc((size_t)tiles * sizeof *near);
  struct cache c = {calloc(2 * all, sizeof *c.entered), 0, sectors, 0};
  if (near && c.entered) {
    layouts_neighbours(near, (const int[]){side, side, side}, false);
    for (int first = 0; first < tiles; first += together)
      for (int i = 0; i < LBM_Q; i++) {
        for (int t = first; t < first + together && t < tiles; t++)
          read_block(&c, arrangement, bytes, near[t], turn_of(t, i));
        for (int t = first; t < first + together && t < tiles; t++)
          write_block(&c, bytes, (uint64_t)t, all, turn_of(t, i));
      }
  }
  const double read = near && c.entered ? (double)c.read / tiles : -1;
  free(near), free(c.entered);
  return read;
}

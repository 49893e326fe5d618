/* SPDX-License-Identifier: BSD-3-Clause */
#include "memory.h"
#include "nodes.h"

#include <stdlib.h>

/* A periodic axis wraps only if its size is a multiple of the edge: otherwise the seam cuts a tile. */
struct seam {
  int64_t span[3];
  bool wraps[3];
};

static struct seam seam_of(const struct tile_domain *d)
{
  struct seam s;
  tile_domain_span(d, s.span);
  for (int a = 0; a < 3; a++)
    s.wraps[a] = (d->periodic >> a & 1) && d->grid[a] % d->edge == 0;
  return s;
}

static void shift(int32_t to[3], const int32_t from[3], const int step[3], const struct seam *s)
{
  for (int a = 0; a < 3; a++) {
    int64_t at = (int64_t)from[a] + step[a];
    if (s->wraps[a])
      at = (at + s->span[a]) % s->span[a];
    to[a] = (int32_t)at;
  }
}

static void find_neighbours(const struct tile_lookup *l, size_t tile, const struct seam *s, int32_t near[TILE_WAYS])
{
  int step[3];
  for (step[2] = -1; step[2] < 2; step[2]++)
    for (step[1] = -1; step[1] < 2; step[1]++)
      for (step[0] = -1; step[0] < 2; step[0]++) {
        int32_t coord[3];
        shift(coord, l->domain->coord[tile], step, s);
        near[TILE_WAY(step[0], step[1], step[2])] = (int32_t)tile_lookup_tile(l, coord);
      }
}

void tile_neighbours_of(const struct tile_lookup *l, size_t tile, int32_t near[TILE_WAYS])
{
  const struct seam s = seam_of(l->domain);
  find_neighbours(l, tile, &s, near);
}

int tile_neighbours(const struct tile_domain *d, int32_t (**map)[TILE_WAYS], struct tile_error *e)
{
  struct tile_lookup lookup;
  *map = tile_alloc(d->tiles, sizeof **map);
  if (!*map)
    return tile_fail_memory(e, d->tiles * sizeof **map, "the neighbours of tiles");
  if (tile_lookup_make(&lookup, d, e)) {
    free(*map);
    *map = NULL;
    return e->code;
  }
  const struct seam s = seam_of(d);
#pragma omp parallel for schedule(static)
  for (size_t tile = 0; tile < d->tiles; tile++)
    find_neighbours(&lookup, tile, &s, (*map)[tile]);
  tile_lookup_free(&lookup);
  return TILE_OK;
}

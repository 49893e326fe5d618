/* SPDX-License-Identifier: BSD-3-Clause */
#include "geometry.h"
#include "memory.h"

#include <stdlib.h>

static int place_tiles(struct lbm_geometry *g, struct tile_error *e)
{
  const size_t align = g->storage.align;
  size_t tiles = g->domain->tiles, nonsolid = 0;
  g->base = tile_alloc(tiles + 1, sizeof *g->base);
  if (!g->base)
    return tile_fail_memory(e, tiles * sizeof *g->base, "tile offsets");
#pragma omp parallel for schedule(static) reduction(+ : nonsolid)
  for (size_t t = 0; t < tiles; t++) {
    g->base[t + 1] = (LBM_Q * lbm_stride(g, t) + align - 1) / align * align;
    nonsolid += t >= g->begin && t < g->end ? (size_t)__builtin_popcountll(g->domain->mask[t]) : 0;
  }
  for (size_t t = 0; t < tiles; t++)
    g->base[t + 1] += g->base[t];
  g->nonsolid = nonsolid;
  g->values = g->base[tiles];
  return 0;
}

int lbm_tiles_place(struct lbm_geometry *g, const struct lbm_subdomain *part, const struct lbm_storage *storage,
                    enum lbm_walls walls, struct tile_error *e)
{
  const struct tile_domain *d = &part->domain;
  *g = (struct lbm_geometry){.domain = d,
                             .begin = part->begin,
                             .end = part->end,
                             .storage = *storage,
                             .walls = d->wall_begin ? walls : LBM_WALLS_HALFWAY};
  return tile_neighbours(d, &g->near, e) || place_tiles(g, e) || lbm_lists_make(g, e) ? e->code : 0;
}

void lbm_tiles_release(struct lbm_geometry *g)
{
  free(g->near);
  free(g->base);
  free(g->list);
  free(g->source);
}

size_t lbm_tile_at(const struct lbm_geometry *g, size_t place)
{
  size_t begin = 0, end = g->domain->tiles;
  while (end - begin > 1) {
    const size_t middle = begin + (end - begin) / 2;
    if (g->base[middle] <= place)
      begin = middle;
    else
      end = middle;
  }
  return begin;
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "wall_surface.h"

#include <stdlib.h>

int lbm_surface_make(struct lbm_surface *w, struct lbm *flow, lbm_sees *sees, void *self, struct tile_error *e)
{
  *w = (struct lbm_surface){0};
  if (lbm_incoming_open(&w->incoming, flow, e))
    return e->code;
  const struct lbm_subdomain *part = &w->incoming.part;
  const size_t tiles = part->domain.tiles;
  w->from = tile_alloc(tiles, sizeof *w->from);
  w->tile = tile_alloc(tiles, sizeof *w->tile);
  if (!w->from || !w->tile)
    return tile_fail_memory(e, tiles * (sizeof *w->tile + 1), "tiles beside walls");
  for (size_t t = part->begin; t < part->end; t++)
    if (sees(self, &w->incoming, t, w->from))
      w->tile[w->tiles++] = t;
  return lbm_incoming_choose(&w->incoming, w->from, e);
}

void lbm_surface_free(struct lbm_surface *w)
{
  lbm_incoming_free(&w->incoming);
  free(w->from);
  free(w->tile);
  *w = (struct lbm_surface){0};
}

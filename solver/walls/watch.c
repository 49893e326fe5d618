#include "watch.h"

#include <stdlib.h>

int lbm_watch_make(struct lbm_watch *w, struct lbm *flow, lbm_sees *sees, void *self, struct tile_error *e)
{
  *w = (struct lbm_watch){0};
  if (lbm_arrivals_open(&w->arrivals, flow, e))
    return e->code;
  const struct lbm_part *part = &w->arrivals.part;
  const size_t tiles = part->domain.tiles;
  w->from = tile_alloc(tiles, sizeof *w->from);
  w->tile = tile_alloc(tiles, sizeof *w->tile);
  if (!w->from || !w->tile)
    return tile_fail_memory(e, tiles * (sizeof *w->tile + 1), "tiles beside walls");
  for (size_t t = part->begin; t < part->end; t++)
    if (sees(self, &w->arrivals, t, w->from))
      w->tile[w->tiles++] = t;
  return lbm_arrivals_choose(&w->arrivals, w->from, e);
}

void lbm_watch_free(struct lbm_watch *w)
{
  lbm_arrivals_free(&w->arrivals);
  free(w->from);
  free(w->tile);
  *w = (struct lbm_watch){0};
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* How far from the nodes walls cut links, and whose they are. */
#include "stats.h"

int stats_walls_make(struct stats_walls *w, const struct tile_domain *d, struct tile_error *e)
{
  int64_t sum = 0; /* of q + 1: exact, whatever the order */
  *w = (struct stats_walls){0};
  for (size_t i = 0; i < d->walls; i++) {
    w->histogram[(10 * ((int)d->wall[i].q + 1) + 65535) / 65536 - 1]++;
    w->links[d->wall[i].surface]++;
    sum += (int64_t)d->wall[i].q + 1;
  }
  w->mean = d->walls ? (double)sum / 65536 / (double)d->walls : 0;
  return tile_surfaces_read(&w->surfaces, &d->header, e);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Incoming populations of some tiles, read repeatedly while the flow goes on. Only these tiles and those that they
 * gather from are copied. */
#ifndef WALL_SURFACE_H
#define WALL_SURFACE_H

#include "incoming.h"

struct lbm_surface {
  struct lbm_incoming incoming;
  bool *from;   /* for each tile of incoming.part.domain: is it copied? */
  size_t *tile; /* the tiles that are seen, `tiles` of them */
  size_t tiles;
};
/* Is a tile seen? If so, it sets `from` for the tiles that its nodes gather from (lbm_incoming_sources). */
typedef bool lbm_sees(void *self, const struct lbm_incoming *a, size_t tile, bool *from);
/* Allocates as much memory as lbm_incoming_make, but leaves untouched the parts that no seen tile needs. All processes
 * call it together. Release with lbm_surface_free, also after an error. Each lbm_incoming_copy of w->incoming then
 * copies the flow as it is at that time. */
int lbm_surface_make(struct lbm_surface *w, struct lbm *flow, lbm_sees *sees, void *self, struct tile_error *e);
void lbm_surface_free(struct lbm_surface *w);

#endif

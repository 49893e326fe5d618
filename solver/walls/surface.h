/* What arrives at some tiles, again and again while the flow goes on: only those and what they need are copied. */
#ifndef LBM_SURFACE_H
#define LBM_SURFACE_H

#include "incoming.h"

struct lbm_surface {
  struct lbm_incoming arrivals;
  bool *from;   /* a tile of the arrivals: is it copied? */
  size_t *tile; /* of these: that are seen, `tiles` of them */
  size_t tiles;
};
/* Is a tile seen? Then `from` is set of all that its nodes need (lbm_incoming_sources). */
typedef bool lbm_sees(void *self, const struct lbm_incoming *a, size_t tile, bool *from);
/* Memory: as lbm_incoming_make, of which what no such tile needs is not touched. Release with lbm_surface_free, also after an
 * error. Each lbm_incoming_copy of its arrivals is of the flow as it stands. */
int lbm_surface_make(struct lbm_surface *w, struct lbm *flow, lbm_sees *sees, void *self, struct tile_error *e);
void lbm_surface_free(struct lbm_surface *w);

#endif

/* What arrives at some tiles, again and again while the flow goes on: only those and what they need are copied. */
#ifndef WATCH_H
#define WATCH_H

#include "arrive.h"

struct lbm_watch {
  struct lbm_arrivals arrivals;
  bool *from;   /* a tile of the arrivals: is it copied? */
  size_t *tile; /* of these: that are seen, `tiles` of them */
  size_t tiles;
};
/* Is a tile seen? Then `from` is set of all that its nodes need (lbm_arrive_from). */
typedef bool lbm_sees(void *self, const struct lbm_arrivals *a, size_t tile, bool *from);
/* Memory: as lbm_arrivals_make, of which what no such tile needs is not touched. Release with lbm_watch_free, also after an
 * error. Each lbm_arrivals_copy of its arrivals is of the flow as it stands. */
int lbm_watch_make(struct lbm_watch *w, struct lbm *flow, lbm_sees *sees, void *self, struct tile_error *e);
void lbm_watch_free(struct lbm_watch *w);

#endif

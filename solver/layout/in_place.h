/* Grid compression: one copy of the populations and a gap, where two copies would take twice the memory (Pohl, Kowarschik,
 * Wilke, Iglberger & Ruede, Parallel Process. Lett. 13 (2003) 549). The tiles lie in an order of their own, and passes take
 * in_place: one ascends that order, reads each tile `gap` values above its place and writes it at its place; the next
 * descends, reads at the places and writes above them. A tile is written over what others were before: it waits until
 * all tiles that gather from those have read them. Waiting is for earlier in_place alone, so that it ends in any schedule which
 * begins in_place in order.
 *
 * The order sweeps the domain layer by layer: across its longest axis, within a layer row by row. An axis that is periodic is
 * folded (0, n - 1, 1, n - 2 ...), so that both sides of a seam are close, but for that of the rows, whose ends are close anyway. Tiles
 * that gather from one another are then at most two layers, two rows and a row apart, whatever the domain. */
#ifndef IN_PLACE_H
#define IN_PLACE_H

#include "geometry.h"

/* Passes that ascend and that descend. */
enum lbm_turning { LBM_UP, LBM_DOWN, LBM_TURNINGS };

struct lbm_in_place {
  size_t tiles;
  uint32_t *tile; /* in their order */
  size_t *base;   /* tiles + 1: values of the tiles before each, in that order */
  size_t gap;     /* values, a multiple of LBM_COMPRESSED_ALIGN */
  /* Turns come in groups of 1 << shift, at least LBM_CUDA_IN_PLACE; the last may be smaller: a turn of group g may write when
   * all in_place of the first wait[g] groups have been read; wait[g] <= g. Turn n of a pass that descends is tile
   * tiles - 1 - n of the order. */
  unsigned shift;
  size_t groups;
  uint32_t *wait[LBM_TURNINGS];
};
#define LBM_COMPRESSED_ALIGN 64

/* Of a domain in one part. Memory: 48 bytes a tile until it returns, 12 then. */
int lbm_in_place_make(struct lbm_in_place *c, const struct lbm_geometry *g, struct tile_error *e);
void lbm_in_place_free(struct lbm_in_place *c);

#endif

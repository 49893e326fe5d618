/* SPDX-License-Identifier: BSD-3-Clause */
/* Grid compression: one copy of the populations and a gap, in about half the memory of two copies (Pohl, Kowarschik,
 * Wilke, Iglberger & Ruede, Parallel Process. Lett. 13 (2003) 549).
 *
 * The tiles lie in memory in an order of their own, the in-place order. Time steps alternate: one ascends in this
 * order, reads each tile `gap` values above its place and writes it at its place; the next descends, reads each tile at
 * its place and writes it `gap` values above. A tile overwrites the old values of other tiles: it waits until all tiles
 * that gather from those have read them. A tile only waits for tiles that come earlier in the time step, so that there
 * is no deadlock in any schedule which starts tiles in order.
 *
 * The order sweeps the domain layer by layer, and each layer row by row. The layers lie across the axis for which the
 * fullest layer has the fewest nodes, counted twice if the axis is periodic. Periodic axes are folded (0, n - 1, 1, n -
 * 2 ...), so that both sides of a seam are close to each other, except the axis along the rows, whose ends are close
 * anyway. Tiles that gather from each other are then at most two layers, two rows and one row apart, whatever the
 * domain. */
#ifndef IN_PLACE_H
#define IN_PLACE_H

#include "geometry.h"

/* Time steps that ascend in the order, and those that descend. */
enum lbm_turning { LBM_UP, LBM_DOWN, LBM_TURNINGS };

struct lbm_in_place {
  size_t tiles;
  uint32_t *tile; /* [tiles], indices of tiles in the in-place order */
  size_t *base;   /* [tiles + 1], number of values of all tiles before each one, in this order */
  size_t gap;     /* number of values, a multiple of LBM_COMPRESSED_ALIGN */
  /* A time step has one turn for each tile: turn n is tile n of the order, or tile tiles - 1 - n in a time step that
   * descends. Turns form groups of 1 << shift, at least LBM_CUDA_IN_PLACE; the last group may be smaller. A turn of
   * group g may write when the tiles of all turns of the first wait[LBM_UP or LBM_DOWN][g] groups have been read;
   * wait[][g] <= g. */
  unsigned shift;
  size_t groups;
  uint32_t *wait[LBM_TURNINGS]; /* [LBM_TURNINGS][groups] */
};
#define LBM_COMPRESSED_ALIGN 64

/* Makes the order of a domain with one subdomain. g: its members domain and base are used. Release with
 * lbm_in_place_free, after an error too. Memory: 48 bytes for each tile during the call, and 12 afterwards. */
int lbm_in_place_make(struct lbm_in_place *c, const struct lbm_geometry *g, struct tile_error *e);
void lbm_in_place_free(struct lbm_in_place *c);

#endif

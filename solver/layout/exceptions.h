/* SPDX-License-Identifier: BSD-3-Clause */
/* Exceptions of full tiles next to tiles that are not full: the populations that do not come from the place at which a
 * full neighbourhood would have them. Most of the populations of such a tile do, so that the list of exceptions is
 * shorter than a source list. */
#ifndef EXCEPTIONS_H
#define EXCEPTIONS_H

#include "geometry.h"

struct lbm_exception {
  int32_t source; /* as in the source list of the tile */
  int32_t slot;   /* 64 * opposite[i] + node */
};

struct lbm_exceptions {
  /* [tiles + 1], index of the first exception of each tile. A tile without a source list has none, and neither has one
   * that needs its whole list. */
  size_t *begin;
  struct lbm_exception *at; /* [begin[tiles]] */
};

/* Finds the exceptions of full tiles that have source lists. Release them with lbm_exceptions_free, after an error too.
 * Uses OpenMP. */
int lbm_exceptions_make(struct lbm_exceptions *x, const struct lbm_geometry *g, struct tile_error *e);
void lbm_exceptions_free(struct lbm_exceptions *x);

/* Sets *offset to the place of population i of the node at -c_i. false: that node is not in a full tile. */
bool lbm_full_source(const struct lbm_geometry *g, size_t tile, int node, int i, size_t *offset);

#endif

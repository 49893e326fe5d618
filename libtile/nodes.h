/* SPDX-License-Identifier: BSD-3-Clause */
/* A part of internal.h: nodes and tiles by their number, and patches. */
#ifndef TILE_NODES_H
#define TILE_NODES_H

#include "tile_domain.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- numbers of nodes --------------------------------------------------- */

/* How many nodes of a mask of 64 come before `node`. */
static inline size_t tile_rank(uint64_t mask, int node)
{
  return (size_t)__builtin_popcountll(mask & ((UINT64_C(1) << node) - 1));
}

/* How many non-solid nodes of a tile of any edge come before `node`. */
static inline size_t tile_domain_rank(const struct tile_domain *d, size_t tile, int node)
{
  const uint64_t *mask = d->mask + tile * d->words;
  size_t before = tile_rank(mask[node / 64], node % 64);
  for (int w = 0; w < node / 64; w++)
    before += (size_t)__builtin_popcountll(mask[w]);
  return before;
}

/* Sets *first to the number of non-solid nodes before each tile, [tiles + 1]; the caller releases it. The edge of tiles is 4.
 * TILE_FAILED: there are `most` or more. domain.c */
int tile_domain_number(uint32_t **first, const struct tile_domain *d, uint64_t most, struct tile_error *e);

/* ---- around one tile ------------------------------- neighbours.c ---- */

/* The row of tile_neighbours for one tile. */
void tile_neighbours_of(const struct tile_lookup *l, size_t tile, int32_t near[TILE_WAYS]);

/* Is the patch an opening, rather than a face of the grid? patch_keys.c */
bool tile_patch_opens(const struct tile_patch *p);

#ifdef __cplusplus
}
#endif

#endif

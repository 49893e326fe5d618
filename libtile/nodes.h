/* SPDX-License-Identifier: BSD-3-Clause */
/* A part of internal.h: nodes and tiles by their number, and patches. */
#ifndef TILE_NODES_H
#define TILE_NODES_H

#include "tile_domain.h"

#include <string.h>

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

/* How many non-solid nodes a tile of any edge has. */
static inline int tile_nonsolid_of(const struct tile_domain *d, size_t tile)
{
  int count = 0;
  for (size_t w = 0; w < d->words; w++)
    count += __builtin_popcountll(d->mask[tile * d->words + w]);
  return count;
}

/* Sets *begin to the number of non-solid nodes before each tile, [tiles + 1]; the caller releases it. domain.c */
int tile_domain_begin(size_t **begin, const struct tile_domain *d, struct tile_error *e);

/* The same in 32 bits, for tiles with an edge of 4. TILE_FAILED: there are `most` nodes or more. domain.c */
int tile_domain_number(uint32_t **first, const struct tile_domain *d, uint64_t most, struct tile_error *e);

/* ---- around one tile ------------------------------- neighbours.c ---- */

/* The row of tile_neighbours for one tile. */
void tile_neighbours_of(const struct tile_lookup *l, size_t tile, int32_t near[TILE_WAYS]);

/* ---- patches --------------------------------------- patch_keys.c ---- */

/* Is the patch an opening, rather than a face of the grid? */
bool tile_patch_opens(const struct tile_patch *p);

/* The index of the patch whose name has these `length` characters; -1: there is none. */
int tile_patch_find(const struct tile_patch *patch, int patches, const char *name, size_t length);
static inline int tile_patch_named(const struct tile_domain *d, const char *name)
{
  return tile_patch_find(d->patch, d->patches, name, strlen(name));
}

#ifdef __cplusplus
}
#endif

#endif

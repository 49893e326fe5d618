/* SPDX-License-Identifier: BSD-3-Clause */
/* Parts of tile_measure_domain. */
#ifndef MEASURE_H
#define MEASURE_H

#include "memory.h"
#include "tile_measure.h"

/* Sets faces_per_tile, edges_per_tile, ghost_share and ghost_moves, those of D2Q9 (axes 2: of one slice) or D3Q19 (3).
 * contacts.c */
int measure_contacts(struct tile_measure *m, const struct tile_domain *d, int axes, struct tile_error *e);
/* Number of non-solid nodes with a link to solid or out of the grid, or with a mark. boundary.c */
int64_t measure_boundary(const struct tile_domain *d, const struct tile_bits *b);

/* Copies a domain without most of its empty layers of tiles. The caller releases s->coord with free(3); all other
 * members still belong to d. squeeze.c */
int tile_squeeze(struct tile_domain *s, const struct tile_domain *d, struct tile_error *e);
/* One bit for each node of such a copy. *b must be freed also after an error. measure.c */
int tile_squeezed_bits(struct tile_bits *b, const struct tile_domain *d, struct tile_error *e);

#endif

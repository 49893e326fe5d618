/* Parts of measuring a domain: libtile's own header. */
#ifndef MEASURE_H
#define MEASURE_H

#include "own.h"

/* faces_per_tile, edges_per_tile, ghost_share. contacts.c */
int measure_contacts(struct tile_measure *m, const struct tile_domain *d, struct tile_error *e);
/* Non-solid nodes with a link to solid or with a mark. boundary.c */
int64_t measure_boundary(const struct tile_domain *d, const struct tile_bits *b);

/* The same domain with fewer empty layers of tiles. All but s->coord, which the caller frees, stays d's. squeeze.c */
int tile_squeeze(struct tile_domain *s, const struct tile_domain *d, struct tile_error *e);

#endif

/* What the files of this room share: making, writing and reading a domain. */
#ifndef DOMAIN_H
#define DOMAIN_H

#include "stream.h"

/* Padded coordinate of a grid coordinate: shifted by the offset, cyclic along a periodic axis. domain.c */
int64_t tile_padded(const struct tile_domain *d, int axis, int64_t at);

/* ---- what domain_write.c and domain_read.c agree on ------- arrays.c --- */

/* Arrays in the order of the file. */
struct tile_array_kind {
  char tag[5];
  size_t values; /* per node */
};
#define TILE_ARRAYS 2
extern const struct tile_array_kind tile_array_kinds[TILE_ARRAYS];

int tile_nonsolid_of(const struct tile_domain *d, size_t tile);
/* Bytes of a TDIR entry: coordinates and mask. */
size_t tile_entry_bytes(const struct tile_domain *d);
enum { TILE_ENTRY_COORD = 12, TILE_MARK_BYTES = 12 };
_Static_assert(sizeof(struct tile_mark) == TILE_MARK_BYTES, "a mark in memory is a mark in the file");
/* The units TDIR (one per tile) and CLAS (one per tile with marks). */
int tile_digest_tiles(struct tile_digest *digest, const struct tile_domain *d, struct tile_error *e);
int tile_digest_marks(struct tile_digest *digest, const struct tile_domain *d, struct tile_error *e);

/* ---- keys of a domain ------------------------------ domain_keys.c --- */

/* Every key of a domain <-> the members of d that mirror them (tiles and nonsolid excepted). */
int tile_keys_to_domain(struct tile_domain *d, struct tile_error *e);
int tile_keys_from_domain(struct tile_domain *d, struct tile_error *e);

#endif

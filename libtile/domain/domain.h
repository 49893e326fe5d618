/* What the files of this room share: making, writing and reading a domain. */
#ifndef DOMAIN_H
#define DOMAIN_H

#include "stream.h"

/* Grid coordinates at the other end of a link; false: it leaves the grid. */
bool tile_link_end(const struct tile_domain *d, const int64_t at[3], int link, int64_t end[3]);
/* Padded coordinate of a grid coordinate: shifted by the offset, cyclic along a periodic axis. domain.c */
int64_t tile_padded(const struct tile_domain *d, int axis, int64_t at);

/* ---- what domain_write.c and domain_read.c agree on ------- arrays.c --- */

/* What the key `precision` may hold: fp64, fp32, fp16. */
#define TILE_PRECISIONS 3
extern const char *const tile_precision_names[TILE_PRECISIONS];
/* -1: none of them, or NULL. */
int tile_precision_of(const char *name);

/* Arrays in the order of the file. */
struct tile_array_kind {
  char tag[5];
  size_t values;                 /* per node */
  size_t bytes[TILE_PRECISIONS]; /* per value */
};
#define TILE_ARRAYS 2
extern const struct tile_array_kind tile_array_kinds[TILE_ARRAYS];

int tile_nonsolid_of(const struct tile_domain *d, size_t tile);
/* Bytes of a TDIR entry: coordinates and mask. */
size_t tile_entry_bytes(const struct tile_domain *d);
enum { TILE_ENTRY_COORD = 12, TILE_MARK_BYTES = 12 };
_Static_assert(sizeof(struct tile_mark) == TILE_MARK_BYTES, "a mark in memory is a mark in the file");
enum { TILE_CUT_BYTES = 12 }; /* of a WALL entry: tile, wall, two bytes 0 */
_Static_assert(sizeof(struct tile_wall) == TILE_CUT_BYTES - 6, "a wall in memory is that of the file and the digest");
/* The units TDIR (one per tile), CLAS and WALL (one per tile with marks, with walls). */
int tile_digest_tiles(struct tile_digest *digest, const struct tile_domain *d, struct tile_error *e);
int tile_digest_marks(struct tile_digest *digest, const struct tile_domain *d, struct tile_error *e);
void tile_digest_cuts_of(struct tile_digest *digest, const int32_t coord[3], const struct tile_wall *wall,
                         size_t count);
void tile_digest_cuts(struct tile_digest *digest, const struct tile_domain *d);

/* ---- keys of a domain ------------------------------ domain_keys.c --- */

/* Every key of a domain <-> the members of d that mirror them (tiles and nonsolid excepted). */
int tile_keys_to_domain(struct tile_domain *d, struct tile_error *e);
int tile_keys_from_domain(struct tile_domain *d, struct tile_error *e);

/* patch_keys.c */
int tile_patches_read(struct tile_domain *d, struct tile_error *e);
int tile_patches_set(struct tile_domain *d, struct tile_error *e);
/* Appends those that the header describes. */
int tile_patches_add_openings(struct tile_domain *d, struct tile_error *e);
int tile_patches_set_normals(struct tile_domain *d, struct tile_error *e);
bool tile_face_valid(const char *text);

#endif

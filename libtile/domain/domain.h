/* SPDX-License-Identifier: BSD-3-Clause */
/* Declarations shared by this folder: making, writing and reading a domain. */
#ifndef DOMAIN_H
#define DOMAIN_H

#include "stream.h"
#include "tile_domain.h"

/* Finds the grid coordinates at the other end of a link; false: the link leaves the grid. */
bool tile_link_end(const struct tile_domain *d, const int64_t at[3], int link, int64_t end[3]);
/* Padded coordinate of a grid coordinate. domain.c */
int64_t tile_padded(const struct tile_domain *d, int axis, int64_t at);

/* ---- arrays, entries, digest ------------------------------ arrays.c --- */

/* The values of the key `precision` (A2). */
#define TILE_PRECISIONS 3
extern const char *const tile_precision_names[TILE_PRECISIONS];
/* Index of a name; -1: not valid, or NULL. */
int tile_precision_of(const char *name);

/* The kinds of arrays, in the order of the file. */
struct tile_array_kind {
  char tag[5];
  size_t values;                 /* number of values of a node; 0: as many as the key `values` names */
  size_t bytes[TILE_PRECISIONS]; /* bytes of a value */
};
enum { TILE_ARRAYS = 3, TILE_ARRAY_VALUES = 0 };
extern const struct tile_array_kind tile_array_kinds[TILE_ARRAYS];
/* Finds the number of values of a node in a domain with this header. Errors as tile_values_read. */
int tile_array_values(size_t *count, const struct tile_array_kind *kind, const struct tile_header *h,
                      struct tile_error *e);

/* Bytes of a TDIR entry: coordinates and mask. */
size_t tile_entry_bytes(const struct tile_domain *d);
enum { TILE_ENTRY_COORD = 12, TILE_MARK_BYTES = 12 };
_Static_assert(sizeof(struct tile_mark) == TILE_MARK_BYTES, "a mark in memory is a mark in the file");
enum { TILE_CUT_BYTES = 12 }; /* bytes of a WALL entry: tile, struct tile_wall, two bytes 0 */
_Static_assert(sizeof(struct tile_wall) == TILE_CUT_BYTES - 6, "a wall in memory is that of the file and the digest");
/* Add the units of all tiles to the digest: TDIR, CLAS (tiles with marks), WALL (tiles with walls); _cuts_of adds one
 * tile. */
void tile_digest_tiles(struct tile_digest *digest, const struct tile_domain *d);
int tile_digest_marks(struct tile_digest *digest, const struct tile_domain *d, struct tile_error *e);
void tile_digest_cuts_of(struct tile_digest *digest, const int32_t coord[3], const struct tile_wall *wall,
                         size_t count);
void tile_digest_cuts(struct tile_digest *digest, const struct tile_domain *d);

/* ---- keys of a domain ------------------------------ domain_keys.c --- */

/* Set the members of d from the keys of its header, or these keys from the members, except tiles and nonsolid. */
int tile_keys_to_domain(struct tile_domain *d, struct tile_error *e);
int tile_keys_from_domain(struct tile_domain *d, struct tile_error *e);

/* ---- patches ---------------------------------------- patch_keys.c --- */

/* Read or set the key `patches`. */
int tile_patches_read(struct tile_domain *d, struct tile_error *e);
int tile_patches_set(struct tile_domain *d, struct tile_error *e);
/* Appends a patch for each opening of the header. */
int tile_patches_add_openings(struct tile_domain *d, struct tile_error *e);
/* Sets the normals of all patches, those of openings from the header. */
int tile_patches_set_normals(struct tile_domain *d, struct tile_error *e);
/* Is it "x-" ... "z+"? */
bool tile_face_valid(const char *text);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* A part of tile.h, which states the conventions: from bits to a domain. */
#ifndef TESSERA_TILE_MAKE_H
#define TESSERA_TILE_MAKE_H

#include "tile_domain.h"
#include "tile_voxels.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- making a domain from bits -------------------------------------- */

/* Orders of tiles: rows (x fastest, then y, then z); the Z-order curve, which interleaves the bits of the coordinates,
 * x lowest (Morton); the Hilbert curve of Skilling, AIP Conf. Proc. 707, 381 (2004). */
enum tile_order { TILE_ROWS, TILE_MORTON, TILE_HILBERT };

/* Members of a set of axes. */
enum { TILE_X = 1, TILE_Y = 2, TILE_Z = 4 };

/* Counts the tiles stored for each offset of the tiles: count[edge^3], of offset ox, oy, oz at index ox + edge * (oy +
 * edge * oz). periodic: set of axes. Uses OpenMP. TILE_USAGE: edge is not 2, 4, 8 or 16. TILE_REJECTED: a size of the
 * grid above 2^31 - 1. */
int tile_count_offsets(const struct tile_bits *b, int edge, unsigned periodic, int64_t *count, struct tile_error *e);

/* The same for the nodes of a domain, count[d->edge^3], whatever its own offset. Memory: one bit for each node, layers
 * without tiles left out. TILE_REJECTED: the grid has too many nodes. */
int tile_domain_offsets(const struct tile_domain *d, int64_t *count, struct tile_error *e);

/* The offset with the fewest tiles. */
struct tile_placement {
  int offset[3];              /* the first in the order of tile_count_offsets of several */
  int64_t tiles, tiles_plain; /* numbers of tiles stored: with this offset, and with the offset 0, 0, 0 */
};

/* Tries all offsets. Errors as tile_count_offsets. */
int tile_find_placement(struct tile_placement *best, const struct tile_bits *b, int edge, unsigned periodic,
                        struct tile_error *e);

/* How to make a domain. */
struct tile_make {
  int edge;              /* 2, 4, 8 or 16 */
  int offset[3];         /* 0 ... edge - 1 each */
  unsigned periodic;     /* set of axes */
  enum tile_order order; /* of the tiles */
  int patches;           /* number of patches */
  /* [patches], copied: valid names, each once, and faces, each once and none of a periodic axis; `normal` is ignored */
  const struct tile_patch *patch;
};

/* Checks edge, offset and patches, which do not depend on the voxels. TILE_USAGE: one of them is not valid. */
int tile_make_check(const struct tile_make *how, struct tile_error *e);

/* Makes a domain of a volume: tiles in the order asked for, marks and walls. header: that of the voxel stream, whose
 * keys and history are copied; NULL: none. Each opening of its key `openings` becomes a patch after those of `how`.
 * Walls of voxels that are solid are left out. Uses OpenMP. TILE_USAGE as tile_make_check, or a patch has the name of
 * an opening. TILE_REJECTED: more than 2^31 - 1 tiles, or 2^21 along an axis; a size of the grid above 2^31 - 1; a key
 * of the header breaks its rule; the key `mask` is less than the number of non-solid nodes. */
int tile_domain_make(struct tile_domain *d, const struct tile_bits *b, const struct tile_make *how,
                     const struct tile_header *header, struct tile_error *e);

/* Appends a patch at a face, makes the marks of all faces anew, and drops walls whose links leave through the patch.
 * After a failure the domain can only be released. TILE_USAGE as tile_make_check. TILE_REJECTED: the key `openings`
 * lacks a patch that is an opening. */
int tile_domain_add_patch(struct tile_domain *d, const struct tile_patch *patch, struct tile_error *e);

/* Sorts the coordinates and masks of tiles. Marks and walls, which refer to tiles by index, are not renumbered: the
 * domain must not have any. On failure *d is unchanged. TILE_REJECTED: more than 2^21 tiles along an axis. */
int tile_sort(struct tile_domain *d, enum tile_order order, struct tile_error *e);

#ifdef __cplusplus
}
#endif

#endif

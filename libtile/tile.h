/* SPDX-License-Identifier: BSD-3-Clause */
/* libtile: make, read, write and measure domains of sparse tiles. The formats are specified in tessera-tile(5); the
 * numbers of rules in parentheses, such as (H9), refer to that page. An example program is in libtile(3).
 *
 * Terms
 *   node       one lattice site, that is one voxel of the image; it is solid or non-solid (fluid)
 *   tile       a cube of edge^3 nodes with at least one non-solid node; cubes of solid nodes only are not stored
 *   domain     a list of tiles with their coordinates, one bit for each of their nodes, and the boundary conditions
 *   link       the vector from a node to one of its neighbours along a direction of D3Q19 (tile_link)
 *   wall       the place at which a surface cuts a link; thin wall: one between two non-solid nodes
 *   patch      a named part of the boundary through which fluid may enter or leave: a face of the grid or an opening
 *   mark       a list of the links of one node that leave through one patch or that a thin wall cuts
 *   component  a maximal set of non-solid nodes connected through the six faces of nodes (6-connected)
 *
 * Coordinates and sizes count nodes, and start at 0; other units are stated. Axes are x (column), y (row), z (slice),
 * in this order in every array of three. Wherever nodes, voxels or tiles are listed x varies fastest, then y, then z.
 *
 * A set of axes has bit a for axis a: TILE_X, TILE_Y, TILE_Z. A set of faces of the grid has bit a for the lower face
 * of axis a and bit a + 3 for its upper face. As text a face is the axis and its side: "x-", "x+", "y-", "y+", "z-",
 * "z+".
 *
 * Padded coordinates: X = x + offset; along a periodic axis X = (x + offset) mod (size of the grid). The tile of a node
 * has the coordinate floor(X / edge). Within its tile a node has the number n = x + edge * (y + edge * z), where x, y,
 * z are the padded coordinates modulo edge. In masks node n is bit n % 64 of word n / 64.
 *
 * Errors: a function with a parameter `struct tile_error *e` (never NULL) returns TILE_OK, or the status that it wrote
 * to e->code with one line of text. After TILE_OK the content of *e has no meaning. Any function of this kind may
 * return TILE_FAILED for lack of memory; the comments below name the other causes. Nothing here prints or ends the
 * process.
 *
 * Ownership: an object filled by a function _new, _open, _create, _make, _init or _read is released by the function
 * _free, _close or _discard of its family, which accepts a zeroed structure and, for a handle, NULL. When such a
 * function fails, there is nothing to release, and a handle is NULL. When any other function on a handle fails, that
 * handle can only be released, unless stated otherwise. Parameters are not kept after the return, and FILEs are never
 * closed, unless stated otherwise. Strings end with NUL.
 *
 * Threads: different threads may use different objects at the same time. Functions that take an object by a pointer to
 * const may share it. Some functions use OpenMP; results do not depend on the number of threads.
 *
 * Numbers in header values and messages have a decimal point, whatever the locale of the process. */
#ifndef TESSERA_TILE_H
#define TESSERA_TILE_H

#include "tile_domain.h"
#include "tile_error.h"
#include "tile_file.h"
#include "tile_make.h"
#include "tile_measure.h"
#include "tile_stream.h"
#include "tile_voxels.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- version -------------------------------------------------------- */

/* The version of this header. TILE_VERSION is 10000 * major + 100 * minor + patch level. */
#define TILE_VERSION_MAJOR 0
#define TILE_VERSION_MINOR 1
#define TILE_VERSION_PATCH 0
#define TILE_VERSION_OF(major, minor, patch) (10000 * (major) + 100 * (minor) + (patch))
#define TILE_VERSION TILE_VERSION_OF(TILE_VERSION_MAJOR, TILE_VERSION_MINOR, TILE_VERSION_PATCH)
/* The TILE_VERSION of the library that the program runs with. */
int tile_version(void);

#ifdef __cplusplus
}
#endif

#endif

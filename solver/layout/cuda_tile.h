/* SPDX-License-Identifier: BSD-3-Clause */
/* Data of tiles on a GPU other than populations. The CUDA backend uses them, and so does the forecast in programs that
 * are built without CUDA. */
#ifndef CUDA_TILE_H
#define CUDA_TILE_H

#include "lattice.h"
#include "physics.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The alignment of tiles in bytes, which is a sector of the memory. */
#define LBM_CUDA_ALIGN 32
/* Entries of the neighbourhood of a tile: 27, and one for the alignment. */
#define LBM_CUDA_NEAR 28
/* Bytes of all staging buffers, through which populations and fields are transferred. */
#define LBM_CUDA_STAGING ((size_t)64 << 20)

/* The most cut links of a tile that is not updated as a boundary tile. */
#define LBM_CUDA_CUTS 256

/* The number of turns of a time step in place (in_place.h) that start and report their progress together. */
#define LBM_CUDA_IN_PLACE 4

/* Counters of such a time step, as indices of words, each in a cache line of its own: turns that have started; leading
 * groups of which all turns have been read; from LBM_CUDA_READ on, for each group, the turns that have been read. */
enum { LBM_CUDA_BEGUN = 0, LBM_CUDA_CLEARED = 32, LBM_CUDA_READ = 64 };

/* Bytes of these counters, and of the groups for which each group waits in both kinds of time steps. */
static inline size_t lbm_cuda_in_place_bytes(size_t groups)
{
  return (LBM_CUDA_READ + 3 * groups) * sizeof(uint32_t);
}

/* Addressing by lists: words of the row of a tile, and of the list of a node. */
#define LBM_CUDA_ROW 32
#define LBM_CUDA_LIST 6

/* One tile, 16 bytes: the data with which the tile and its neighbours find a population. */
struct lbm_cuda_tile {
  uint32_t low, high; /* occupancy mask: z = 0, 1 and z = 2, 3 */
  uint32_t base;      /* begin of its values, in units of LBM_CUDA_ALIGN bytes */
  uint32_t stride;    /* number of values from one population to the next */
};

/* A boundary tile: the kernel of plain tiles leaves it out, because it has nodes of patches or a source list. */
struct lbm_cuda_boundary_tile {
  uint32_t tile, row; /* index of the tile, and of its row in lbm_cuda_domain.near */
  uint32_t columns;   /* columns of its source list (see geometry.h); 0: it has none */
  uint64_t list;      /* begin of its source list in `source` */
  uint64_t boundary;  /* begin of its boundary nodes in `boundary` */
  uint16_t first[65]; /* the entries of node n are boundary + first[n] ... boundary + first[n + 1] - 1 */
  /* In-place order: the place at which its new values are kept until the end of the time step, in units of
   * LBM_CUDA_ALIGN bytes. */
  uint32_t aside;
};

/* Bytes that a time step reads for a tile: its neighbourhood without the corners, LBM_Q tiles with itself. */
#define LBM_CUDA_TILE_READ (LBM_CUDA_NEAR * sizeof(int32_t) + LBM_Q * sizeof(struct lbm_cuda_tile))

/* Lists are faster than masks if the fraction of non-solid nodes in tiles is below this number: they read 24 bytes more
 * for each node, and save arithmetic for all nodes of a tile. With interpolated walls they are always faster. Measured
 * in tests/bench/RESULTS.md. */
static inline double lbm_cuda_lists_below(enum lbm_precision p, bool cuts, bool mrt)
{
  enum { ALWAYS = 2 };
  static const struct {
    double pairs, mrt; /* BGK and TRT; MRT */
  } below[LBM_PRECISIONS] = {
      /* in the order of LBM_PRECISION_ROWS: fp64, fp32, fp64/fp32, fp32/fp16 */
      {0.55, 0.7},
      {0.7, 0.92},
      {ALWAYS, ALWAYS},
      {ALWAYS, ALWAYS},
  };
  return cuts ? ALWAYS : mrt ? below[p].mrt : below[p].pairs;
}

/* Words of interpolated walls with addressing by lists: one for each cut link, a quarter for each node, rounded up in
 * each tile, and 4 for the alignment to 16 bytes. */
static inline size_t lbm_cuda_wall_words(size_t cuts, size_t tiles, size_t nodes)
{
  return cuts ? cuts + nodes / 4 + tiles + 4 : 0;
}

/* Bytes of the source lists. wall_words: as above. */
static inline size_t lbm_cuda_lists_bytes(size_t tiles, size_t nodes, size_t wall_words)
{
  return (tiles * LBM_CUDA_ROW + (nodes + 64) * LBM_CUDA_LIST + wall_words) * sizeof(uint32_t);
}

/* Bytes of boundary tiles, entries of `boundary`, and entries of `source`. A time step reads all of them. */
static inline size_t lbm_cuda_boundary_bytes(size_t boundary_tiles, size_t nodes, size_t sources)
{
  return boundary_tiles * sizeof(struct lbm_cuda_boundary_tile) + nodes * sizeof(struct lbm_boundary_node) +
         sources * sizeof(int32_t);
}

/* Bytes of all these data. The uint64_t of each tile is the number of its first node. */
static inline size_t lbm_cuda_bytes(size_t tiles, size_t boundary_tiles, size_t nodes, size_t sources)
{
  return tiles * (sizeof(struct lbm_cuda_tile) + LBM_CUDA_NEAR * sizeof(int32_t) + sizeof(uint64_t)) +
         lbm_cuda_boundary_bytes(boundary_tiles, nodes, sources);
}

#endif

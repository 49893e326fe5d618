/* What a GPU holds of each tile beside its populations: for the CUDA backend, and for the forecast, which programs
 * without CUDA make too. */
#ifndef CUDA_TILE_H
#define CUDA_TILE_H

#include "lattice.h"
#include "physics.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Tiles begin at multiples of so many bytes: a sector of the memory. */
#define LBM_CUDA_ALIGN 32
/* Entries of the neighbourhood of a tile: 27, and one that keeps it aligned. */
#define LBM_CUDA_NEAR 28
/* Bytes through which populations and fields travel, all windows together. */
#define LBM_CUDA_STAGING ((size_t)64 << 20)

/* Cut links of a tile that is not updated as a boundary tile. */
#define LBM_CUDA_CUTS 256

/* Turns of a pass in one copy (in_place.h) that are begun, and told of, at once. */
#define LBM_CUDA_IN_PLACE 4

/* What such a pass counts, in words: in_place begun; groups, from the first on, all of whose in_place have been read; in_place read of each
 * group. In lines of their own. */
enum { LBM_CUDA_BEGUN = 0, LBM_CUDA_CLEARED = 32, LBM_CUDA_READ = 64 };

/* That, and for whom each group waits in passes of both kinds. */
static inline size_t lbm_cuda_in_place_bytes(size_t groups)
{
  return (LBM_CUDA_READ + 3 * groups) * sizeof(uint32_t);
}

/* Where sources are listed: words of a tile's row, and of a node's list. */
#define LBM_CUDA_ROW 32
#define LBM_CUDA_LIST 6

/* One tile, 16 bytes: what its neighbours and it must know to find a population. */
struct lbm_cuda_tile {
  uint32_t low, high; /* occupancy mask: z = 0, 1 and z = 2, 3 */
  uint32_t base;      /* of its values, in LBM_CUDA_ALIGN bytes */
  uint32_t stride;    /* values from one population to the next */
};

/* A tile that the kernel of plain tiles leaves out: with nodes of patches, or with a source list. */
struct lbm_cuda_boundary_tile {
  uint32_t tile, row; /* its number, and its row of lbm_cuda_domain.near */
  uint32_t columns;   /* of its source list (see geometry.h); 0: none */
  uint64_t list;      /* begin in `source` */
  uint64_t boundary;  /* begin in `boundary` */
  uint16_t first[65]; /* entries of node n, in order: boundary + first[n] to boundary + first[n + 1] */
  uint32_t aside;     /* in one copy: where its values wait for the end of the pass, in LBM_CUDA_ALIGN bytes */
};

/* Of a tile and its neighbourhood (LBM_Q with itself: no corners) in each step. */
#define LBM_CUDA_TILE_READ (LBM_CUDA_NEAR * sizeof(int32_t) + LBM_Q * sizeof(struct lbm_cuda_tile))

/* Lists pay below this share of non-solid nodes in tiles: they move 24 bytes a node more, in place of arithmetic for every node
 * of a tile; with interpolated walls they always do. Measured: tests/bench/RESULTS.md. */
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

/* Words of interpolated walls beside lists: of each cut link, a quarter of one for each node, with at most one in each tile to fill
 * the last, and as many as fill 16 bytes. */
static inline size_t lbm_cuda_wall_words(size_t cuts, size_t tiles, size_t nodes)
{
  return cuts ? cuts + nodes / 4 + tiles + 4 : 0;
}

/* Of the lists of so many tiles and nodes, and of words of walls. */
static inline size_t lbm_cuda_lists_bytes(size_t tiles, size_t nodes, size_t wall_words)
{
  return (tiles * LBM_CUDA_ROW + (nodes + 64) * LBM_CUDA_LIST + wall_words) * sizeof(uint32_t);
}

/* Of boundary tiles, entries of `boundary` and those of `source`, which a step reads too. */
static inline size_t lbm_cuda_boundary_bytes(size_t boundary_tiles, size_t nodes, size_t sources)
{
  return boundary_tiles * sizeof(struct lbm_cuda_boundary_tile) + nodes * sizeof(struct lbm_boundary_node) +
         sources * sizeof(int32_t);
}

/* Of all of it; 8: the number of the tile's first node. */
static inline size_t lbm_cuda_bytes(size_t tiles, size_t boundary_tiles, size_t nodes, size_t sources)
{
  return tiles * (sizeof(struct lbm_cuda_tile) + LBM_CUDA_NEAR * sizeof(int32_t) + sizeof(uint64_t)) +
         lbm_cuda_boundary_bytes(boundary_tiles, nodes, sources);
}

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* The geometry of a subdomain, found once when a flow is opened: the places of the populations, the neighbours of
 * tiles, the sources of populations next to solid nodes, the nodes of patches and the links that walls cut. */
#ifndef GEOMETRY_H
#define GEOMETRY_H

#include "arrangement.h"
#include "lattice.h"
#include "layout.h"
#include "subdomain.h"
#include "physics.h"

/* The number of columns of a source list is a multiple of this. */
#define LBM_LIST_STEP 16

/* Kernels read this many cut links at once, beyond the last one too. */
#define LBM_WALL_LINK_STEP 16

/* The storage of populations that a backend requires. */
struct lbm_storage {
  enum lbm_layout layout;
  size_t align;  /* tiles begin at multiples of this number of values */
  bool masks;    /* source lists are made only for tiles for which masks are not enough */
  bool arranged; /* blocks are arranged as in arrangement.h; else all lie by rows */
  bool flat;     /* one slice, periodic along z: the velocity along z is ignored */
};

struct lbm_cap;

struct lbm_geometry {
  const struct tile_domain *domain; /* that of the subdomain, not owned */
  size_t begin, end;                /* its own tiles, which are updated, see subdomain.h */
  struct lbm_storage storage;
  int32_t (*near)[TILE_WAYS]; /* [tiles], as tile_neighbours makes it */
  /* [tiles + 1], index of the first value of each tile. Population i of a node is at base[t] + i * stride + column. */
  size_t *base;
  size_t values;   /* number of values of one copy of the populations, padding included */
  size_t nonsolid; /* number of non-solid nodes of the own tiles */
  /* The source list of tile t: population i of column c comes from the value base[t] + source[list[t] + (i - 1) *
   * columns + c], where `columns` is the number of columns of the tile, rounded up to LBM_LIST_STEP. It contains
   * half-way bounce-back and seams that cut tiles. list[t] == list[t + 1]: the tile has no list. It needs none if it
   * and its neighbours are full, since then the offsets of all sources are known; with storage.masks it needs none
   * either if only solid nodes cut its links. */
  size_t *list;           /* [tiles + 1] */
  int32_t *source;        /* [list[tiles]] */
  size_t *boundary_begin; /* [tiles + 1], index of the first boundary node of each tile */
  enum lbm_walls walls;
  size_t *wall_link_begin; /* [tiles + 1], index of the first cut link of each tile; NULL: all walls are half-way */
  struct lbm_wall_link *wall_link;    /* sorted by tile, column and link; LBM_WALL_LINK_STEP unused ones follow */
  struct lbm_boundary_node *boundary; /* sorted by tile, boundary condition (enum lbm_boundary) and patch */
  struct lbm_condition
      *condition; /* [conditions], those of the patches, then those of single nodes or links, see profile.c */
  size_t conditions;
  size_t
      *profile; /* [patches], index of the first condition of single nodes or links; 0: the patch has one condition */
  struct lbm_cap *cap; /* [patches], used where places have conditions of their own */
};

/* Places the tiles of a subdomain in memory and makes the source lists; lbm_geometry_make of boundary.h makes the rest.
 * Release with lbm_tiles_release, after an error too. TILE_REJECTED: two tiles have the same coordinates. TILE_FAILED:
 * sources are too far away for an offset of 32 bits. */
int lbm_tiles_place(struct lbm_geometry *g, const struct lbm_subdomain *part, const struct lbm_storage *storage,
                    enum lbm_walls walls, struct tile_error *e);
void lbm_tiles_release(struct lbm_geometry *g);

static inline size_t lbm_stride(const struct lbm_geometry *g, size_t tile)
{
  return (size_t)lbm_columns_of(g->storage.layout, __builtin_popcountll(g->domain->mask[tile]));
}

/* The column of a node in the block of its tile. */
static inline int lbm_column(const struct lbm_geometry *g, size_t tile, int node)
{
  return lbm_column_of(g->storage.layout, g->domain->mask[tile], node);
}

/* The set of columns that have a non-solid node, one bit for each. */
static inline uint64_t lbm_used_columns(const struct lbm_geometry *g, size_t tile)
{
  return lbm_layouts[g->storage.layout].sparse ? UINT64_MAX >> (64 - lbm_stride(g, tile)) : g->domain->mask[tile];
}

/* The place of population i of a non-solid node. */
static inline size_t lbm_offset(const struct lbm_geometry *g, size_t tile, int node, int i)
{
  const int at = g->storage.arranged ? lbm_layouts[g->storage.layout].arranged(g->domain->mask[tile], node, i)
                                     : lbm_column(g, tile, node);
  return g->base[tile] + (size_t)i * lbm_stride(g, tile) + (size_t)at;
}

/* The tile that contains a place. */
size_t lbm_tile_at(const struct lbm_geometry *g, size_t place);

/* The place from which population i of a node comes in a time step that gathers. At a wall at rest it is that of the
 * opposite population of the node itself. */
size_t lbm_source(const struct lbm_geometry *g, size_t tile, int node, int i);
/* The same for a tile that has a source list. */
size_t lbm_listed_source(const struct lbm_geometry *g, size_t tile, int node, int i);
/* Does the population that leaves a node along link i bounce back? It does if no non-solid node is there, or a wall
 * cuts the link. */
static inline bool lbm_comes_back(const struct lbm_geometry *g, size_t tile, int node, int i)
{
  return lbm_source(g, tile, node, lbm_opposite[i]) == lbm_offset(g, tile, node, i);
}

/* Bytes of the geometry without cut links. sources and nodes: numbers of entries of `source` and `boundary`. */
static inline size_t lbm_geometry_bytes(size_t tiles, size_t sources, size_t nodes)
{
  return tiles * (TILE_WAYS * sizeof(int32_t) + 3 * sizeof(size_t)) + sources * sizeof(int32_t) +
         nodes * sizeof(struct lbm_boundary_node);
}

/* Bytes of the cut links. */
static inline size_t lbm_wall_links_bytes(const struct lbm_geometry *g)
{
  const size_t tiles = g->domain->tiles, cuts = g->wall_link_begin ? g->wall_link_begin[tiles] : 0;
  return g->wall_link_begin
             ? (tiles + 1) * sizeof *g->wall_link_begin + (cuts + LBM_WALL_LINK_STEP) * sizeof *g->wall_link
             : 0;
}

/* Makes the source lists, in lists.c. TILE_FAILED as lbm_tiles_place. */
int lbm_lists_make(struct lbm_geometry *g, struct tile_error *e);

#endif

/* What a node is, decided once when the domain is loaded: where each tile's
 * populations lie, which tiles are neighbours, where the populations of tiles
 * next to solid come from, and what the few nodes of patches need in addition. */
#ifndef GEOMETRY_H
#define GEOMETRY_H

#include "arrangement.h"
#include "lattice.h"
#include "layout.h"
#include "subdomain.h"
#include "physics.h"
#include "internal.h"

/* Columns of source lists come in multiples of this. */
#define LBM_LIST_STEP 16

/* So many cuts are read at once, beyond the last too. */
#define LBM_WALL_LINK_STEP 16

/* What a backend wants of the offsets of populations. */
struct lbm_storage {
  enum lbm_layout layout;
  size_t align;  /* values: tiles start at multiples */
  bool masks;    /* lists only where the masks of tiles are not enough */
  bool arranged; /* blocks of populations are arranged as arrangement.h says; else all by rows */
  bool flat;     /* of one slice, periodic along z: what moves along z stays in its tile */
};

struct lbm_rim;

struct lbm_geometry {
  const struct tile_domain *domain;
  size_t begin, end; /* the tiles that are updated; those of other parts lie around them (subdomain.h) */
  struct lbm_storage storage;
  int32_t (*near)[TILE_WAYS];
  size_t *base;  /* tiles + 1: first value of each tile; population i of a node is at
                     base[t] + i * stride + column */
  size_t values; /* per copy of the populations, padding included */
  size_t nonsolid;
  /* A tile with 64 nodes among such tiles needs no list: every source is at a known offset; with
   * storage.masks the same holds wherever links are cut by solid nodes alone. Every other tile has one:
   * source[list[t] + (i - 1) * columns + c] is where population i of column c comes from, relative to base[t]
   * (half-way bounce-back and odd periodic seams are in it). columns: the tile's, rounded up to LBM_LIST_STEP.
   * list[t] == list[t + 1]: none. */
  size_t *list; /* tiles + 1 */
  int32_t *source;
  size_t *boundary_begin; /* tiles + 1 */
  enum lbm_walls walls;
  size_t *wall_link_begin;            /* tiles + 1; NULL: all walls are half-way */
  struct lbm_wall_link *wall_link;    /* of a tile: by column, then link */
  struct lbm_boundary_node *boundary; /* of a tile: in the order of closures, then of patches */
  struct lbm_condition *condition;    /* of the patches, then of single nodes of them: profile.c */
  size_t conditions;
  size_t *profile;     /* of each patch: the first of its nodes; 0: it has one condition */
  struct lbm_rim *rim; /* of each patch, where it is an opening with a profile */
};

/* Places the tiles of a subdomain, and lists sources where masks are not enough; boundary.h does the rest. */
int lbm_tiles_place(struct lbm_geometry *g, const struct lbm_subdomain *part, const struct lbm_storage *storage,
                    enum lbm_walls walls, struct tile_error *e);
void lbm_tiles_release(struct lbm_geometry *g);

static inline size_t lbm_stride(const struct lbm_geometry *g, size_t tile)
{
  return (size_t)lbm_columns_of(g->storage.layout, __builtin_popcountll(g->domain->mask[tile]));
}

/* Columns of a tile's block: its non-solid nodes, or all of them. */
static inline int lbm_column(const struct lbm_geometry *g, size_t tile, int node)
{
  return lbm_column_of(g->storage.layout, g->domain->mask[tile], node);
}

/* Bits of the columns that have a node. */
static inline uint64_t lbm_used_columns(const struct lbm_geometry *g, size_t tile)
{
  return lbm_layouts[g->storage.layout].sparse ? UINT64_MAX >> (64 - lbm_stride(g, tile)) : g->domain->mask[tile];
}

/* Place of population i of a non-solid node. */
static inline size_t lbm_offset(const struct lbm_geometry *g, size_t tile, int node, int i)
{
  const int at = g->storage.arranged ? lbm_layouts[g->storage.layout].arranged(g->domain->mask[tile], node, i)
                                     : lbm_column(g, tile, node);
  return g->base[tile] + (size_t)i * lbm_stride(g, tile) + (size_t)at;
}

/* The tile that has a place. */
size_t lbm_tile_at(const struct lbm_geometry *g, size_t place);

/* Where population i of a node comes from in a step that gathers: its own opposite one behind a wall at rest. */
size_t lbm_source(const struct lbm_geometry *g, size_t tile, int node, int i);
/* The same by the list of a tile that has one. */
size_t lbm_listed_source(const struct lbm_geometry *g, size_t tile, int node, int i);
/* Does what leaves a node along link i come back to it? There is no node, or a wall that cuts the link. */
static inline bool lbm_comes_back(const struct lbm_geometry *g, size_t tile, int node, int i)
{
  return lbm_source(g, tile, node, lbm_opposite[i]) == lbm_offset(g, tile, node, i);
}

/* Of all of it, given the entries of `source` and `boundary`. */
static inline size_t lbm_geometry_bytes(size_t tiles, size_t sources, size_t nodes)
{
  return tiles * (TILE_WAYS * sizeof(int32_t) + 3 * sizeof(size_t)) + sources * sizeof(int32_t) +
         nodes * sizeof(struct lbm_boundary_node);
}

/* Of cuts. */
static inline size_t lbm_wall_links_bytes(const struct lbm_geometry *g)
{
  const size_t tiles = g->domain->tiles, cuts = g->wall_link_begin ? g->wall_link_begin[tiles] : 0;
  return g->wall_link_begin
             ? (tiles + 1) * sizeof *g->wall_link_begin + (cuts + LBM_WALL_LINK_STEP) * sizeof *g->wall_link
             : 0;
}

/* lists.c */
int lbm_lists_make(struct lbm_geometry *g, struct tile_error *e);

#endif

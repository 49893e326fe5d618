/* What a node is, decided once when the domain is loaded: where each tile's
 * populations lie, which tiles are neighbours, where the populations of tiles
 * beside solid come from, and what the few nodes of patches need besides. */
#ifndef GEOMETRY_H
#define GEOMETRY_H

#include "lattice.h"
#include "physics.h"
#include "tile.h"

enum lbm_special_kind {
  LBM_MOVING, /* links that leave through a moving wall */
  LBM_PLANE   /* links that leave through a velocity or pressure plane */
};

/* A node of a patch. */
struct lbm_special {
  uint8_t column; /* of the tile's block: see lbm_column */
  uint8_t kind, axis, outward; /* outward: 1 on the + face */
  uint16_t patch; /* 0-based */
  uint32_t links;
};

/* Columns of source lists come in multiples of this. */
#define LBM_LIST_STEP 16

struct lbm_geometry {
  const struct tile_domain *domain;
  enum lbm_layout layout;
  int32_t (*near)[27];
  size_t *base;   /* tiles + 1: first value of each tile; population i of a node is at
                     base[t] + i * stride + column */
  size_t values;  /* per copy of the populations, padding included */
  size_t nonsolid;
  /* A tile with 64 nodes among such tiles needs no list: every source is at a known place. Every other
   * tile has one: source[list[t] + (i - 1) * columns + c] is where population i of column c comes from,
   * relative to base[t] (half-way bounce-back and odd periodic seams are in it). columns: the tile's,
   * rounded up to LBM_LIST_STEP. list[t] == list[t + 1]: none. */
  size_t *list; /* tiles + 1 */
  int32_t *source;
  size_t *special_begin; /* tiles + 1 */
  struct lbm_special *special; /* of a tile: walls first, then planes in patch order */
};

/* Tiles start at multiples of `align` values. `condition` (one per patch)
 * decides which patch owns a link that leaves through two faces. */
int lbm_geometry_make(struct lbm_geometry *g, const struct tile_domain *d, enum lbm_layout layout,
                      size_t align, const struct lbm_condition *condition, struct tile_error *e);
void lbm_geometry_free(struct lbm_geometry *g);

static inline size_t lbm_stride(const struct lbm_geometry *g, size_t tile)
{
  return g->layout == LBM_PACKED ? (size_t)__builtin_popcountll(g->domain->mask[tile]) : 64;
}

/* Columns of a tile's block: its non-solid nodes (packed) or all of them. */
static inline int lbm_column(const struct lbm_geometry *g, size_t tile, int node)
{
  uint64_t below = g->domain->mask[tile] & (((uint64_t)1 << node) - 1);
  return g->layout == LBM_PACKED ? __builtin_popcountll(below) : node;
}

/* Place of population i of a non-solid node. */
static inline size_t lbm_place(const struct lbm_geometry *g, size_t tile, int node, int i)
{
  return g->base[tile] + (size_t)i * lbm_stride(g, tile) + (size_t)lbm_column(g, tile, node);
}

/* lists.c, special.c */
int lbm_lists_make(struct lbm_geometry *g, struct tile_error *e);
int lbm_specials_make(struct lbm_geometry *g, const struct lbm_condition *condition, struct tile_error *e);

#endif

/* What a node is, decided once when the domain is loaded: where each tile's
 * populations lie, which tiles are neighbours, where the populations of tiles
 * next to solid come from, and what the few nodes of patches need in addition. */
#ifndef GEOMETRY_H
#define GEOMETRY_H

#include "arrangement.h"
#include "lattice.h"
#include "physics.h"
#include "own.h"

/* Columns of source lists come in multiples of this. */
#define LBM_LIST_STEP 16

/* What a backend wants of the places of populations. */
struct lbm_places {
  enum lbm_layout layout;
  size_t align;  /* values: tiles start at multiples */
  bool masks;    /* lists only where the masks of tiles are not enough */
  bool arranged; /* blocks of populations are arranged as arrangement.h says; else all by rows */
};

struct lbm_geometry {
  const struct tile_domain *domain;
  struct lbm_places places;
  int32_t (*near)[27];
  size_t *base;   /* tiles + 1: first value of each tile; population i of a node is at
                     base[t] + i * stride + column */
  size_t values;  /* per copy of the populations, padding included */
  size_t nonsolid;
  /* A tile with 64 nodes among such tiles needs no list: every source is at a known place; with
   * places.masks the same holds wherever links are cut by solid nodes alone. Every other tile has one:
   * source[list[t] + (i - 1) * columns + c] is where population i of column c comes from, relative to base[t]
   * (half-way bounce-back and odd periodic seams are in it). columns: the tile's, rounded up to LBM_LIST_STEP.
   * list[t] == list[t + 1]: none. */
  size_t *list; /* tiles + 1 */
  int32_t *source;
  size_t *special_begin; /* tiles + 1 */
  struct lbm_special *special; /* of a tile: walls first, then planes in patch order */
};

/* `condition` (one per patch) decides which patch owns a link that leaves through two faces. */
int lbm_geometry_make(struct lbm_geometry *g, const struct tile_domain *d, const struct lbm_places *places,
                      const struct lbm_condition *condition, struct tile_error *e);
void lbm_geometry_free(struct lbm_geometry *g);

static inline size_t lbm_stride(const struct lbm_geometry *g, size_t tile)
{
  return g->places.layout == LBM_PACKED ? (size_t)__builtin_popcountll(g->domain->mask[tile]) : 64;
}

/* Columns of a tile's block: its non-solid nodes (packed) or all of them. */
static inline int lbm_column(const struct lbm_geometry *g, size_t tile, int node)
{
  uint64_t below = g->domain->mask[tile] & (((uint64_t)1 << node) - 1);
  return g->places.layout == LBM_PACKED ? __builtin_popcountll(below) : node;
}

/* The same where nodes are counted in another order. */
static inline int lbm_ordered_column(const struct lbm_geometry *g, size_t tile, int node, enum lbm_order order)
{
  uint64_t mask = g->domain->mask[tile];
  for (int o = LBM_XYZ; o < (int)order; o++)
    mask = lbm_next_order(mask);
  const int bit = lbm_bit(order, node & 3, node >> 2 & 3, node >> 4);
  return __builtin_popcountll(mask & (((uint64_t)1 << bit) - 1));
}

/* Place of population i of a non-solid node. */
static inline size_t lbm_place(const struct lbm_geometry *g, size_t tile, int node, int i)
{
  int at = lbm_column(g, tile, node);
  if (g->places.arranged && g->places.layout == LBM_T2C)
    at = lbm_slot(i, node);
  if (g->places.arranged && g->places.layout == LBM_PACKED)
    at = lbm_ordered_column(g, tile, node, lbm_order(i));
  return g->base[tile] + (size_t)i * lbm_stride(g, tile) + (size_t)at;
}

/* Of all of it, given the entries of `source` and `special`. */
static inline size_t lbm_geometry_bytes(size_t tiles, size_t sources, size_t specials)
{
  return tiles * (27 * sizeof(int32_t) + 3 * sizeof(size_t)) + sources * sizeof(int32_t) +
         specials * sizeof(struct lbm_special);
}

/* lists.c, special.c */
int lbm_lists_make(struct lbm_geometry *g, struct tile_error *e);
int lbm_specials_make(struct lbm_geometry *g, const struct lbm_condition *condition, struct tile_error *e);

#endif

/* What a node is, decided once when the domain is loaded: where each tile's
 * populations lie, which tiles are neighbours, and a list of special links for
 * the few nodes that need more than the occupancy masks say. */
#ifndef GEOMETRY_H
#define GEOMETRY_H

#include "lattice.h"
#include "physics.h"
#include "tile.h"

enum lbm_special_kind {
  LBM_SOURCE, /* population `link` comes from value `source` (across an odd periodic seam) */
  LBM_CUT,    /* links cut by a thin wall: bounce back although both nodes are fluid */
  LBM_MOVING, /* links that leave through a moving wall */
  LBM_PLANE   /* links that leave through a velocity or pressure plane */
};

struct lbm_special {
  uint8_t node, kind, link, patch; /* patch: 0-based */
  uint32_t links;
  uint64_t source;
};

struct lbm_geometry {
  const struct tile_domain *domain;
  enum lbm_layout layout;
  int32_t (*near)[27];
  size_t *base;         /* tiles + 1: first value of each tile; value i of node n of tile t is at
                           base[t] + i * stride + rank, see lbm_place */
  size_t values;        /* per copy of the populations, padding included */
  size_t *special_begin; /* tiles + 1 */
  struct lbm_special *special;
  size_t nonsolid;
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

/* Place of population i of a non-solid node. */
static inline size_t lbm_place(const struct lbm_geometry *g, size_t tile, int node, int i)
{
  uint64_t below = g->domain->mask[tile] & (((uint64_t)1 << node) - 1);
  size_t rank = g->layout == LBM_PACKED ? (size_t)__builtin_popcountll(below) : (size_t)node;
  return g->base[tile] + (size_t)i * lbm_stride(g, tile) + rank;
}

#endif

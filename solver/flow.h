/* The inside of a flow; lbm.h is its outside. */
#ifndef FLOW_H
#define FLOW_H

#include "backend.h"

#include <math.h>

struct lbm {
  const struct tile_domain *domain;
  struct lbm_setup setup;
  struct lbm_geometry geometry;
  const struct lbm_backend *backend;
  void *state;
  struct lbm_task task, snapshot; /* now; when the populations were copied */
  int64_t step;
};

/* In node, direction order and the precision of the flow. */
void lbm_load_node(const struct lbm *l, double f[LBM_Q], const void *values, size_t n);
/* Populations of a tile as the collision left them, which those of cut links are not stored as (cut_links.h); and from there to
 * what is stored. */
int lbm_get_restored(struct lbm *l, size_t tile, void *all, struct tile_error *e);
void lbm_store_cuts(const struct lbm *l, size_t tile, void *all);
/* Density - 1 and velocity of a node from its (post-collision) populations. */
void lbm_node_fields(const struct lbm *l, double field[4], const double f[LBM_Q]);
int lbm_start_at_rest(struct lbm *l, struct tile_error *e);

static inline double lbm_speed(const double field[4])
{
  return sqrt(field[1] * field[1] + field[2] * field[2] + field[3] * field[3]);
}

static inline size_t lbm_nodes_of(const struct lbm *l, size_t tile)
{
  return (size_t)__builtin_popcountll(l->domain->mask[tile]);
}

#endif

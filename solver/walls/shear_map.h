/* SPDX-License-Identifier: BSD-3-Clause */
/* Wall shear as a linear function of the moments of the flow, found once and computed as often as it is wanted. A
 * process has the nodes beside walls of its own tiles, and takes the moments of nodes around them from others. */
#ifndef SHEAR_MAP_H
#define SHEAR_MAP_H

#include "wall_fit.h"

/* A share of the velocities and of density - 1 of a node. */
struct lbm_shear_share {
  uint32_t node; /* number in the order of tiles and nodes */
  float velocity[2], push[2];
};
/* Row n belongs to node n of `walls`, and has share[begin[n]] ... share[begin[n + 1] - 1]. */
struct lbm_shear_row {
  double axis[2][3], constant[2];
  uint32_t own; /* number of the node itself */
};
struct lbm_shear_map {
  const struct lbm *flow;
  struct lbm_wall_nodes walls;
  size_t nodes;              /* of the domain, not solid */
  size_t from, to;           /* those of this process are from ... to - 1 */
  struct lbm_tile_halo halo; /* of numbers of nodes of other processes */
  size_t *begin;
  struct lbm_shear_row *row;
  struct lbm_shear_share *share;
};
/* About 1.7 KB for each node beside a wall. Release with lbm_shear_map_free, also after an error. TILE_USAGE: 2^32 nodes
 * or more. Collective. */
int lbm_shear_map_make(struct lbm_shear_map *m, struct lbm *flow, struct tile_error *e);
void lbm_shear_map_free(struct lbm_shear_map *m);
/* Sets the moments of the nodes of other processes that lbm_shear_map_get needs. at: [m->nodes], of which those of this
 * process are set. Collective. */
void lbm_shear_map_exchange(struct lbm_shear_map *m, struct lbm_moments *at);
/* Sets the force of the flow on the wall per area at node n of m->walls, in lattice units. at: [m->nodes]. */
void lbm_shear_map_get(double shear[3], const struct lbm_shear_map *m, const struct lbm_moments *at, size_t n);

#endif

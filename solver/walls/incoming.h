/* SPDX-License-Identifier: BSD-3-Clause */
/* Incoming populations of nodes in the next time step, on the host, whatever the device of the flow. They are gathered
 * from a copy of the stored populations, and the functions of the time step itself apply boundary conditions
 * (boundary_conditions.h). Stress, forces and fluxes on walls are computed from them, for that time. */
#ifndef INCOMING_H
#define INCOMING_H

#include "arrive.h"
#include "incoming_halo.h"
#include "boundary.h"
#include "lbm.h"

/* Tile numbers are those of part.domain; nodes are those of the process's own tiles. */
struct lbm_incoming {
  struct lbm *flow;          /* the caller's; it must not change between the copy and the use of the copy */
  struct lbm_subdomain part; /* of this process; a single one has the whole domain, even if the flow is divided */
  struct lbm_geometry geometry;
  struct lbm_tile_halo halo;
  const bool *chosen; /* the tiles that are copied; NULL: all */
  void *values;       /* populations in the precision of the flow, less their weights */
  struct tile_lookup lookup;
};
/* Makes a copy of the populations, and lists that say where they come from. All processes call it together. Release
 * with lbm_incoming_free, also after an error. */
int lbm_incoming_make(struct lbm_incoming *a, struct lbm *flow, struct tile_error *e);
/* The same in three steps: open allocates the copy; choose says which tiles to copy (one bool per tile, which stay the
 * caller's; NULL: all); copy copies them, and may be called again after further time steps. All processes call choose
 * and copy together. */
int lbm_incoming_open(struct lbm_incoming *a, struct lbm *flow, struct tile_error *e);
int lbm_incoming_choose(struct lbm_incoming *a, const bool *tile, struct tile_error *e);
int lbm_incoming_copy(struct lbm_incoming *a, struct tile_error *e);
void lbm_incoming_free(struct lbm_incoming *a);
/* The geometry of the whole domain in each process, without populations: for the walls alone. Not collective. */
int lbm_incoming_shape(struct lbm_incoming *a, struct lbm *flow, struct tile_error *e);

/* Finds the populations f_i - w_i of a node: h as the last collision left them, f as they come to the node, before the
 * next collision. */
void lbm_incoming_node(const struct lbm_incoming *a, size_t tile, int node, double h[LBM_Q], double f[LBM_Q]);

/* Adds the mass that a node gains: gain[p] through patch p, gain[number of patches] through interpolated walls. The sum
 * over all nodes is the mass that the domain gains in the time step. */
void lbm_incoming_gain(const struct lbm_incoming *a, size_t tile, int node, struct lbm_gain *gain);

/* Sets `from` for the tiles that lbm_incoming_node reads for a node. */
void lbm_incoming_sources(const struct lbm_incoming *a, size_t tile, int node, bool *from);

/* A node, and its position in the domain. */
struct lbm_place {
  size_t tile;
  int node;
  int64_t at[3];
};
/* The walls around a node. */
struct lbm_walls_at {
  uint32_t links;         /* links that end at a wall; links that leave through a velocity or a pressure do not count */
  uint32_t marked;        /* those of `links` that end at a patch that is a wall */
  uint32_t opened;        /* links that leave through a velocity or a pressure */
  double q[LBM_Q];        /* distance of the wall along each link, as a share of the link: 1/2 at half-way walls */
  uint8_t surface[LBM_Q]; /* number of a surface of the domain, from 1; 0: it has no name */
  uint16_t patch[LBM_Q];  /* number of the patch of each link of `marked`, from 0 */
};
/* Finds the walls around a node of the process's own tiles, with lbm_incoming_shape of any. */
void lbm_walls_around(const struct lbm_incoming *a, const struct lbm_place *p, struct lbm_walls_at *w);
/* Finds the non-solid node at the other end of a link from position `at` of the domain, across periodic seams too.
 * Returns false if there is none. It does not see walls between two non-solid nodes. */
bool lbm_node_beside(const struct tile_domain *d, const struct tile_lookup *l, const int64_t at[3], int link,
                     struct lbm_place *to);
bool lbm_place_beside(const struct lbm_incoming *a, const struct lbm_place *p, int link, struct lbm_place *to);

#endif

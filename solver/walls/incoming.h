/* What arrives at nodes in the step to come, on the host and whatever the device: gathered from a copy of the populations as
 * they are stored, and closed at boundaries by the functions of the step itself (boundary_conditions.h). Stress and forces on walls
 * are those of that moment. */
#ifndef INCOMING_H
#define INCOMING_H

#include "incoming_halo.h"
#include "boundary.h"
#include "lbm.h"

/* Tiles are those of part.domain, and nodes those of its own tiles. */
struct lbm_incoming {
  struct lbm *flow;          /* which stays as it is meanwhile */
  struct lbm_subdomain part; /* of this process: one process has the whole domain, however the flow is divided */
  struct lbm_geometry geometry;
  struct lbm_tile_halo halo;
  const bool *chosen; /* tiles that are copied; NULL: all */
  void *values;       /* of the populations, in the precision of the flow */
  struct tile_lookup lookup;
};
/* Memory: one more copy of the populations, and of the lists that say where they come from. Release with
 * lbm_incoming_free, also after an error. */
int lbm_incoming_make(struct lbm_incoming *a, struct lbm *flow, struct tile_error *e);
/* The same in three steps, the last of which may be made again when the flow has gone on: room for the copy; which tiles
 * (one bool a tile, which stay the caller's; NULL: all); the copy. */
int lbm_incoming_open(struct lbm_incoming *a, struct lbm *flow, struct tile_error *e);
int lbm_incoming_choose(struct lbm_incoming *a, const bool *tile, struct tile_error *e);
int lbm_incoming_copy(struct lbm_incoming *a, struct tile_error *e);
void lbm_incoming_free(struct lbm_incoming *a);

/* Populations f_i - w_i of a node: h as the last collision left them, f as they arrive, before the next one. */
void lbm_incoming_node(const struct lbm_incoming *a, size_t tile, int node, double h[LBM_Q], double f[LBM_Q]);

/* Mass that comes in with the next step beside what the links within the domain carry. */
struct lbm_gain {
  double mass;
  int64_t links; /* that bring it */
};
/* Adds what a node gains: gain[p] through patch p, gain[patches of the domain] through interpolated walls. Of all nodes it
 * is what the domain gains in the step. */
void lbm_incoming_gain(const struct lbm_incoming *a, size_t tile, int node, struct lbm_gain *gain);

/* Sets `from` of the tiles that lbm_incoming_node reads for a node. */
void lbm_incoming_sources(const struct lbm_incoming *a, size_t tile, int node, bool *from);

/* A node, and where it lies. */
struct lbm_place {
  size_t tile;
  int node;
  int64_t at[3];
};
/* The walls around a node. */
struct lbm_walls_at {
  uint32_t links;         /* that end at a wall; not those that leave through a velocity or a pressure */
  uint32_t marked;        /* of these, through a patch that is a wall */
  double q[LBM_Q];        /* where it cuts them: 1/2 but for interpolated walls */
  uint8_t surface[LBM_Q]; /* of the domain's `surfaces`, from 1; 0: unnamed */
  uint16_t patch[LBM_Q];  /* of `marked`, 0-based */
};
void lbm_walls_around(const struct lbm_incoming *a, const struct lbm_place *p, struct lbm_walls_at *w);
/* The non-solid node that a link leads to from a node at `at` of the domain, round periodic axes; false: there is none. Thin
 * walls are not seen. */
bool lbm_node_beside(const struct tile_domain *d, const struct tile_lookup *l, const int64_t at[3], int link,
                     struct lbm_place *to);
bool lbm_place_beside(const struct lbm_incoming *a, const struct lbm_place *p, int link, struct lbm_place *to);

#endif

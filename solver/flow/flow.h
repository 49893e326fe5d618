/* The inside of a flow; lbm.h is its outside. */
#ifndef FLOW_H
#define FLOW_H

#include "backend.h"

#include <math.h>

/* A part of the flow in this process. */
struct lbm_local {
  struct lbm_subdomain part;
  struct lbm_geometry geometry;
  void *state;
  struct lbm_halo *halo; /* by the number of the other part */
  void **out, **in;      /* its values on their way; in: NULL where the other part is in this process */
};

/* What steps_connected is told of each piece. */
struct lbm_group {
  void **state;
  struct lbm_task *task;
  struct lbm_outcome *outcome;
};

struct lbm {
  const struct tile_domain *domain; /* the whole */
  struct lbm_setup setup;
  const struct lbm_backend *backend;
  int parts;                        /* in all processes */
  size_t *first;                    /* parts + 1: the first tile of each */
  struct tile_communicator company; /* of processes */
  int begin, end;                   /* parts of this process: */
  struct lbm_local *piece;          /* end - begin */
  struct lbm_group *group;          /* of these, where they exchange among themselves; else NULL */
  size_t nonsolid, memory;          /* of all processes */
  size_t exchanged, largest;        /* values that parts send each other in a step; nodes of the largest part */
  struct lbm_task task, snapshot;   /* now; when the populations were copied; of no geometry */
  int64_t step;
  struct lbm_message *message; /* of a step, as many as there may be */
  double waited;               /* seconds in messages */
  struct lbm_totals *sums;     /* of each tile of this process; NULL before the first survey */
  char name[160];              /* of its devices */
};

/* The piece that has a tile of the domain, and its number there; NULL: another process has it. */
struct lbm_local *lbm_local_of(const struct lbm *l, size_t tile, size_t *there);
/* Tiles of this process. */
size_t lbm_own_begin(const struct lbm *l);
size_t lbm_own_end(const struct lbm *l);
/* The process that has a tile. */
int lbm_rank_of(const struct lbm *l, size_t tile);
/* Of each tile of the domain, its first node in the order of tiles; tiles + 1, to be freed. */
int lbm_first_nodes(const struct lbm *l, uint32_t **first, struct tile_error *e);
struct lbm_task lbm_task_on(const struct lbm_task *task, const struct lbm_local *piece);

/* parts.c: divides the domain, and undoes it. */
int lbm_subdomains_open(struct lbm *l, struct tile_error *e);
void lbm_subdomains_close(struct lbm *l);
/* exchange.c: what each piece needs of others before its next step. */
int lbm_exchange_open(struct lbm *l, struct tile_error *e);
void lbm_exchange_close(struct lbm *l);
int lbm_exchange(struct lbm *l, struct tile_error *e);
/* Needs nothing of other processes, nor the host between passes. */
static inline bool lbm_is_alone(const struct lbm *l)
{
  return l->parts == 1 || (l->group && l->parts == l->end - l->begin);
}
/* Passes over all parts, as a backend's steps; where it is not alone, all passes are made whatever goes wrong. `tile` of
 * the outcome is one of the domain, of this process. */
int lbm_steps(struct lbm *l, const struct lbm_task *task, int64_t count, struct lbm_outcome *o, struct tile_error *e);

/* In node, direction order and the precision of the flow. */
void lbm_load_node(const struct lbm *l, double f[LBM_Q], const void *values, size_t n);
/* Populations of a tile as the collision left them, which those of cut links are not stored as (wall_links.h); and from there to
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

/* Parts in this process. */
static inline int lbm_locals(const struct lbm *l)
{
  return l->end - l->begin;
}

static inline size_t lbm_nodes_of(const struct lbm *l, size_t tile)
{
  return (size_t)__builtin_popcountll(l->domain->mask[tile]);
}

#endif

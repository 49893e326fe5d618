/* SPDX-License-Identifier: BSD-3-Clause */
/* The inside of a flow, for solver/flow and for modules that need more than lbm.h. Terms, units and errors are those of
 * lbm.h. */
#ifndef FLOW_H
#define FLOW_H

#include "backend.h"
#include "pulse.h"
#include "shared_file.h"

#include <math.h>

/* A local subdomain, which is one of this process. */
struct lbm_local {
  struct lbm_subdomain part;
  struct lbm_geometry geometry;
  const struct lbm_condition *condition; /* [geometry.conditions] of the present time step: those of the geometry, or */
  struct lbm_condition *varied;          /* these where they change from step to step (pulse.c) */
  void *state;                           /* of the backend */
  struct lbm_halo *halo;                 /* [subdomains of all processes] */
  /* [subdomains of all processes], halo buffers; in: NULL for subdomains of this process, whose `out` is read. */
  void **out, **in;
};

/* Local subdomains that are connected to a group: the arguments of steps_connected, one for each. */
struct lbm_group {
  void **state;
  struct lbm_task *task;
  struct lbm_outcome *outcome;
};

struct lbm {
  const struct tile_domain *domain; /* the whole domain, not owned */
  struct lbm_setup setup;
  const struct lbm_backend *backend;
  int parts;                             /* number of subdomains in all processes */
  size_t *first;                         /* [parts + 1], first tile of each subdomain */
  struct tile_communicator communicator; /* the communicator */
  int begin, end;                        /* this process has the subdomains begin ... end - 1 */
  struct lbm_local *local;               /* [end - begin], local subdomains */
  struct lbm_group *group;               /* the local subdomains if they are connected; else NULL */
  size_t nonsolid, memory;               /* non-solid nodes, and bytes, of all processes */
  /* Values sent between all subdomains in a time step; non-solid nodes of the largest subdomain. */
  size_t exchanged, largest;
  struct lbm_task task, snapshot; /* the present one, and that at the last snapshot; without geometry */
  int64_t step;                   /* number of time steps done */
  struct lbm_message *message;    /* room for all messages of a time step */
  double waited;                  /* seconds in messages */
  struct lbm_rate_table *table;   /* NULL: the viscosity is the same everywhere */
  struct lbm_pulse pulse;         /* conditions that change in time */
  struct lbm_totals *sums;        /* [tiles of this process], work array; NULL before the first lbm_totals */
  char name[160];                 /* the devices of this process */
};

/* The local subdomain that has a tile of the domain; *there: the index of the tile in its geometry. NULL: another
 * process has the tile. */
struct lbm_local *lbm_local_of(const struct lbm *l, size_t tile, size_t *there);
/* The tiles of this process are lbm_own_begin ... lbm_own_end - 1. */
size_t lbm_own_begin(const struct lbm *l);
size_t lbm_own_end(const struct lbm *l);
/* The rank of the process that has a tile. */
int lbm_rank_of(const struct lbm *l, size_t tile);
/* Allocates *first: [tiles + 1], index of the first node of each tile of the domain, in the order of tiles and counted
 * from the first node of this process; indices of tiles before this process wrap around. The caller releases it with
 * free(3).
 * *own: number of nodes of this process. */
int lbm_first_nodes(const struct lbm *l, uint32_t **first, size_t *own, struct tile_error *e);
/* The task with the geometry and the conditions of a local subdomain. */
struct lbm_task lbm_task_on(const struct lbm_task *task, const struct lbm_local *local);

/* The values of all conditions rise by the factor (1 - cos(pi s / ramp)) / 2 in time step s = 1 ... ramp. A velocity
 * that is there at once leaves momentum that alternates from node to node and from step to step, and that decays the
 * slower the longer the flow is. A smooth start leaves hardly any, and makes less sound. Returns the factor of the next
 * time step. */
double lbm_ramp_factor(const struct lbm *l);
/* Sets the conditions of the next time steps in all local subdomains, and returns for how many of `most` they hold: 1
 * where they change from step to step and the host finds them, more where the backend does (task.varying). */
int64_t lbm_conditions_begin(struct lbm *l, int64_t most);
/* After these time steps: takes over what the backend found in them. */
void lbm_conditions_end(struct lbm *l);

/* Divides the domain and opens the local subdomains, in subdomains.c. Collective; _close is not. */
int lbm_subdomains_open(struct lbm *l, struct tile_error *e);
void lbm_subdomains_close(struct lbm *l);
/* Exchange of halos, in exchange.c. lbm_exchange sends the values that subdomains need of each other before a time
 * step, except those within a group. _open and lbm_exchange are collective. */
int lbm_exchange_open(struct lbm *l, struct tile_error *e);
void lbm_exchange_close(struct lbm *l);
int lbm_exchange(struct lbm *l, struct tile_error *e);
/* Can several time steps be computed without messages and without the host in between? */
static inline bool lbm_is_alone(const struct lbm *l)
{
  return l->parts == 1 || (l->group && l->parts == l->end - l->begin);
}
/* Computes time steps of all local subdomains, as `steps` of a backend. If the flow is not alone, it computes all of
 * them even if a node is bad, since other processes wait for the values. The tile of the outcome is an index in the
 * domain, with the first bad node of this process. Collective. */
int lbm_steps(struct lbm *l, const struct lbm_task *task, int64_t count, struct lbm_outcome *o, struct tile_error *e);

/* Loads the populations of row n of `values`, as lbm_get_populations copies them. */
void lbm_load_node(const struct lbm *l, double f[LBM_Q], const void *values, size_t n);
/* lbm_get_populations, but with the populations after the collision instead of the stored ones, which differ for cut
 * links (wall_links.h). lbm_store_cuts turns such values into stored ones, in place. */
int lbm_get_restored(struct lbm *l, size_t tile, void *all, struct tile_error *e);
void lbm_store_cuts(const struct lbm *l, size_t tile, void *all);
/* The fields of a node from its populations after the collision. */
void lbm_node_fields(const struct lbm *l, double field[4], const double f[LBM_Q]);
/* Sets all nodes of this process to rest with density 1. The populations must be zero. */
int lbm_start_at_rest(struct lbm *l, struct tile_error *e);

static inline double lbm_speed(const double field[4])
{
  return sqrt(field[1] * field[1] + field[2] * field[2] + field[3] * field[3]);
}

/* The number of local subdomains. */
static inline int lbm_locals(const struct lbm *l)
{
  return l->end - l->begin;
}

static inline size_t lbm_nodes_of(const struct lbm *l, size_t tile)
{
  return (size_t)__builtin_popcountll(l->domain->mask[tile]);
}

#endif

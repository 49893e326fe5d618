/* solver: what a flow is. A domain, a setup, steps, fields.
 *
 * Everything here is in lattice units (units.h converts). Errors as in tile.h;
 * one more code: LBM_DIVERGED. Nothing here prints or exits.
 */
#ifndef LBM_H
#define LBM_H

#include "physics.h"
#include "precision.h"
#include "internal.h"

enum { LBM_DIVERGED = 4 }; /* status and exit code */

struct lbm_setup {
  enum lbm_lattice lattice; /* d2q9: see lbm_not_flat */
  enum lbm_collision collision;
  enum lbm_equilibrium equilibrium;
  enum lbm_precision precision;
  enum lbm_layout layout;
  int copies;                      /* of the populations; 0: two where the device needs them and has room */
  enum lbm_addressing addressing;  /* other than best: of device cuda */
  enum lbm_walls walls;            /* interpolated: where the domain has distances */
  double tau;                      /* relaxation time; viscosity nu = (tau - 1/2) / 3 */
  double magic;                    /* TRT: (tau+ - 1/2)(tau- - 1/2) */
  double force[3];                 /* body force per volume */
  struct lbm_condition *condition; /* one per patch of the domain; NULL when there are none */
  int threads;                     /* 0: as OpenMP decides */
  int parts;                       /* of the domain in each process (communicator.h); 0: as the device says, or one */
  const char *device;              /* "cpu", "cuda", "cuda:N", "cuda:N,N...", "cuda:all"; NULL: best present */
  void (*say)(const char *line);   /* what a user should know before memory is allocated; NULL: no messages */
};
void lbm_setup_defaults(struct lbm_setup *s);

/* Why a flow with this setup in the domain is not that of D2Q9, or NULL: one slice, periodic along z, BGK or TRT, no
 * drive along z, fp64 or fp32, one device. Layout and copies are those of lattice d2q9 then. */
const char *lbm_not_flat(const struct tile_domain *domain, const struct lbm_setup *setup);

/* The backend of a device, "cpu" or "cuda", or why there is none. */
int lbm_device_name(const char **name, const char *device, struct tile_error *e);

struct lbm;
/* `domain` and setup->condition must outlive the flow. The fluid is at rest at density 1. Where there are several processes
 * all of them call this, and every function below that is not said to be of one process, in the same order with the same
 * arguments; each has the tiles of its parts. Whatever the parts, the flow is the same to the last bit. */
int lbm_new(struct lbm **flow, const struct tile_domain *domain, const struct lbm_setup *setup, struct tile_error *e);
void lbm_free(struct lbm *flow);

/* LBM_DIVERGED: the first bad node, tau and Mach number in *e. */
int lbm_step(struct lbm *flow, int64_t steps, struct tile_error *e);
int64_t lbm_steps_done(const struct lbm *flow);
void lbm_set_steps_done(struct lbm *flow, int64_t step);

/* Populations h_i = f_i - w_i of one tile in node, direction order, and fields
 * (density - 1, ux, uy, uz) per node, in the precision of the flow (fields: see
 * lbm_fields_precision): moves for tile_array. lbm_put_fields starts the nodes from equilibrium. */
int lbm_get_populations(void *flow, size_t tile, void *values, struct tile_error *e);
int lbm_put_populations(void *flow, size_t tile, void *values, struct tile_error *e);
int lbm_get_fields(void *flow, size_t tile, void *values, struct tile_error *e);
int lbm_put_fields(void *flow, size_t tile, void *values, struct tile_error *e);
/* The fields of one tile in all processes, whoever has it. */
int lbm_share_fields(struct lbm *flow, size_t tile, void *values, struct tile_error *e);
size_t lbm_value_bytes(const struct lbm *flow);  /* 8, 4 or 2 */
double lbm_update_bytes(const struct lbm *flow); /* of the populations of a node, read and written */

/* Keeps the populations as they are now, until the next call: one other thread may then get them, and their fields,
 * while this one steps on. *done false: the device cannot, or has no memory free for one more copy. */
int lbm_snapshot(struct lbm *flow, bool *done, struct tile_error *e);
int lbm_get_snapshot_populations(void *flow, size_t tile, void *values, struct tile_error *e);
int lbm_get_snapshot_fields(void *flow, size_t tile, void *values, struct tile_error *e);

/* What a file holds of the nodes: moves for tile_array, by record. */
struct lbm_record {
  const char *tag;
  size_t values; /* a node */
  int (*get)(void *flow, size_t tile, void *values, struct tile_error *e);
  int (*put)(void *flow, size_t tile, void *values, struct tile_error *e);
  int (*get_snapshot)(void *flow, size_t tile, void *values, struct tile_error *e);
  int (*collect)(void *flow, size_t tile, void *values, struct tile_error *e);
};
enum { LBM_FIELDS_RECORD, LBM_POPULATIONS_RECORD, LBM_RECORDS };
extern const struct lbm_record lbm_records[LBM_RECORDS];
/* The array of a record, out of the flow (snapshot: as it was then) or into it: of the tiles of this process. */
struct tile_array lbm_record_get(int record, struct lbm *flow, bool snapshot);
struct tile_array lbm_record_put(int record, struct lbm *flow);
/* The first process gets the values of all tiles: each must move every tile, in order. */
struct tile_array lbm_record_collect(int record, struct lbm *flow);
/* For files that all processes read or write together; NULL: there is one. */
const struct tile_communicator *lbm_communicator_of(const struct lbm *flow);

/* Density - 1 that falls linearly from `from` to `to` between the first and the last node plane along
 * axis, velocity 0: a good initial state of a pressure-driven flow. */
int lbm_start_gradient(struct lbm *flow, int axis, double from, double to, struct tile_error *e);

/* Sums over the non-solid nodes, per tile and then in tile order: they do not
 * depend on threads. */
struct lbm_totals {
  double mass;        /* sum of (density - 1) */
  double velocity[3]; /* sum */
  double speed;       /* sum of |u| */
  double fastest;     /* largest |u| */
};
int lbm_totals(struct lbm *flow, struct lbm_totals *s, struct tile_error *e);
/* The same, and *spread: by how much, relative to the mean, the mean velocity of a layer of tiles across `axis`
 * differs from that of all slices. As much mass passes every slice of a steady flow of constant density. */
int lbm_totals_spread(struct lbm *flow, int axis, struct lbm_totals *s, double *spread, struct tile_error *e);

/* The same, and *mass: that of every layer of tiles across `axis` (sum of density - 1; as many as the span of the domain in
 * tiles, see tile_domain_span), free(). */
int lbm_totals_layers(struct lbm *flow, int axis, struct lbm_totals *s, double **mass, struct tile_error *e);

/* Least and largest density - 1 of the nodes; infinities without any. On the host, node by node: not for every sample. */
int lbm_density_range(struct lbm *flow, double range[2], struct tile_error *e);

/* Drive and state scaled together: exact for creeping flow, whose state is proportional to its drive. */
int lbm_scale(struct lbm *flow, double factor, struct tile_error *e);
void lbm_set_force(struct lbm *flow, const double force[3]);

/* Does a steady flow of Stokes depend on tau? With TRT it does not. */
bool lbm_depends_on_tau(const struct lbm_setup *s);
/* One step, after which the flow has another tau: only where that does not matter, with the equilibrium of Stokes. Density and stress stay,
 * the velocity is divided by the growth of the viscosity, and a steady flow stays steady. */
int lbm_change_tau(struct lbm *flow, double tau, struct tile_error *e);

/* What the step costs, part by part, beside a copy of an array as large as one
 * copy of the populations. All take in_place `repeats` times after a warm-up, so
 * that a machine that changes its speed changes it for all. The state is lost, and the drive. */
struct lbm_timing {
  const char *what;           /* "read/write", "propagation", "step" */
  double median, least, most; /* seconds per pass */
  double share;               /* median of the shares of the copy bandwidth, turn by turn; NaN: unknown */
};
#define LBM_TIMINGS 3
/* copy: bytes read and written per second by all processes, the better of ordinary and streaming stores; 0: memory is short. */
int lbm_benchmark(struct lbm *flow, int repeats, struct lbm_timing timing[LBM_TIMINGS], double *copy,
                  struct tile_error *e);

/* The same copy bandwidth alone, beside a flow that stays as it is, of arrays of 64 to 128 MB. */
int lbm_copy_beside(struct lbm *flow, double *copy, struct tile_error *e);

/* How a flow is divided; of one part: 1, 1, 1 and 0. */
struct lbm_division {
  int processes, parts;
  double largest; /* part, in nodes, by the mean of all */
  size_t bytes;   /* that parts send each other in a step */
  double waited;  /* seconds that the process spent in messages */
  const char *by; /* which way that goes: "memory", "messages", "peer access" ...; NULL: there is one part */
};
struct lbm_division lbm_division_of(const struct lbm *flow);
size_t lbm_subdomain_nodes(const struct lbm *flow, int part); /* non-solid */

/* Of the populations, that are kept to step. */
int lbm_copies(const struct lbm *flow);
enum lbm_addressing lbm_addressing_of(const struct lbm *flow);
/* Bytes of all copies of the populations and of everything beside them. */
size_t lbm_memory(const struct lbm *flow);
const char *lbm_backend_name(const struct lbm *flow); /* "cpu avx512, 2 threads" */
size_t lbm_nonsolid(const struct lbm *flow);

#endif

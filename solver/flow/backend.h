/* SPDX-License-Identifier: BSD-3-Clause */
/* A backend computes the time steps of one subdomain on one device. It is a struct of function pointers and constants;
 * the table in solver/backends.c lists all of them. Terms, units and errors are those of lbm.h.
 *
 * Called only by solver/flow and by modules that know its inside (flow.h). The functions are called by one thread at a
 * time, unless stated otherwise; they do not know of processes and exchange no messages. A backend updates the own
 * tiles of a geometry, begin ... end - 1, and a `tile` is an index into that geometry (not the whole domain). */
#ifndef BACKEND_H
#define BACKEND_H

#include "device.h"
#include "boundary.h"
#include "halo.h"
#include "lbm.h"
#include "sites.h"
#include "task.h"

struct lbm_opening;
struct lbm_outlet_state; /* outlet.h */
struct lbm_schedule;     /* schedule.h */

/* Outlets whose pressures the backend finds in each time step as lbm_outlets_solve says, at the flows through their
 * sites. state: [count], before the first step, and after the last. */
struct lbm_coupling {
  int count, reference;
  const struct lbm_opening *opening; /* [count]; a group of sites for each */
  const struct lbm_site_list *sites;
  struct lbm_outlet_state *state;
};

/* Conditions of `count` time steps, LBM_MOST_ROWS or fewer, where a backend finds them itself: row s is of step s. */
enum { LBM_MOST_ROWS = 256 };
struct lbm_varying {
  int64_t count;                       /* of time steps */
  const struct lbm_schedule *schedule; /* the same in all calls, but for the values of schedule->base */
  const double *row;                   /* [count * schedule->length] */
  const struct lbm_coupling *coupling; /* NULL: there are no outlets */
};

/* The result of some time steps. A node is bad if its rest population h_0 left (-1, 1) or is not a number. */
struct lbm_outcome {
  /* The time step of this call in which the first bad node appeared, from 1; without a bad node the number of all. */
  int64_t steps;
  double seconds; /* time of all time steps; on a GPU measured on the device */
  size_t tile;    /* tile of the first bad node in the order of tiles; SIZE_MAX: there is none */
  int node;       /* number of the node in that tile; -1: unknown, or no bad node */
};

struct lbm_backend {
  /* ---- constants ---------------------------------------------------- */
  const char *name; /* "cpu" or "cuda", as in struct lbm_setup; static */
  enum lbm_device_kind kind;
  enum lbm_lattice lattice;             /* the only one that it computes */
  int (*present)(struct tile_error *e); /* TILE_OK: the device is present. TILE_FAILED: it is not, *e says why. */
  size_t align;  /* bytes: the values of a tile begin at multiples of it; a multiple of the bytes of a value */
  bool masks;    /* it finds sources from the masks of tiles, and needs lists only where these are not enough */
  bool varies;   /* with one subdomain, `steps` takes up to LBM_MOST_ROWS steps with task.varying */
  bool arranges; /* blocks are arranged as in arrangement.h; else all lie by rows */

  /* ---- opening and closing ------------------------------------------ */

  /* Was this program built with a layout and a precision that the layout stores? NULL: always. TILE_USAGE: no, and the
   * message names the option of configure. */
  int (*holds)(enum lbm_layout layout, enum lbm_precision precision, struct tile_error *e);

  /* Allocates the populations of a subdomain, all zero: fluid at rest with density 1. *state: the backend's own, the
   * first argument of the functions below. It is NULL on entry; if it is not NULL after a failure, `close` releases it.
   * g must outlive the state; *setup is borrowed for the call. part: index of the subdomain in this process, which
   * selects one of several GPUs. TILE_USAGE: an option that the backend does not have. TILE_REJECTED: a geometry that
   * it cannot compute (D2Q9). TILE_FAILED: memory is short, or another error of the device. */
  int (*open)(void **state, const struct lbm_geometry *g, const struct lbm_setup *setup, int part,
              struct tile_error *e);
  void (*close)(void *state);

  /* ---- time steps --------------------------------------------------- */

  /* Computes `count` time steps one after the other and returns when they are complete. It may stop at the first bad
   * node or go on; then the populations are undefined. A bad node is not an error: it is reported in *o only.
   * TILE_FAILED: an error of the device. */
  int (*steps)(void *state, const struct lbm_task *task, int64_t count, struct lbm_outcome *o, struct tile_error *e);

  /* Copy the stored populations of a tile: values is [n][LBM_Q], for its n non-solid nodes in the order of their
   * numbers, in the precision of the flow, as in lbm_get_populations. Fast when tiles come in order. `put` may complete
   * later, but before any other function reads the populations. On the CPU, if put_fields is NULL, several threads may
   * call `put` at the same time, for different tiles. */
  int (*get)(void *state, size_t tile, void *values, struct tile_error *e);
  int (*put)(void *state, size_t tile, const void *values, struct tile_error *e);

  /* ---- properties --------------------------------------------------- */
  size_t (*memory)(const void *state);                  /* bytes allocated on the device, without the geometry g */
  int (*copies)(const void *state);                     /* of the populations; NULL: those of the layout */
  enum lbm_addressing (*addressing)(const void *state); /* way in use; NULL: there is only one */
  const char *(*describe)(const void *state);           /* device and threads, valid until `close` */

  /* ---- numbers of all own nodes ------------------------------------- */

  /* Work on arrays with one entry for each node. first: [own tiles] on the host, index of the first node of each own
   * tile in the arrays; the nodes of a tile follow in the order of their numbers, and tiles follow each other without
   * gaps. The arrays themselves lie where `arrays` says; several subdomains of a process share them.
   *   moments  change[node] = m - last[node], and last[node] = m, where m is the density - 1 and the sums of c_i h_i of
   *            the populations after the collision
   *   add      changes the populations as struct lbm_addition says
   * On a GPU they may complete later, in order with other work on its arrays (device.h). */
  int (*moments)(void *state, const uint32_t *first, double (*last)[LBM_FIELDS], float (*change)[LBM_FIELDS],
                 struct tile_error *e);
  int (*add)(void *state, const uint32_t *first, const struct lbm_addition *a, struct tile_error *e);

  /* Fills tile[own tiles] on the host with the totals of each own tile, and waits. Of *task the force and the
   * equilibrium are used. */
  int (*totals)(void *state, const struct lbm_task *task, struct lbm_totals *tile, struct tile_error *e);

  /* The device on which arrays lie; valid until `close`. NULL: they lie on the host. */
  struct lbm_device (*arrays)(void *state);

  /* Opens a device for arrays alone: of its state only `arrays`, `describe` and `close` may be used. NULL: there is no
   * device but the host. */
  int (*open_arrays)(void **state, const char *device, struct tile_error *e);

  /* ---- functions that may be NULL: then flow.c uses others ---------- */

  /* As lbm_get_fields and lbm_put_fields. NULL: by `get` and `put` on the host. Of *task the force and the equilibrium
   * are used. */
  int (*get_fields)(void *state, const struct lbm_task *task, size_t tile, void *values, struct tile_error *e);
  int (*put_fields)(void *state, const struct lbm_task *task, size_t tile, const void *values, struct tile_error *e);

  /* Gives all own nodes the fields of one node. NULL: by put_fields. */
  int (*fill_fields)(void *state, const struct lbm_task *task, const void *node, struct tile_error *e);

  /* Multiplies all populations by `factor`. NULL: by `get` and `put`. */
  int (*scale)(void *state, double factor, struct tile_error *e);

  /* Sets *bandwidth to the bytes read and written per second when one copy of the populations is copied, or less if
   * there is no room for it. The populations do not change. NULL: the copy bandwidth of the host is measured. */
  int (*copy)(void *state, double *bandwidth, struct tile_error *e);

  /* As lbm_snapshot, with *done false if memory is short. get_snapshot copies the populations (task NULL) or the fields
   * of a tile out of the snapshot; one other thread may call it during all functions but `snapshot` and `close`. NULL:
   * there are no snapshots. */
  int (*snapshot)(void *state, bool *done, struct tile_error *e);
  int (*get_snapshot)(void *state, const struct lbm_task *task, size_t tile, void *values, struct tile_error *e);

  /* Copy the values at places of the populations into a halo buffer, and from it. values: [places.count], stored
   * values, on the host. *from and *to must keep their address and content until `close`, since a backend may keep
   * copies of them on the device. NULL: the backend computes one subdomain only. */
  int (*pack)(void *state, const struct lbm_places *from, void *values, struct tile_error *e);
  int (*unpack)(void *state, const struct lbm_places *to, const void *values, struct tile_error *e);

  /* Do the populations lie at the places from which the next time step reads them, also in copies of tiles of other
   * subdomains? Then these copies are sent to their owners (halo.h). NULL: never. */
  bool (*away)(const void *state);

  /* The populations on the host, at the places of the geometry (`away` says which), until the next step. NULL: they lie
   * elsewhere, or at no such places. */
  const void *(*values)(const void *state);

  /* Sets sum[groups of the sites] to what comes in through them with a time step as lbm_sites_sum says, from
   * populations where they lie. Of *task the rates and the equilibrium are used. *sites stays as it is until
   * `close`. NULL: from `values` on the host. */
  int (*sum_sites)(void *state, const struct lbm_task *task, const struct lbm_site_list *sites,
                   const struct lbm_condition *condition, const struct lbm_condition *lifted, struct lbm_site_sum *sum,
                   struct tile_error *e);

  /* Sets *bytes to the memory that is free on all devices that a name means. NULL: what is left on the host. */
  int (*room)(const char *device, size_t *bytes, struct tile_error *e);

  /* Sets *parts to the number of devices that a name means: 2 for "cuda:0,1". NULL: always 1. TILE_USAGE: not a valid
   * name. TILE_FAILED: such a device is not present. */
  int (*parts)(const char *device, int *parts, struct tile_error *e);

  /* Connects the subdomains of this process to a group that exchanges populations without the host. state: [parts].
   * halo[p][q]: values between the subdomains p and q of this process, valid until `close`. *connected false: these
   * devices cannot be connected, and pack and unpack are used. *connected true: steps_connected replaces `steps`, with
   * the task and the outcome of each subdomain, [parts]; if one has a bad node, the others may stop too. NULL: pack
   * and unpack are used. */
  int (*connect)(void *const state[], const struct lbm_halo *const halo[], int parts, bool *connected,
                 struct tile_error *e);
  /* Brings the values of the other subdomains, as steps_connected does before each step. */
  int (*give_connected)(void *const state[], int parts, struct tile_error *e);
  int (*steps_connected)(void *const state[], const struct lbm_task task[], int parts, int64_t count,
                         struct lbm_outcome o[], struct tile_error *e);
};

/* Those of CUDA are never present in a program built without CUDA. */
extern const struct lbm_backend lbm_backend_cpu, lbm_backend_cuda, lbm_backend_cpu_plane, lbm_backend_cuda_plane;
/* All of them, the best first, then NULL: solver/backends.c, above the folders that it names. */
extern const struct lbm_backend *const lbm_backends[];

/* Sets *backend to the one of a device name (as in struct lbm_setup) and a lattice; NULL: the best that is present.
 * Thread safe, not collective. TILE_USAGE: unknown name. TILE_FAILED: the device is not present. */
int lbm_backend_find(const struct lbm_backend **backend, const char *name, enum lbm_lattice lattice,
                     struct tile_error *e);

#endif

/* A backend executes steps. One table lists them (backend.c); a struct of
 * function pointers filled by field name is all that one is. */
#ifndef BACKEND_H
#define BACKEND_H

#include "device.h"
#include "boundary.h"
#include "halo.h"
#include "lbm.h"

/* What one pass computes, and on what. A backend updates the tiles of a geometry that are its own, and numbers them as
 * the geometry does. */
struct lbm_task {
  const struct lbm_geometry *geometry;
  const struct lbm_condition *condition; /* of the domain's patches */
  struct lbm_rates rates;
  enum lbm_relaxation_kind relaxation;
  enum lbm_equilibrium equilibrium;
  enum lbm_mode mode;
};

/* The result of some passes. */
struct lbm_outcome {
  int64_t steps;  /* passes until it went wrong; all, if none did */
  double seconds; /* that all of them took */
  size_t tile;    /* the first whose rest population left (-1, 1) or is not a number; SIZE_MAX: none */
  int node;       /* in that tile; -1: one of them */
};

/* share * w_i * (d - mean + 3 c_i.u), for a change d of the density and u of the velocity of each node: d, ux, uy, uz. */
struct lbm_addition {
  const float (*field)[LBM_FIELDS];
  double mean, share;
};

struct lbm_backend {
  const char *name;
  enum lbm_device_kind kind;
  enum lbm_lattice lattice;
  int (*present)(struct tile_error *e); /* 0, or why not */
  size_t align;                         /* bytes: where a tile's values begin */
  bool masks;    /* finds sources from the masks of tiles: lists only where those are not enough */
  bool arranges; /* blocks are arranged as in arrangement.h; else all by rows */
  /* state: the backend's own; the populations are all zero (fluid at rest). part: its number in this process. */
  int (*open)(void **state, const struct lbm_geometry *g, const struct lbm_setup *setup, int part,
              struct tile_error *e);
  void (*close)(void *state);
  /* Passes one after another; returns when they are done. */
  int (*steps)(void *state, const struct lbm_task *task, int64_t count, struct lbm_outcome *o, struct tile_error *e);
  /* Populations of one tile in node, direction order. Quick when tiles come in order. */
  int (*get)(void *state, size_t tile, void *values, struct tile_error *e);
  int (*put)(void *state, size_t tile, const void *values, struct tile_error *e);
  size_t (*memory)(const void *state);
  int (*copies)(const void *state); /* of the populations, that it keeps to step; NULL: what the layout says */
  enum lbm_addressing (*addressing)(const void *state); /* NULL: it has but one */
  const char *(*describe)(const void *state);
  /* What the backend's own tiles have, in arrays by number of the node, where `arrays` says; first[i]: of its tile i, on the
   * host. Density - 1 of each node (axis -1), or its momentum along an axis as the collision leaves it, less what stands in `to`;
   * and what is added to the populations. */
  int (*moment)(void *state, int axis, const uint32_t *first, double *to, struct tile_error *e);
  int (*add)(void *state, const uint32_t *first, const struct lbm_addition *a, struct tile_error *e);
  /* Sums over each of the backend's own tiles. */
  int (*totals)(void *state, const struct lbm_task *task, struct lbm_totals *tile, struct tile_error *e);
  /* Where those arrays lie, until close; NULL: on the host. */
  struct lbm_device (*arrays)(void *state);
  /* The following may be NULL: then the host does it, by get and put. As in lbm.h. */
  int (*get_fields)(void *state, const struct lbm_task *task, size_t tile, void *values, struct tile_error *e);
  int (*put_fields)(void *state, const struct lbm_task *task, size_t tile, const void *values, struct tile_error *e);
  int (*scale)(void *state, double factor, struct tile_error *e);
  /* Bytes read and written per second when one copy of the populations is copied as fast as the device can. */
  int (*copy)(void *state, double *bandwidth, struct tile_error *e);
  /* Keeps the populations as they are now, until the next call; *done false: there is no room. From then on one other
   * thread may get_snapshot, populations (task NULL) or fields of them, while anything else is done but snapshot and close. */
  int (*snapshot)(void *state, bool *done, struct tile_error *e);
  int (*get_snapshot)(void *state, const struct lbm_task *task, size_t tile, void *values, struct tile_error *e);
  /* Values at places of the populations, for parts of a domain (halo.h); from and to stay where and what they are. */
  int (*pack)(void *state, const struct lbm_places *from, void *values, struct tile_error *e);
  int (*unpack)(void *state, const struct lbm_places *to, const void *values, struct tile_error *e);
  bool (*away)(
      const void *state); /* populations lie where the next step wants them, in copies of other parts' tiles too */
  /* Into how many parts the name of a device divides the domain: "cuda:0,1", two. NULL: one. */
  int (*parts)(const char *device, int *parts, struct tile_error *e);
  /* From then on the parts of this process exchange what they need of each other themselves, halo[p][q] says what part p takes of
   * part q; *joined false: they cannot, and go by pack and unpack. Then steps_connected is steps, of all, an outcome each. */
  int (*connect)(void *const state[], const struct lbm_halo *const halo[], int parts, bool *joined,
                 struct tile_error *e);
  int (*steps_connected)(void *const state[], const struct lbm_task task[], int parts, int64_t count,
                         struct lbm_outcome o[], struct tile_error *e);
};

extern const struct lbm_backend lbm_backend_cpu, lbm_backend_cuda, lbm_backend_cpu_plane, lbm_backend_cuda_plane;
/* By name, up to a colon; NULL: the best present. */
int lbm_backend_find(const struct lbm_backend **backend, const char *name, enum lbm_lattice lattice,
                     struct tile_error *e);

#endif

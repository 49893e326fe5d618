/* SPDX-License-Identifier: BSD-3-Clause */
/* The state of the CUDA backend: one local subdomain and its device. Each source of this folder calls only sources that
 * are named before it:
 *   cuda_device.c: the device, its memory and its streams;
 *   cuda_in_place.c, cuda_domain.c, cuda_lists.c: the domain on the device (cuda_domain.h);
 *   arrays/cuda_shared.c: arrays and loops that the GPUs of a group share (cuda_shared.h);
 *   cuda_staging.c, cuda_snapshot.c, cuda_numbers.c, arrays/cuda_arrays.c: data that are moved or computed between time
 *     steps (cuda_staging.h);
 *   openings/cuda_openings.c: conditions that change, outlets, flows through openings (cuda_openings.h);
 *   cuda_step.c: time steps of one subdomain (cuda_step.h);
 *   cuda_connect.c, cuda_group.c: values of other subdomains, and time steps of all of them (cuda_group.h);
 *   cuda_steps.c: the steps that the backend runs, with the search for bad nodes (cuda_step.h);
 *   cuda.c: opening and closing, and the table of the backend.
 * cuda_plane.c is a backend of its own, for D2Q9, on top of cuda_device.c. */
#ifndef CUDA_STATE_H
#define CUDA_STATE_H

#include "backend.h"
#include "cuda_kernels.h"
#include "in_place.h"

/* Many time steps that are launched at once. */
struct cuda_graph {
  cudaGraphExec_t exec;      /* NULL: none */
  struct lbm_cuda_step pass; /* the step that it was made for */
  bool varies;               /* with conditions that vary */
};

/* Consecutive tiles on their way between the device and the host. */
struct cuda_staging_buffer {
  size_t begin, end; /* tiles */
  size_t next;       /* putting: the first tile that has no values yet */
  void *host;        /* pinned */
  void *device;
  cudaEvent_t done; /* the transfer under way is complete */
};

/* Two staging buffers: the host works on one while the other is under way. */
struct cuda_staging {
  cudaStream_t stream; /* all transfers use it */
  struct cuda_staging_buffer buffer[2];
  int now;
  bool busy; /* the buffers were used since the last cuda_flush, for: */
  struct lbm_cuda_exchange use;
  size_t bytes; /* of one buffer */
};

/* A copy of the populations at one step: it is read on a stream of its own while the steps go on. */
struct cuda_snapshot_copy {
  void *copy; /* NULL: none was taken yet */
  cudaStream_t stream;
  cudaEvent_t kept; /* the copy is complete */
  struct cuda_staging staging;
};

/* Values on their way to or from another subdomain: on the device, in the order of the places. */
struct cuda_halo_buffer {
  const struct lbm_places *places;
  const uint64_t *at;
  void *values;
  struct cuda_halo_buffer *next;
};

/* A connection to another subdomain of this process: values go from places here to places there. */
struct cuda_link {
  struct cuda *other;
  size_t count;
  const uint64_t *from, *to;
};

/* Arrays in pieces on the GPUs of a group, one behind the other (cuda_shared.h). */
struct cuda_array {
  void *at;
  size_t bytes, unit; /* bytes is a multiple of unit, in which memory comes */
  int arrays;
  struct cuda_array *next;
};

/* A subdomain's place in its GPU group. */
struct cuda_group {
  struct cuda *first; /* the first subdomain of the group; NULL: there is no group */
  struct cuda *next;
  int place, parts; /* number of this subdomain, and of all of them */
  cudaStream_t side;
  cudaEvent_t inside, edge, given, shared; /* each marks the end of that work */
  struct cuda_array *array;                /* of the first subdomain: a list */
};

/* The tiles that touch tiles of other subdomains: they are updated last. */
struct cuda_edge {
  const int32_t *near; /* as in lbm_cuda_domain */
  uint32_t tiles, *tile;
};

/* Data of a flow with one copy of the populations. */
struct cuda_in_place {
  struct lbm_in_place order;
  struct lbm_cuda_in_place in_place;
  size_t progress, aside; /* bytes of those members of in_place on the device */
  uint32_t low, high;     /* boundary tiles near the two ends, the first and the last ones: see cuda_find_ends */
};

struct cuda {
  int device;
  const struct lbm_geometry *geometry;
  const struct lbm_cuda_kernels *kernels;
  struct lbm_cuda_domain domain;
  cudaStream_t stream, aside; /* aside: boundary tiles, beside the others */
  cudaEvent_t begin, end, forked, joined;
  void *populations[2]; /* as allocated */
  void *copy[2];        /* inside `populations`; with one copy: the places before and after a step that ascends */
  int copies, current;
  struct cuda_in_place one;
  size_t lists;                    /* bytes of the source lists; 0: there are none */
  size_t value, field, bytes;      /* bytes of one value, of one value of a field, of one copy */
  double utilisation;              /* see lbm_cuda_step */
  size_t memory;                   /* bytes of everything on the device */
  struct lbm_condition *condition; /* on the device */
  int conditions;
  struct lbm_rate_table *table; /* on the device; NULL: the viscosity is the same everywhere */
  /* For the inside, then for the edge: on the device, and on the host (pinned). */
  struct lbm_cuda_verdict *verdict, *verdict_host;
  struct cuda_graph graph[2];
  struct cuda_edge edge;
  struct cuda_openings *openings;       /* NULL: not used yet */
  struct cuda_halo_buffer *halo_buffer; /* a list of all of them */
  struct cuda_link *link;
  int links;
  struct cuda_group group;
  struct cuda_staging staging; /* on `stream` */
  struct cuda_snapshot_copy snapshot;
  uint64_t *first;            /* tiles + 1: non-solid nodes before each tile; on the host */
  struct lbm_cuda_sums *sums; /* one for each own tile; on the device */
  double *products;           /* on the device: room for the sums of a product of cuda_arrays.c */
  size_t product_sums;        /* their number */
  cudaError_t asked;          /* the first error of loops since the last call that waited for them */
  char description[96];
};

/* ---- cuda_device.c ------------------------------------------------------------------- */

/* Returns 0, or reports the error as one line: "cuda: WHAT: REASON". */
int cuda_ok(cudaError_t code, const char *what, struct tile_error *e);
/* Selects the device of this subdomain for the calls that follow. */
int cuda_use(const struct cuda *c, struct tile_error *e);
/* Allocates memory on the device and counts it in c->memory; cuda_close frees it. */
int cuda_allocate(struct cuda *c, void **to, size_t bytes, const char *what, struct tile_error *e);

/* 0 if there is a device; otherwise the reason why there is none. */
int cuda_present(struct tile_error *e);
/* The memory that is free on all devices of this name. */
int cuda_room(const char *name, size_t *bytes, struct tile_error *e);
/* The number of subdomains that this name of devices asks for. */
int cuda_parts(const char *name, int *parts, struct tile_error *e);
/* Chooses the device of a subdomain; usable: says whether this program has code for it. */
int cuda_open_device(struct cuda *c, const char *name, int part, cudaError_t (*usable)(void), struct tile_error *e);
/* Reports how much memory the flow takes, before it takes any; fails if that is more than is free. how: added to the
 * report, or "". */
int cuda_check_memory(const struct cuda *c, size_t need, size_t nodes, const char *how, const struct lbm_setup *setup,
                      struct tile_error *e);
int cuda_open_streams(struct cuda *c, struct tile_error *e);
void cuda_streams_close(struct cuda *c);
/* Measures how many bytes a second are read and written when `from` is copied to `to`. */
int cuda_copy_bandwidth(const struct cuda *c, void *to, const void *from, size_t bytes, double *bandwidth,
                        struct tile_error *e);

#endif

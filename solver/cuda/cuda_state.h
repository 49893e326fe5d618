/* The inside of the CUDA backend on the host: cuda_pass.c steps, cuda_domain.c brings the domain to the device,
 * cuda_lists.c lists where populations come from, cuda_staging_buffer.c moves populations and fields, cuda_snapshot.c keeps some,
 * cuda_numbers.c sums, cuda_in_place.c is for one copy of the populations. cuda_plane.c is a backend of its own, for D2Q9. */
#ifndef CUDA_STATE_H
#define CUDA_STATE_H

#include "backend.h"
#include "in_place.h"
#include "cuda_kernels.h"

struct cuda_graph {
  cudaGraphExec_t exec;      /* NULL: none */
  struct lbm_cuda_step pass; /* that it was made for */
};

/* Consecutive tiles on their way between the device and the host. */
struct cuda_staging_buffer {
  size_t begin, end; /* tiles */
  size_t next;       /* putting: first that has no values yet */
  void *host;        /* pinned */
  void *device;
  cudaEvent_t done; /* what is under way */
};

/* Two windows: while the host works on one, the other is under way. */
struct cuda_staging {
  cudaStream_t stream; /* of all they do */
  struct cuda_staging_buffer buffer[2];
  int now;
  bool busy; /* used since the last cuda_flush, for: */
  struct lbm_cuda_exchange use;
  size_t bytes; /* of a window */
};

/* The populations as they were: read on a stream of their own while steps go on. */
struct cuda_snapshot_copy {
  void *copy; /* NULL: not taken yet */
  cudaStream_t stream;
  cudaEvent_t kept; /* the copy is complete */
  struct cuda_staging staging;
};

/* Values on their way to or from another part: on the device, in the order of the places. */
struct cuda_halo_buffer {
  const struct lbm_places *places;
  const uint64_t *at;
  void *values;
  struct cuda_halo_buffer *next;
};

/* To another part of this process: values from places of this part to places of that one. */
struct cuda_link {
  struct cuda *other;
  size_t count;
  const uint64_t *from, *to;
};

/* Of a part of a team: cuda_group.c. */
struct cuda_group {
  struct cuda *first; /* of all parts; NULL: no team */
  cudaStream_t side;
  cudaEvent_t inside, edge, given; /* what is done */
};

/* The tiles that touch those of other parts, and are updated last. */
struct cuda_edge {
  const int32_t *near; /* as in lbm_cuda_domain */
  uint32_t tiles, *tile;
};

/* Where there is one copy of the populations. */
struct cuda_in_place {
  struct lbm_in_place order;
  struct lbm_cuda_in_place in_place;
  size_t progress, aside; /* bytes of those on the device */
  uint32_t low, high;     /* boundary tiles near the ends, the first and the last ones: cuda_find_ends */
};

struct cuda {
  int device;
  const struct lbm_geometry *geometry;
  const struct lbm_cuda_kernels *kernels;
  struct lbm_cuda_domain domain;
  cudaStream_t stream;
  cudaEvent_t begin, end;
  void *populations[2]; /* what is allocated for them */
  void *copy[2];        /* in in_place; of one copy, before and after a pass that ascends */
  int copies, current;
  struct cuda_in_place one;
  size_t lists;                    /* bytes of the lists of sources; 0: there are none */
  size_t value, field, bytes;      /* of a value; of one of a field; of one copy */
  double utilisation;              /* see lbm_cuda_step */
  size_t memory;                   /* of all that is on the device */
  struct lbm_condition *condition; /* on the device */
  int conditions;
  struct lbm_cuda_verdict *verdict, *verdict_host; /* of the inside, of the edge; on the device; on the host, pinned */
  struct cuda_graph graph[2];
  struct cuda_edge edge;
  struct cuda_halo_buffer *halo_buffer; /* all of them */
  struct cuda_link *link;
  int links;
  struct cuda_group group;
  struct cuda_staging staging; /* on `stream` */
  struct cuda_snapshot_copy snapshot;
  uint64_t *first;            /* tiles + 1: non-solid nodes before each tile; on the host */
  struct lbm_cuda_sums *sums; /* of each own tile; on the device */
  double *products;           /* on the device, from the first of cuda_arrays.c on */
  cudaError_t asked;          /* what went wrong in loops since the last that waited */
  char description[96];
};

/* cuda_call.c: 0, or the error as one line: "cuda: WHAT: REASON". */
int cuda_ok(cudaError_t code, const char *what, struct tile_error *e);
/* Before anything else is asked of a part's device. */
int cuda_use(const struct cuda *c, struct tile_error *e);
/* Device memory, all of it counted; freed by cuda_close. */
int cuda_allocate(struct cuda *c, void **to, size_t bytes, const char *what, struct tile_error *e);

/* cuda.c */
int cuda_present(struct tile_error *e);
int cuda_parts(const char *name, int *parts, struct tile_error *e);
/* That of a part; usable: has this program code for it? */
int cuda_open_device(struct cuda *c, const char *name, int part, cudaError_t (*usable)(void), struct tile_error *e);
/* Says what the flow will take before any of it is taken; how: what is to be said besides, or "". */
int cuda_check_memory(const struct cuda *c, size_t need, size_t nodes, const char *how, const struct lbm_setup *setup,
                      struct tile_error *e);
int cuda_open_streams(struct cuda *c, struct tile_error *e);
void cuda_streams_close(struct cuda *c);

/* Of all that a flow takes on the device. */
size_t cuda_bytes_needed(const struct cuda *c);
/* Into what is free there. */
int cuda_fits(const struct cuda *c, bool *fits, struct tile_error *e);

/* cuda_in_place.c. copies: 1, 2, or 0: one where two do not fit. */
int cuda_choose_copies(struct cuda *c, int copies, struct tile_error *e);
int cuda_allocate_copies(struct cuda *c, struct tile_error *e);
void cuda_in_place_free(struct cuda *c);
size_t cuda_gap(const struct cuda *c); /* bytes; 0: there are two copies */
/* In the order in which tiles lie on the device. */
size_t cuda_row_tile(const struct cuda *c, size_t row);
/* Boundary tiles with all that they read within a gap of the ends: in passes that begin there their places are free from the start, in
 * those that end there what they read is never written over. */
void cuda_find_ends(struct cuda *c, const struct lbm_cuda_tile *tile, const struct lbm_cuda_boundary_tile *at);
/* The source lists of one copy; free(). */
int cuda_move_lists(const struct cuda *c, int32_t **source, struct tile_error *e);

/* cuda_connect.c */
int cuda_connect(void *const state[], const struct lbm_halo *const halo[], int parts, bool *joined,
                 struct tile_error *e);
void cuda_disconnect(struct cuda *c);
int cuda_give(struct cuda *c, cudaStream_t stream, struct tile_error *e);
int cuda_pack(void *state, const struct lbm_places *from, void *values, struct tile_error *e);
int cuda_unpack(void *state, const struct lbm_places *to, const void *values, struct tile_error *e);
/* cuda_pass.c */
int cuda_steps(void *state, const struct lbm_task *task, int64_t count, struct lbm_outcome *o, struct tile_error *e);
int cuda_steps_connected(void *const state[], const struct lbm_task task[], int parts, int64_t count,
                         struct lbm_outcome o[], struct tile_error *e);
struct lbm_cuda_step cuda_step_of(const struct cuda *c, const struct lbm_task *task);
int cuda_step_inside(struct cuda *c, const struct lbm_cuda_step *p, cudaStream_t stream, struct tile_error *e);
int cuda_step_edge(struct cuda *c, const struct lbm_cuda_step *p, cudaStream_t stream, struct tile_error *e);
int cuda_step(struct cuda *c, const struct lbm_task *task, struct tile_error *e);
/* cuda_group.c */
int cuda_group_open(struct cuda *c, struct cuda *first, struct tile_error *e);
void cuda_group_close(struct cuda *c);
/* What is asked of c from here on is done after all that was asked of the other so far. Either NULL: nothing. */
int cuda_follow(struct cuda *c, struct cuda *other, struct tile_error *e);
int cuda_step_group(struct cuda *const c[], const struct lbm_task task[], int parts, int64_t count,
                    struct tile_error *e);
/* cuda_graph.c: as many of `count` passes as go in graphs. */
int cuda_step_graphs(struct cuda *c, const struct lbm_task *task, int64_t *count, struct tile_error *e);
void cuda_graphs_free(struct cuda *c);

/* cuda_lists.c: are sources listed? After the copies have been chosen. */
int cuda_choose_lists(struct cuda *c, const struct lbm_setup *setup, struct tile_error *e);
int cuda_lists_make(struct cuda *c, struct tile_error *e);
void cuda_lists_free(struct cuda *c);

/* The masks, neighbours and boundary tiles. */
size_t cuda_domain_bytes(const struct lbm_geometry *g);
size_t cuda_boundary_bytes(const struct cuda *c); /* populations of the boundary tiles */
int cuda_domain_send(struct cuda *c, struct tile_error *e);
void cuda_domain_free(struct cuda *c);

int cuda_staging_open(struct cuda *c, struct cuda_staging *w, cudaStream_t stream, struct tile_error *e);
void cuda_staging_close(struct cuda_staging *w);
/* The windows of one thread; populations on the device. */
int cuda_staging_get(const struct cuda *c, struct cuda_staging *w, void *populations, const struct lbm_task *task,
                     size_t tile, void *values, struct tile_error *e);
int cuda_staging_flush(const struct cuda *c, struct cuda_staging *w, struct tile_error *e);
/* What was put reaches the populations; what was prefetched is forgotten. Before anything else touches them. */
int cuda_flush(struct cuda *c, struct tile_error *e);
int cuda_get(void *state, size_t tile, void *values, struct tile_error *e);
int cuda_put(void *state, size_t tile, const void *values, struct tile_error *e);
int cuda_get_fields(void *state, const struct lbm_task *task, size_t tile, void *values, struct tile_error *e);
int cuda_put_fields(void *state, const struct lbm_task *task, size_t tile, const void *values, struct tile_error *e);
/* cuda_snapshot.c */
int cuda_snapshot(void *state, bool *done, struct tile_error *e);
int cuda_get_snapshot(void *state, const struct lbm_task *task, size_t tile, void *values, struct tile_error *e);
void cuda_snapshot_free(struct cuda *c);
/* cuda_numbers.c */
int cuda_totals(void *state, const struct lbm_task *task, struct lbm_totals *tile, struct tile_error *e);
int cuda_scale(void *state, double factor, struct tile_error *e);
int cuda_copy(void *state, double *bandwidth, struct tile_error *e);
/* Bytes read and written a second. */
int cuda_copy_bandwidth(const struct cuda *c, void *to, const void *from, size_t bytes, double *bandwidth,
                        struct tile_error *e);
/* cuda_arrays.c */
struct lbm_device cuda_arrays(void *state);
int cuda_moment(void *state, int axis, const uint32_t *first, double *to, struct tile_error *e);
int cuda_add(void *state, const uint32_t *first, const struct lbm_addition *a, struct tile_error *e);
/* task: fields; NULL: populations. */
struct lbm_cuda_exchange cuda_exchange_of(const struct cuda *c, const struct lbm_task *task);

#endif

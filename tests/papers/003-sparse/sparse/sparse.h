/* SPDX-License-Identifier: BSD-3-Clause */
/* Other layouts of sparse domains, to compare with those of tessera-run, as T. Tomczak & R. G. Szafran describe them
 * (Sparse geometries handling in lattice Boltzmann method implementation for graphic processors), D3Q19, on a GPU, or
 * on the CPU to check them:
 *
 *   cm    connectivity: for each node and direction the index of the incoming population; two copies
 *   fia   a dense array of node indices over the box that holds the domain; two copies
 *   tgb   tiles of 4 x 4 x 4 nodes, one copy, and two copies of ghost buffers for the populations that leave a tile
 *   types     tiles with a type of each node, two copies, in the arrangement of T. Tomczak & R. G. Szafran (A new GPU
 *             implementation for lattice-Boltzmann simulations on sparse geometries, algorithm 2), sparse_own.h
 *   bits      an array over the box with a field of bits for each node, two copies, as C. Obrecht et al. (Efficient GPU
 *             implementation of the linearly interpolated bounce-back boundary condition, pseudo-codes 1 and 2);
 *             linear walls where the domain has wall distances, kept in the cells of solid nodes, sparse_own.h
 *   moments-tiles  ten moments per node in tiles as those of types, with walls, two copies
 *   moments   ten moments per node instead of populations (moments.c of this bench), two copies, without walls
 *   reversed, split   propagation alone (sparse_moves.h), two copies, without walls
 *
 * In cm and fia only fluid nodes have populations: i of node n at i * stride + n, nodes in the order of the box, x
 * fastest. Populations are h_i = f_i - w_i. Walls are half-way, and a force drives the flow. C and CUDA. */
#ifndef SPARSE_H
#define SPARSE_H

#include "lattice.h"
#include "physics.h"
#include "tile.h"

enum { SPARSE_PRECISIONS = 2, SPARSE_NODES = 64, SPARSE_FACE = 16 };

/* A thread gathers the incoming populations of its node in one of these ways, ... */
enum sparse_kernel {
  SPARSE_OWN,
  SPARSE_CM,
  SPARSE_FIA,
  SPARSE_TGB,
  SPARSE_TYPES,
  SPARSE_MOMENT_TILES,
  SPARSE_BITS,
  SPARSE_MOMENTS,
  SPARSE_REVERSED,
  SPARSE_SPLIT,
  SPARSE_KERNELS
};
/* ... changes them and stores them. OPEN (tgb): ghost buffers get 0 where fluid nodes send. PUT, GET: `values`, 19 per
 * thread, of MOMENTS 10. */
enum sparse_mode { SPARSE_BGK, SPARSE_TRT, SPARSE_MRT, SPARSE_MOVE, SPARSE_PUT, SPARSE_GET, SPARSE_OPEN, SPARSE_MODES };

/* Ghost buffers of a tile: a population that moves along an axis leaves through one face, one that moves along a
 * diagonal through two; one that crosses an edge is in the buffer of its first axis. A tile has the index of each
 * buffer that it writes and that it reads, with SPARSE_FACE values per buffer; -1: no buffer. */
enum { SPARSE_WRITES = 6 + 2 * 12, SPARSE_READS = 6 + 3 * 12, SPARSE_INDICES = SPARSE_WRITES + SPARSE_READS };
#define SPARSE_WRITE(i, second) ((i) <= 6 ? (i)-1 : 6 + 2 * ((i)-7) + (second))
/* from: 0, 1: the tile beyond the face across the first, the second axis; 2: the tile beyond the edge */
#define SPARSE_READ(i, from) (SPARSE_WRITES + ((i) <= 6 ? (i)-1 : 6 + 3 * ((i)-7) + (from)))
/* The axes of a direction; only diagonals have a second one. */
#define SPARSE_FIRST(c) ((c)[0] ? 0 : (c)[1] ? 1 : 2)
#define SPARSE_SECOND(c) ((c)[2] ? 2 : 1)

/* One launch. The arrays are in the memory of the device. */
struct sparse_pass {
  uint32_t threads; /* number of nodes; of fia all nodes of the box, of tgb all nodes of the tiles */
  size_t stride;
  const void *from; /* of tgb equal to `to` */
  void *to;
  const uint32_t *source; /* cm: (direction - 1) * stride + node */
  const int32_t *number;  /* fia: of each node of the box; -1: solid */
  uint32_t grid[3];       /* of the box */
  bool wraps[3];
  const uint64_t *mask;             /* tgb: of each tile, bit x + 4 y + 16 z: fluid */
  const int32_t *index;             /* tgb: SPARSE_INDICES of each tile */
  const int32_t (*near)[TILE_WAYS]; /* types: the neighbours of each tile; -1: none */
  const uint16_t *type;             /* types: of each node of each tile; 0: solid */
  const uint32_t *bits; /* bits: of each node of the box, i: the node in direction i is solid; 0: it is itself */
  const void *ghost;    /* tgb: NaN where nothing is sent */
  void *next_ghost;
  void *values;
  struct lbm_rates rates;
};

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the device: sparse_host.c or sparse_cuda.c; functions return 0, or 1 after a message ---- */

/* Call it before the others. */
int sparse_device(void);
int sparse_alloc(void **array, size_t bytes);
void sparse_free(void *array);
int sparse_fill(void *array, int byte, size_t bytes);
int sparse_send(void *array, const void *from, size_t bytes);
int sparse_fetch(void *to, const void *array, size_t bytes);
/* sparse_begin starts the clock; sparse_end gives the seconds since then, when all launches have ended. */
int sparse_begin(void);
int sparse_end(double *seconds);
/* fp64 and fp32. */
extern int (*const sparse_launch[SPARSE_PRECISIONS])(enum sparse_kernel kernel, enum sparse_mode mode,
                                                     const struct sparse_pass *p);
int sparse_launch_fp64(enum sparse_kernel kernel, enum sparse_mode mode, const struct sparse_pass *p);
int sparse_launch_fp32(enum sparse_kernel kernel, enum sparse_mode mode, const struct sparse_pass *p);

/* ---- the domain: sparse_domain.c, sparse_ghosts.c ---- */

/* Arrays in host memory. */
struct sparse_domain {
  struct tile_domain tiles;
  struct tile_measure measure;
  size_t nodes, box; /* fluid nodes, all nodes */
  bool wraps[3];
  int32_t *number;     /* of the box; -1: solid */
  float (*cut)[LBM_Q]; /* of each node, as sparse_cut has it; NULL: without wall distances */
};
/* Tiles of edge 4 without patches and thin walls, with periods that are multiples of 4. Returns 1 after a message. */
int sparse_domain_read(struct sparse_domain *d, const char *path);
void sparse_domain_free(struct sparse_domain *d);
/* The node from which the population of direction i comes; -1: none. */
int32_t sparse_source(const struct sparse_domain *d, const int64_t at[3], int i);
/* How far from the node the wall on its way in direction i is, in lengths of the link: 1/2 without wall distances, and
 * where both links of a pair are cut. */
double sparse_cut(const struct sparse_domain *d, const int64_t at[3], int i);
/* Called for the node at x, y, z of the box. */
typedef void sparse_visit(void *self, const int64_t at[3], int32_t node);
void sparse_each_node(const struct sparse_domain *d, sparse_visit *visit, void *self);
/* The caller frees the result; NULL: not enough memory. */
uint32_t *sparse_connect(const struct sparse_domain *d, size_t stride);
/* Bits of the nodes of the box. */
uint32_t *sparse_bits(const struct sparse_domain *d);
/* The place of population i of a node of the box among those of bits, x fastest, then i. */
size_t sparse_bits_place(const struct sparse_domain *d, size_t node, int i);
/* Stores the wall distances in an array of populations, where solid nodes have cells that nobody reads. */
void sparse_bits_walls(const struct sparse_domain *d, void *array, bool single);
/* The same; sets the number of buffers. */
int32_t *sparse_index_ghosts(const struct sparse_domain *d, size_t *count);

/* ---- a flow: sparse_flow.c, sparse_ways.c ---- */

struct sparse_flow;
enum sparse_way {
  SPARSE_WAY_RW,
  SPARSE_WAY_CM,
  SPARSE_WAY_FIA,
  SPARSE_WAY_FIA_APART,
  SPARSE_WAY_TGB,
  SPARSE_WAY_TYPES,
  SPARSE_WAY_MOMENT_TILES,
  SPARSE_WAY_BITS,
  SPARSE_WAY_MOMENTS,
  SPARSE_WAY_REVERSED,
  SPARSE_WAY_SPLIT,
  SPARSE_WAYS
};
struct sparse_kind {
  const char *name;
  enum sparse_kernel kernel;
  int values;                                     /* per node */
  bool apart;                                     /* two launches, propagation and collision: populations move twice */
  int model;                                      /* the prediction of tile_models; -1: none */
  int (*open)(struct sparse_flow *f);             /* makes its arrays; 1 after a message */
  double (*moves)(const struct sparse_domain *d); /* bytes per step besides the populations, each counted once */
};
extern const struct sparse_kind sparse_kinds[SPARSE_WAYS];
struct sparse_flow {
  const struct sparse_domain *domain;
  const struct sparse_kind *kind;
  int precision;       /* 0: fp64, 1: fp32 */
  size_t value, bytes; /* bytes of a population; of all arrays */
  struct sparse_pass pass;
  void *copy[2], *ghosts[2], *array[2]; /* array: indices, masks */
  int current;
};
/* NULL: the kernel has none such. */
struct lbm_rates sparse_rates(enum sparse_mode collision);
const char *sparse_collision_name(enum sparse_kernel kernel, enum sparse_mode collision);
extern const char *const sparse_precision_names[SPARSE_PRECISIONS];
/* moments, reversed and split need a full box, periodic along all axes. */
bool sparse_fits(const struct sparse_domain *d, enum sparse_way way);
/* A fluid at rest, tau 0.8, driven by a force along all axes. Returns 1 after a message; sparse_close is needed in any
 * case. */
int sparse_open(struct sparse_flow *f, const struct sparse_domain *d, enum sparse_way way, int precision);
void sparse_close(struct sparse_flow *f);
/* SPARSE_BGK, SPARSE_TRT or SPARSE_MRT. The kernel read/write has no collision. */
int sparse_step(struct sparse_flow *f, enum sparse_mode collision);
/* One launch, from the current copy to the other or (turns) to the same. */
int sparse_run(struct sparse_flow *f, enum sparse_kernel kernel, enum sparse_mode mode, bool turns);
/* Does the kernel number all nodes of all tiles? */
#define SPARSE_IN_TILES(kernel) ((kernel) >= SPARSE_TGB && (kernel) <= SPARSE_MOMENT_TILES)
/* Are its values moments? */
#define SPARSE_OF_MOMENTS(kernel) ((kernel) == SPARSE_MOMENTS || (kernel) == SPARSE_MOMENT_TILES)
/* Does it visit all nodes of the box? */
#define SPARSE_IN_BOX(kernel) ((kernel) == SPARSE_FIA || (kernel) == SPARSE_BITS)
/* The number of nodes with values in sparse_put and sparse_get: of tgb and types all nodes of all tiles. */
size_t sparse_threads(const struct sparse_flow *f);
/* sparse_put sets the outgoing populations, sparse_get gives the incoming ones; of moments, reversed and split the
 * stored values. They return 1 after a message. */
int sparse_put(struct sparse_flow *f, void *values);
int sparse_get(struct sparse_flow *f, void *values);
/* Bytes that a step must move per node, each counted once. */
double sparse_moves(const struct sparse_flow *f);

/* Returns 0 if every layout agrees with a naive step. sparse_check.c */
int sparse_check(const struct sparse_domain *d);

#ifdef __cplusplus
}
#endif

#endif

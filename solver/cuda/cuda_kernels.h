/* Between the host part of the CUDA backend (cuda*.c) and its kernels (cuda_*.cu). Pointers are to device memory. */
#ifndef CUDA_KERNELS_H
#define CUDA_KERNELS_H

#include "physics.h"

#include <cuda_runtime_api.h>

/* Tiles begin at multiples of so many bytes: a sector of the memory. */
#define LBM_CUDA_ALIGN 32
/* Entries of the neighbourhood of a tile: 27, and one that keeps it aligned. */
#define LBM_CUDA_NEAR 28

/* One tile, 16 bytes: what its neighbours and it must know to find a population. */
struct lbm_cuda_tile {
  uint32_t low, high; /* occupancy mask: z = 0, 1 and z = 2, 3 */
  uint32_t base;      /* of its values, in LBM_CUDA_ALIGN bytes */
  uint32_t stride;    /* values from one population to the next */
};

/* A tile that the kernel of plain tiles leaves out: with nodes of patches, or with a source list. */
struct lbm_cuda_closed {
  uint32_t tile;
  uint32_t columns;  /* of its source list (see geometry.h); 0: none */
  uint64_t list;     /* begin in `source` */
  uint64_t special;  /* begin in `special` */
  uint16_t first[65]; /* specials of node n, in order: special + first[n] to special + first[n + 1] */
};

struct lbm_cuda_domain {
  uint32_t tiles, closed_tiles;
  const struct lbm_cuda_tile *tile;
  const int32_t *near;   /* LBM_CUDA_NEAR a tile; the middle one is itself, -1 for a closed tile */
  const uint64_t *first; /* tiles + 1: non-solid nodes before each tile */
  const struct lbm_cuda_closed *closed;
  const struct lbm_special *special;
  const int32_t *source;
};

/* The first bad node, as step * 2^38 + tile * 64 + node; all ones: none. `step` of a parity counts the passes
 * from the copy of that parity, each pass sets that of the other. */
struct lbm_cuda_watch {
  unsigned long long bad;
  uint32_t step[2];
};

struct lbm_cuda_pass {
  struct lbm_cuda_domain domain;
  const void *from;
  void *to;
  int parity; /* of `from` */
  struct lbm_cuda_watch *watch;
  const struct lbm_condition *condition;
  struct lbm_rates rates;
  int collision, equilibrium, forced, mode;
  int dense; /* nearly all nodes of the tiles are non-solid */
};

/* Populations or fields of a run of tiles, in node order, from and to a plain array. */
struct lbm_cuda_exchange {
  struct lbm_cuda_domain domain;
  void *populations;
  void *values;  /* of the tiles, 19 or 4 a node */
  uint32_t begin, end; /* tiles */
  double force[3];
  int equilibrium, out, fields;
};

/* Sums of lbm_survey over a tile. */
struct lbm_cuda_sums {
  double mass, velocity[3], speed, fastest;
};

#ifdef __cplusplus
extern "C" {
#endif
/* One table per precision and layout. All return the error of the launch. */
struct lbm_cuda_kernels {
  cudaError_t (*pass)(const struct lbm_cuda_pass *pass, cudaStream_t stream);
  cudaError_t (*exchange)(const struct lbm_cuda_exchange *x, cudaStream_t stream);
  /* of every tile */
  cudaError_t (*survey)(const struct lbm_cuda_exchange *x, struct lbm_cuda_sums *sums, cudaStream_t stream);
  cudaError_t (*scale)(void *values, size_t count, double factor, cudaStream_t stream);
  cudaError_t (*usable)(void); /* has this program code for the GPU? */
};
extern const struct lbm_cuda_kernels lbm_cuda_packed_fp64, lbm_cuda_packed_fp32, lbm_cuda_t2c_fp64, lbm_cuda_t2c_fp32,
    lbm_cuda_t2c_xyz_fp64, lbm_cuda_t2c_xyz_fp32;
#ifdef __cplusplus
}
#endif

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* The interface between the host side of the CUDA backend (cuda*.c) and its kernels (kernels/, instances/). Pointers
 * are to device memory. */
#ifndef CUDA_KERNELS_H
#define CUDA_KERNELS_H

#include "config.h"
#include "cuda_tile.h"

#include <cuda_runtime_api.h>

/* The source lists of a step (kernels/cuda_lists.cuh). */
struct lbm_cuda_lists {
  uint32_t *row;    /* LBM_CUDA_ROW for each own tile; NULL: sources are found from masks */
  uint32_t *source; /* LBM_CUDA_LIST words for each node of own tiles */
  uint32_t *full;   /* of 64 nodes */
  uint32_t *wall;   /* lbm_cuda_wall_words */
};

/* A subdomain: `tile`, `first` and `wall_link_begin` have its own tiles and those around them. */
struct lbm_cuda_domain {
  uint32_t begin, tiles, boundary_tiles; /* the first of its own tiles; their number */
  const struct lbm_cuda_tile *tile;
  /* LBM_CUDA_NEAR for each own tile, in the order of tiles or, in one copy, in the in-place order. The middle entry is
   * the tile itself, or -1 if another kernel updates it; the last is its number. */
  const int32_t *near;
  const uint64_t *first; /* one more than tiles: non-solid nodes before each tile */
  const struct lbm_cuda_boundary_tile *boundary_tile;
  const struct lbm_boundary_node *boundary;
  const int32_t *source;
  const uint64_t *wall_link_begin; /* tiles + 1; NULL: all walls are half-way */
  struct lbm_cuda_lists lists;
  const struct lbm_wall_link *wall_link; /* of a tile: by column, then link; as many as fill 16 bytes */
  int walls;                             /* enum lbm_walls: the rule of cut links */
  int listed; /* `near` has some of the tiles, or an order of its own: the middle entry says which tile it is */
};

/* The first bad node, as step * 2^38 + its tile's place in `near` (in one copy its number) * 64 + node; all ones if
 * there is none. `step` of a parity counts the steps from the copy of that parity; each step sets that of the other. */
struct lbm_cuda_verdict {
  unsigned long long bad;
  uint32_t step[2];
};

/* A time step in one copy (layout/in_place.h). */
struct lbm_cuda_in_place {
  const uint32_t *wait[2]; /* by parity; the step of parity 0 ascends */
  uint32_t *progress;      /* LBM_CUDA_READ + groups, zeros before each step; NULL: there are two copies */
  void *aside;             /* values of the boundary tiles */
  uint32_t shift;
};

struct lbm_cuda_step {
  struct lbm_cuda_domain domain;
  const void *from;
  void *to;
  int parity; /* of `from` */
  struct lbm_cuda_verdict *verdict;
  const struct lbm_condition *condition;
  struct lbm_rates rates;
  int relaxation, equilibrium, mode;
  double utilisation; /* of the tiles */
  struct lbm_cuda_in_place in_place;
};

/* Populations or fields of consecutive tiles, in node order, from or to a plain array. */
struct lbm_cuda_exchange {
  struct lbm_cuda_domain domain;
  void *populations;
  void *values;        /* of the tiles: LBM_Q or 4 for each node */
  uint32_t begin, end; /* tiles */
  double force[3];
  int equilibrium, out, fields;
};

/* to[at[n]] = from[there[n]], in the precision of the kernels; at or there NULL: n itself. */
struct lbm_cuda_move {
  void *to;
  const void *from;
  const uint64_t *at, *there;
  size_t count;
};

/* Sums of lbm_totals over a tile. */
struct lbm_cuda_sums {
  double mass, velocity[3], speed, fastest;
};

/* As struct lbm_addition of backend.h. */
struct lbm_cuda_addition {
  const float (*field)[LBM_FIELDS];
  double mean, share;
};

#ifdef __cplusplus
extern "C" {
#endif
/* All functions return the error of the launch. One table for each precision. */
struct lbm_cuda_list_kernels {
  cudaError_t (*make)(const struct lbm_cuda_domain *d, cudaStream_t stream);  /* the lists of all tiles */
  cudaError_t (*step)(const struct lbm_cuda_step *pass, cudaStream_t stream); /* in place of `tiles` below */
};
#define LBM_CUDA_LISTS(number, name, ...) extern const struct lbm_cuda_list_kernels lbm_cuda_lists_##name;
LBM_PRECISION_ROWS(LBM_CUDA_LISTS)
#undef LBM_CUDA_LISTS

/* One table for each precision and layout. */
struct lbm_cuda_kernels {
  cudaError_t (*tiles)(const struct lbm_cuda_step *pass, cudaStream_t stream);
  cudaError_t (*boundary)(const struct lbm_cuda_step *pass, cudaStream_t stream);
  /* in one copy, after `tiles`: writes the values that `boundary` put aside before */
  cudaError_t (*put_back)(const struct lbm_cuda_step *pass, cudaStream_t stream);
  cudaError_t (*exchange)(const struct lbm_cuda_exchange *x, cudaStream_t stream);
  /* one for each own tile */
  cudaError_t (*totals)(const struct lbm_cuda_exchange *x, struct lbm_cuda_sums *sums, cudaStream_t stream);
  cudaError_t (*scale)(void *values, size_t count, double factor, cudaStream_t stream);
  cudaError_t (*move)(const struct lbm_cuda_move *move, cudaStream_t stream);
  const struct lbm_cuda_list_kernels *lists; /* NULL: it cannot step by lists */
  int in_place;                              /* can it step in one copy? */
  cudaError_t (*usable)(void);               /* has this program code for the GPU? */
  /* as in backend.h */
  cudaError_t (*moments)(const struct lbm_cuda_exchange *x, double (*last)[4], float (*change)[4], cudaStream_t stream);
  cudaError_t (*add)(const struct lbm_cuda_exchange *x, const struct lbm_cuda_addition *a, cudaStream_t stream);
};
/* The tables: X(precision, its name, layout, its name). Some are built only if configure is asked for them. */
#ifdef HAVE_GPU_MIXED
#define LBM_CUDA_MIXED_ROWS(X)                    \
  X(LBM_FP64_FP32, fp64_fp32, LBM_PACKED, packed) \
  X(LBM_FP32_FP16, fp32_fp16, LBM_PACKED, packed)
#else
#define LBM_CUDA_MIXED_ROWS(X)
#endif
#ifdef HAVE_GPU_T2C
#define LBM_CUDA_T2C_ROWS(X)              \
  X(LBM_FP64, fp64, LBM_T2C, t2c)         \
  X(LBM_FP32, fp32, LBM_T2C, t2c)         \
  X(LBM_FP64, fp64, LBM_T2C_XYZ, t2c_xyz) \
  X(LBM_FP32, fp32, LBM_T2C_XYZ, t2c_xyz)
#else
#define LBM_CUDA_T2C_ROWS(X)
#endif
#define LBM_CUDA_ROWS(X)                \
  X(LBM_FP64, fp64, LBM_PACKED, packed) \
  X(LBM_FP32, fp32, LBM_PACKED, packed) \
  LBM_CUDA_MIXED_ROWS(X) LBM_CUDA_T2C_ROWS(X)
#define LBM_CUDA_KERNELS(number, precision, layout_number, layout) \
  extern const struct lbm_cuda_kernels lbm_cuda_##layout##_##precision;
LBM_CUDA_ROWS(LBM_CUDA_KERNELS)
#undef LBM_CUDA_KERNELS
#ifdef __cplusplus
}
#endif

#endif

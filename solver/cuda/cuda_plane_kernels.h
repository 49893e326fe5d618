/* SPDX-License-Identifier: BSD-3-Clause */
/* The interface between cuda_plane.c and its kernels: D2Q9 in blocks (d2q9/plane.h). Pointers are to device memory. */
#ifndef CUDA_PLANE_KERNELS_H
#define CUDA_PLANE_KERNELS_H

#include "cuda_kernels.h"
#include "plane_block.h"

struct lbm_cuda_plane {
  const struct lbm_plane_block *block;
  const uint32_t *boundary_begin; /* blocks + 1 */
  const struct lbm_boundary_node *boundary;
  const struct lbm_plane_cuts *cut_block; /* interpolated walls; NULL: they cut no link */
  const uint16_t *q;
  int walls; /* enum lbm_walls: the rule of cut links */
  const struct lbm_condition *condition;
  uint32_t blocks, odds, tiles;
  const uint32_t *odd;   /* blocks that have boundary nodes or cut links, `odds` of them */
  const uint64_t *first; /* tiles + 1: nodes of the domain's tiles before each */
  const uint32_t *place; /* of the rest population of each node */
};

struct lbm_cuda_plane_step {
  struct lbm_cuda_plane plane;
  const void *from;
  void *to;
  unsigned long long *bad; /* step * 2^32 + block of the first rest population out of range; all ones: none */
  uint32_t step;
  struct lbm_rates rates;
  int relaxation, equilibrium, mode;
};

#ifdef __cplusplus
extern "C" {
#endif
/* One table for each precision. All functions return the error of the launch. */
struct lbm_cuda_plane_kernels {
  /* does nothing if an earlier step found a bad node */
  cudaError_t (*step)(const struct lbm_cuda_plane_step *pass, cudaStream_t stream);
  /* one for each tile of the domain */
  cudaError_t (*totals)(const struct lbm_cuda_plane_step *pass, struct lbm_cuda_sums *sums, cudaStream_t stream);
  cudaError_t (*usable)(void); /* has this program code for the GPU? */
};
extern const struct lbm_cuda_plane_kernels lbm_cuda_plane_fp64, lbm_cuda_plane_fp32;
#ifdef __cplusplus
}
#endif

#endif

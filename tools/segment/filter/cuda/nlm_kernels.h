/* SPDX-License-Identifier: BSD-3-Clause */
/* The interface between nlm_cuda.c and its kernels (nlm_kernels.cu). Pointers are to device memory. */
#ifndef NLM_KERNELS_H
#define NLM_KERNELS_H

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

/* A block of threads makes so many voxels of each of the slices of a slab. */
enum { NLM_WIDTH = 32, NLM_ROWS = 8, NLM_SLICES = 8, NLM_PATCH_MOST = 8, NLM_REACH_MOST = 24 };

/* Slices with what continues them around: rows of `wide` voxels. known: as in block.h, or NULL. */
struct nlm_slices {
  int nx, ny, reach;
  int wide, high;
  float *value, *known;
};

/* The next slices of the image: slice z - above is number slot[z] in `from`. */
struct nlm_slab {
  struct nlm_slices from;
  int above, nz, slot[NLM_SLICES + 2 * NLM_REACH_MOST];
  int search, patch;
  float voxels, per_square, expected; /* as in struct nlm_rule */
  float *made;
};

#ifdef __cplusplus
extern "C" {
#endif
/* Both return the error of the launch. The first makes slice number `slot` from the nx * ny voxels. */
cudaError_t nlm_continue(const struct nlm_slices *s, int slot, const float *voxels);
cudaError_t nlm_means(const struct nlm_slab *s);
#ifdef __cplusplus
}
#endif

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* The interface between the host side of loops over arrays (cuda_arrays.c) and their kernels (cuda_operations.cu). All
 * functions return the error of the launch. */
#ifndef CUDA_OPERATIONS_H
#define CUDA_OPERATIONS_H

#include "graph.h"

#include <cuda_runtime_api.h>

/* The most blocks of a sum. */
enum { LBM_CUDA_SUMS = 4096 };

#ifdef __cplusplus
extern "C" {
#endif
cudaError_t cuda_operations_run(enum lbm_operation_name name, const struct lbm_operation *a, size_t count,
                                cudaStream_t stream);
/* room: LBM_CUDA_SUMS + 1 values, of which the first becomes the result. */
cudaError_t cuda_operations_product(const float *a, const float *b, size_t count, double *room, cudaStream_t stream);
/* room: as many values as cuda_operations_scan_room says. */
size_t cuda_operations_scan_room(size_t count);
cudaError_t cuda_operations_scan(uint32_t *values, size_t count, uint32_t *room, cudaStream_t stream);
#ifdef __cplusplus
}
#endif

#endif

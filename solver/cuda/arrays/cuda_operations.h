/* SPDX-License-Identifier: BSD-3-Clause */
/* The interface between the host side of loops over arrays (cuda_arrays.c) and their kernels (cuda_operations.cu). All
 * functions return the error of the launch. */
#ifndef CUDA_OPERATIONS_H
#define CUDA_OPERATIONS_H

#include "graph.h"

#include <cuda_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif
/* i = begin ... end - 1 */
cudaError_t cuda_operations_run(enum lbm_operation_name name, const struct lbm_operation *a, size_t begin, size_t end,
                                cudaStream_t stream);
/* A sum is made of sums of LBM_SUM_OF products a_i b_i, or values a_i if b is NULL. sums[k] becomes that from i = k LBM_SUM_OF
 * on, for all i = begin ... end - 1; begin is a multiple of LBM_SUM_OF. Then *to becomes the sum of sums[0] ...
 * sums[count - 1]. */
enum { LBM_SUM_OF = 4096 };
cudaError_t cuda_operations_multiply(const float *a, const float *b, size_t begin, size_t end, double *sums,
                                     cudaStream_t stream);
cudaError_t cuda_operations_add_up(const double *sums, size_t count, double *to, cudaStream_t stream);
/* room: as many values as cuda_operations_scan_room says. */
size_t cuda_operations_scan_room(size_t count);
cudaError_t cuda_operations_scan(uint32_t *values, size_t count, uint32_t *room, cudaStream_t stream);
#ifdef __cplusplus
}
#endif

#endif

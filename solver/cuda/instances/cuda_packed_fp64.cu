// SPDX-License-Identifier: BSD-3-Clause
#include "cuda_layout_packed.cuh"
#define STORE double
#define SCALAR double
#include "cuda_table.cuh"

const struct lbm_cuda_kernels lbm_cuda_packed_fp64 = TABLE(&lbm_cuda_lists_fp64);

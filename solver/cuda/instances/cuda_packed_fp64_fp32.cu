// SPDX-License-Identifier: BSD-3-Clause
#include "cuda_layout_packed.cuh"
#define STORE float
#define SCALAR double
#include "cuda_table.cuh"

const struct lbm_cuda_kernels lbm_cuda_packed_fp64_fp32 = TABLE(&lbm_cuda_lists_fp64_fp32);

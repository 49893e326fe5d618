// SPDX-License-Identifier: BSD-3-Clause
#include "cuda_layout_packed.cuh"
#define STORE float
#define SCALAR double
#include "cuda_lists.cuh"

const struct lbm_cuda_list_kernels lbm_cuda_lists_fp64_fp32 = LIST_TABLE;

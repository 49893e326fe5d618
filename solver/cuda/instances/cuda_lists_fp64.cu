// SPDX-License-Identifier: BSD-3-Clause
#include "cuda_layout_packed.cuh"
#define STORE double
#define SCALAR double
#include "cuda_lists.cuh"

const struct lbm_cuda_list_kernels lbm_cuda_lists_fp64 = LIST_TABLE;

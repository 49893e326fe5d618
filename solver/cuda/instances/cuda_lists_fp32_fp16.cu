// SPDX-License-Identifier: BSD-3-Clause
#include "cuda_layout_packed.cuh"
#define STORE lbm_half
#define SCALAR float
#define HALVES
#include "cuda_lists.cuh"

const struct lbm_cuda_list_kernels lbm_cuda_lists_fp32_fp16 = LIST_TABLE;

// SPDX-License-Identifier: BSD-3-Clause
#include "cuda_layout_packed.cuh"
#define STORE lbm_half
#define SCALAR float
#define HALVES
#include "cuda_table.cuh"

const struct lbm_cuda_kernels lbm_cuda_packed_fp32_fp16 = TABLE(&lbm_cuda_lists_fp32_fp16);

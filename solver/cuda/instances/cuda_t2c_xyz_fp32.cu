// SPDX-License-Identifier: BSD-3-Clause
#include "cuda_layout_t2c_xyz.cuh"
#define STORE float
#define SCALAR float
#include "cuda_table.cuh"

const struct lbm_cuda_kernels lbm_cuda_t2c_xyz_fp32 = TABLE(NULL);

// SPDX-License-Identifier: BSD-3-Clause
#define SCALAR float
#define TABLE lbm_cuda_plane_fp32
#include "cuda_plane.cuh"

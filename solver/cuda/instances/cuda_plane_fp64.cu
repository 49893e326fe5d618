// SPDX-License-Identifier: BSD-3-Clause
#define SCALAR double
#define TABLE lbm_cuda_plane_fp64
#include "cuda_plane.cuh"

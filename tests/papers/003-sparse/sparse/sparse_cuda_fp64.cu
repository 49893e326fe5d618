// SPDX-License-Identifier: BSD-3-Clause
#define SCALAR double
#define LAUNCH sparse_launch_fp64
#include "sparse_cuda.cuh"

// SPDX-License-Identifier: BSD-3-Clause
#define SCALAR float
#define LAUNCH sparse_launch_fp32
#include "sparse_cuda.cuh"

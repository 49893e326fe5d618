// SPDX-License-Identifier: BSD-3-Clause
#define SCALAR double
#define LAUNCH layouts_launch_fp64
#include "layouts.cuh"

// SPDX-License-Identifier: BSD-3-Clause
#define SCALAR float
#define LAUNCH layouts_launch_fp32
#include "layouts.cuh"

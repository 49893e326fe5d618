// SPDX-License-Identifier: BSD-3-Clause
#define SCALAR double
#define LAUNCH schemes_launch_fp64
#define OCCUPANCY schemes_occupancy_fp64
#include "schemes.cuh"

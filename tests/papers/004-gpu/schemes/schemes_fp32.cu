// SPDX-License-Identifier: BSD-3-Clause
#define SCALAR float
#define LAUNCH schemes_launch_fp32
#define OCCUPANCY schemes_occupancy_fp32
#include "schemes.cuh"

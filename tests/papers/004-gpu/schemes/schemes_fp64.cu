#define SCALAR double
#define LAUNCH schemes_launch_fp64
#define OCCUPANCY schemes_occupancy_fp64
#include "schemes.cuh"

#define SCALAR double
#define LAUNCH layouts_launch_fp64
#include "layouts.cuh"

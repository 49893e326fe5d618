/* All kernels of one precision and layout. */
#include "cuda_step.cuh"
#include "cuda_exchange.cuh"

#define TABLE                                                         \
  {                                                                   \
    launch_pass, launch_exchange, launch_survey, launch_scale, usable \
  }

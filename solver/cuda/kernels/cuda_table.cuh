// SPDX-License-Identifier: BSD-3-Clause
/* All kernels of one precision and layout. lists: the kernels that make time steps by lists, or NULL. */
#include "cuda_step.cuh"
#include "cuda_exchange.cuh"
#include "cuda_move.cuh"
#include "cuda_nodes.cuh"

#define TABLE(lists)                                                                                                  \
  {                                                                                                                   \
    launch_tiles, launch_boundary, launch_put_back, launch_exchange, launch_totals, launch_scale, launch_move, lists, \
        layout::staged, usable, launch_moments, launch_add                                                            \
  }

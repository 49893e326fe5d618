// SPDX-License-Identifier: BSD-3-Clause
/* Copies values between places of two arrays. */
#include "cuda_kernels.h"

/* A thread copies several values at once, as the latency of memory is long. Few blocks are enough for a link between
 * devices or to the host, and leave room for the blocks of a time step. */
enum { MOVE_THREADS = 256, MOVE_AT_ONCE = 4, MOVE_BLOCKS = 64 };

static __device__ size_t place(const uint64_t *places, size_t n)
{
  return places ? places[n] : n;
}

static __global__ void __launch_bounds__(MOVE_THREADS) move_values(const struct lbm_cuda_move m)
{
  const size_t turn = (size_t)gridDim.x * MOVE_THREADS * MOVE_AT_ONCE;
  for (size_t begin = (size_t)blockIdx.x * MOVE_THREADS * MOVE_AT_ONCE + threadIdx.x; begin < m.count; begin += turn) {
    STORE value[MOVE_AT_ONCE];
#pragma unroll
    for (int i = 0; i < MOVE_AT_ONCE; i++)
      if (const size_t n = begin + (size_t)i * MOVE_THREADS; n < m.count)
        value[i] = ((const STORE *)m.from)[place(m.there, n)];
#pragma unroll
    for (int i = 0; i < MOVE_AT_ONCE; i++)
      if (const size_t n = begin + (size_t)i * MOVE_THREADS; n < m.count)
        ((STORE *)m.to)[place(m.at, n)] = value[i];
  }
}

static cudaError_t launch_move(const struct lbm_cuda_move *m, cudaStream_t stream)
{
  const size_t once = (size_t)MOVE_THREADS * MOVE_AT_ONCE;
  const size_t blocks = (m->count + once - 1) / once;
  if (blocks)
    move_values<<<(unsigned)(blocks < MOVE_BLOCKS ? blocks : MOVE_BLOCKS), MOVE_THREADS, 0, stream>>>(*m);
  return cudaGetLastError();
}

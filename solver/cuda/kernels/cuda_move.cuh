/* Values between places. */
#include "cuda_kernels.h"

static __global__ void move_values(const struct lbm_cuda_move m)
{
  const size_t n = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (n < m.count)
    ((STORE *)m.to)[m.at ? m.at[n] : n] = ((const STORE *)m.from)[m.there ? m.there[n] : n];
}

static cudaError_t launch_move(const struct lbm_cuda_move *m, cudaStream_t stream)
{
  enum { THREADS = 256 };
  if (m->count)
    move_values<<<(unsigned)((m->count + THREADS - 1) / THREADS), THREADS, 0, stream>>>(*m);
  return cudaGetLastError();
}

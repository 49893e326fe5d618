/* Values between places, on one device or from another's memory. */
#include "cuda_kernels.h"

/* Few blocks saturate the link (see RESULTS.md); more would stand in the way of the tiles that are updated meanwhile. */
enum { PULL_BLOCKS = 132, PULL_THREADS = 256 };

static __global__ void __launch_bounds__(PULL_THREADS) pull_values(const struct lbm_cuda_pull p)
{
  const size_t step = (size_t)gridDim.x * PULL_THREADS;
#pragma unroll 4
  for (size_t n = (size_t)blockIdx.x * PULL_THREADS + threadIdx.x; n < p.count; n += step)
    ((STORE *)p.to)[p.at ? __ldg(p.at + n) : n] = __ldg((const STORE *)p.from + (p.there ? __ldg(p.there + n) : n));
}

static cudaError_t launch_pull(const struct lbm_cuda_pull *p, cudaStream_t stream)
{
  const size_t blocks = (p->count + PULL_THREADS - 1) / PULL_THREADS;
  if (p->count)
    pull_values<<<(unsigned)(blocks < PULL_BLOCKS ? blocks : PULL_BLOCKS), PULL_THREADS, 0, stream>>>(*p);
  return cudaGetLastError();
}

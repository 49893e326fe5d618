/* The launches of one precision on a GPU: define SCALAR and LAUNCH, the name. */
#include "sparse.h"

#include <stdio.h>

#define REAL SCALAR
#define SITE(name) name
#define SITE_FUNC static __device__ __forceinline__
#define FETCH(p) __ldg(p)
#include "site.h"
#include "sparse_kernels.h"

enum { BLOCK = 128 };

template <int kernel, int mode> __global__ void __launch_bounds__(BLOCK) step(const sparse_pass p, const rates k)
{
  const uint32_t thread = blockIdx.x * BLOCK + threadIdx.x;
  if (thread < p.threads)
    update(&p, thread, &k, kernel, mode);
}

/* Tiles at a time on a multiprocessor: as many as do not spill. */
constexpr int tiles_of(int mode)
{
  return sizeof(SCALAR) == 4 ? 20 : mode == SPARSE_TRT ? 8 : 12;
}

/* A block a tile, a thread a node. */
template <int mode>
__global__ void __launch_bounds__(SPARSE_NODES, tiles_of(mode)) step_tile(const sparse_pass p, const rates k)
{
  const uint32_t thread = blockIdx.x * SPARSE_NODES + threadIdx.x;
  const bool fluid = __ldg(p.mask + blockIdx.x) >> threadIdx.x & 1;
  SCALAR f[LBM_Q] = {};
  uint32_t closed = 0;
  if (fluid && mode != SPARSE_OPEN)
    closed = gather_tgb(&p, thread, f);
  __syncthreads();
  if (!fluid)
    return;
  change(&p, thread, f, &k, mode);
  if (mode != SPARSE_GET)
    store_tgb(&p, thread, f, closed, mode == SPARSE_OPEN);
}

typedef void kernel_of(const sparse_pass p, const rates k);
#define MODES(kernel)                                                                            \
  {                                                                                              \
    step<kernel, 0>, step<kernel, 1>, step<kernel, 2>, step<kernel, 3>, step<kernel, 4>, nullptr \
  }
static kernel_of *const kernels[SPARSE_KERNELS][SPARSE_MODES] = {
    MODES(SPARSE_OWN),
    MODES(SPARSE_CM),
    MODES(SPARSE_FIA),
    {step_tile<0>, step_tile<1>, step_tile<2>, step_tile<3>, step_tile<4>, step_tile<5>}};

extern "C" int LAUNCH(enum sparse_kernel kernel, enum sparse_mode mode, const struct sparse_pass *p)
{
  const uint32_t block = kernel == SPARSE_TGB ? (uint32_t)SPARSE_NODES : (uint32_t)BLOCK;
  kernels[kernel][mode]<<<(p->threads + block - 1) / block, block>>>(*p, rates_of(&p->rates));
  const cudaError_t code = cudaGetLastError();
  if (code != cudaSuccess)
    fprintf(stderr, "sparse: a launch: %s\n", cudaGetErrorString(code));
  return code != cudaSuccess;
}

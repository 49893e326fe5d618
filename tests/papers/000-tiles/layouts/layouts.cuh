// SPDX-License-Identifier: BSD-3-Clause
/* The kernels of one precision: define SCALAR, and LAUNCH, the name of the function. One block a tile, one
 * thread a node, as in the paper. */
#include "layouts_cuda.h"

#define REAL SCALAR
#define SITE(name) name
#define SITE_FUNC static __device__ __forceinline__
#define FETCH(p) __ldg(p)
#include "site.h"
#include "layouts_move.h"

/* Tiles at a time on a multiprocessor: the largest number without register spills. */
constexpr int blocks_of(int mode)
{
  return mode == LBM_STEP && sizeof(SCALAR) == 8 ? 12 : 16;
}

template <int arrangement, int mode>
__global__ void __launch_bounds__(LAYOUTS_NODES, blocks_of(mode)) step(const layouts_pass p, const rates k)
{
  __shared__ int32_t near[TILE_WAYS];
  if (threadIdx.x < TILE_WAYS)
    near[threadIdx.x] = __ldg(p.near[blockIdx.x] + threadIdx.x);
  __syncthreads();
  move(&p, near, blockIdx.x, (int)threadIdx.x, &k, arrangement, mode, LBM_TWO_RATES, LBM_INCOMPRESSIBLE);
}

typedef void kernel(const layouts_pass p, const rates k);
#define MODES(name, title) {step<name, LBM_STEP>, step<name, LBM_PROPAGATE>, step<name, LBM_READ_WRITE>},
static kernel *const kernels[LAYOUTS][3] = {LAYOUTS_ROWS(MODES)};
#undef MODES

extern "C" int LAUNCH(int arrangement, int mode, const struct layouts_pass *p)
{
  kernels[arrangement][mode]<<<p->tiles, LAYOUTS_NODES>>>(*p, rates_of(&p->rates));
  const cudaError_t code = cudaGetLastError();
  if (code != cudaSuccess)
    fprintf(stderr, "layouts: a launch: %s\n", cudaGetErrorString(code));
  return code != cudaSuccess;
}

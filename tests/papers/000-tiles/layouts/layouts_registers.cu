// SPDX-License-Identifier: BSD-3-Clause
/* The kernels of table 4, fp32: one or two tiles a block, 40 or 48 registers a thread, by rows and with the arrangements of
 * the paper. */
#include "layouts_cuda.h"

#define SCALAR float
#define REAL float
#define SITE(name) name
#define SITE_FUNC static __device__ __forceinline__
#define FETCH(p) __ldg(p)
#include "site.h"
#include "layouts_move.h"

/* kernel: enum layouts_kernel */
template <int arrangement, int tiles, int registers, int kernel>
__global__ void __maxnreg__(registers) limited(const layouts_pass p, const rates k)
{
  __shared__ int32_t near[tiles][TILE_WAYS];
  const unsigned half = tiles == 1 ? 0 : threadIdx.x / LAYOUTS_NODES, tile = blockIdx.x * tiles + half;
  const int node = (int)(threadIdx.x % LAYOUTS_NODES);
  if (node < TILE_WAYS && tile < p.tiles)
    near[half][node] = __ldg(p.near[tile] + node);
  __syncthreads();
  if (tile < p.tiles)
    move(&p, near[half], tile, node, &k, arrangement,
         kernel == LAYOUTS_READ_WRITE    ? LBM_READ_WRITE
         : kernel == LAYOUTS_PROPAGATION ? LBM_PROPAGATE
                                         : LBM_STEP,
         kernel >= LAYOUTS_MRT_INCOMPRESSIBLE ? LBM_MOMENTS : LBM_TWO_RATES,
         kernel == LAYOUTS_BGK_QUASI || kernel == LAYOUTS_MRT_QUASI ? LBM_QUASI : LBM_INCOMPRESSIBLE);
}

typedef void kernel(const layouts_pass p, const rates k);
#define KERNELS(a, t, r)                                                                   \
  {                                                                                        \
    limited<a, t, r, LAYOUTS_READ_WRITE>, limited<a, t, r, LAYOUTS_PROPAGATION>,           \
        limited<a, t, r, LAYOUTS_BGK_INCOMPRESSIBLE>, limited<a, t, r, LAYOUTS_BGK_QUASI>, \
        limited<a, t, r, LAYOUTS_MRT_INCOMPRESSIBLE>, limited<a, t, r, LAYOUTS_MRT_QUASI>  \
  }
#define REGISTERS(a, t)                  \
  {                                      \
    KERNELS(a, t, 48), KERNELS(a, t, 40) \
  }
static kernel *const kernels[2][2][2][LAYOUTS_KERNELS] = {{REGISTERS(LAYOUTS_ALL, 2), REGISTERS(LAYOUTS_ALL, 1)},
                                                          {REGISTERS(LAYOUTS_XYZ, 2), REGISTERS(LAYOUTS_XYZ, 1)}};

extern "C" int layouts_launch_limited(const struct layouts_limits *l, const struct layouts_pass *p)
{
  const unsigned tiles = l->tiles;
  kernels[l->rows][tiles == 1][l->registers == 40]
         [l->kernel]<<<(p->tiles + tiles - 1) / tiles, tiles * LAYOUTS_NODES>>>(*p, rates_of(&p->rates));
  const cudaError_t code = cudaGetLastError();
  if (code != cudaSuccess)
    fprintf(stderr, "layouts: a launch: %s\n", cudaGetErrorString(code));
  return code != cudaSuccess;
}

extern "C" int layouts_limited_uses(const struct layouts_limits *l, int *registers, size_t *spilled)
{
  cudaFuncAttributes a;
  if (cudaFuncGetAttributes(&a, (const void *)kernels[l->rows][l->tiles == 1][l->registers == 40][l->kernel]) !=
      cudaSuccess)
    return 1;
  *registers = a.numRegs, *spilled = a.localSizeBytes;
  return 0;
}

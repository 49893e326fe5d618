// SPDX-License-Identifier: BSD-3-Clause
/* The kernels of one precision: define SCALAR, and LAUNCH and OCCUPANCY, the names of the functions. */
#include "schemes_cuda.h"

#include <stdio.h>

#define REAL SCALAR
#define SITE(name) name
#define SITE_FUNC static __device__ __forceinline__
#define FETCH(p) __ldg(p)
#include "site.h"
#include "schemes_move.h"

template <int scheme, int collision> __global__ void step(const schemes_pass p, const rates k)
{
  move(&p, (int)threadIdx.x, (int)blockIdx.x, (int)blockIdx.y, &k, scheme, collision);
}

typedef void kernel(const schemes_pass p, const rates k);
static kernel *const kernels[SCHEMES][LBM_RELAXATIONS] = {
    {step<SCHEMES_SPLIT, LBM_TWO_RATES>, step<SCHEMES_SPLIT, LBM_MOMENTS>},
    {step<SCHEMES_REVERSED, LBM_TWO_RATES>, step<SCHEMES_REVERSED, LBM_MOMENTS>}};

extern "C" int LAUNCH(int scheme, int collision, const struct schemes_pass *p)
{
  kernels[scheme][collision]<<<dim3((unsigned)p->side, (unsigned)p->side), (unsigned)p->side>>>(*p,
                                                                                                rates_of(&p->rates));
  const cudaError_t code = cudaGetLastError();
  if (code != cudaSuccess)
    fprintf(stderr, "schemes: a launch: %s\n", cudaGetErrorString(code));
  return code != cudaSuccess;
}

extern "C" int OCCUPANCY(int scheme, int collision, int side, double *occupancy, int *registers)
{
  int blocks = 0, threads = 0;
  cudaFuncAttributes a;
  const void *f = (const void *)kernels[scheme][collision];
  if (cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, f, side, 0) != cudaSuccess ||
      cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, 0) != cudaSuccess ||
      cudaFuncGetAttributes(&a, f) != cudaSuccess)
    return 1;
  *occupancy = (double)blocks * ((side + 31) / 32) / (threads / 32);
  *registers = a.numRegs;
  return 0;
}

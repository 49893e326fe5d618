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

/* Moves values of populations that cross blocks: a thread a row, for each such population. */
static __global__ void exchange_rows(const schemes_pass p)
{
  const int row = (int)(blockIdx.x * blockDim.x + threadIdx.x);
#define MOVE(i, cx, cy, cz, o, w) \
  if (cx != 0)                    \
    exchange(&p, row, i);
  if (row < p.side * p.side) {
    LBM_D3Q19(MOVE)
  }
#undef MOVE
}

typedef void kernel(const schemes_pass p, const rates k);
static kernel *const kernels[SCHEMES][LBM_RELAXATIONS] = {
    {step<SCHEMES_SPLIT, LBM_TWO_RATES>, step<SCHEMES_SPLIT, LBM_MOMENTS>},
    {step<SCHEMES_REVERSED, LBM_TWO_RATES>, step<SCHEMES_REVERSED, LBM_MOMENTS>},
    {step<SCHEMES_PUSH, LBM_TWO_RATES>, step<SCHEMES_PUSH, LBM_MOMENTS>},
    {step<SCHEMES_EXCHANGE, LBM_TWO_RATES>, step<SCHEMES_EXCHANGE, LBM_MOMENTS>}};

/* parts: 1 the step, 2 the exchange */
extern "C" int LAUNCH(int scheme, int collision, int parts, const struct schemes_pass *p)
{
  const unsigned side = (unsigned)p->side;
  if (parts & 1)
    kernels[scheme][collision]<<<dim3(side, side), side>>>(*p, rates_of(&p->rates));
  if (scheme == SCHEMES_EXCHANGE && (parts & 2))
    exchange_rows<<<(side * side + 127) / 128, 128>>>(*p);
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

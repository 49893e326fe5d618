// SPDX-License-Identifier: BSD-3-Clause
/* The launches of one precision on a GPU: define SCALAR, and LAUNCH as the name of the function. */
#include "sparse.h"

#include <stdio.h>

#define REAL SCALAR
#define SITE(name) name
#define DEVICE static __device__ __forceinline__
#define SITE_FUNC DEVICE
#define FETCH(p) __ldg(p)
#include "site.h"
#include "../../../bench/moments_site.h"
#include "sparse_kernels.h"
#include "sparse_moves.h"
#include "sparse_moments.h"
#include "arrangement.h"
#include "sparse_own.h"

enum { BLOCK = 128 };

template <int kernel, int mode> __global__ void __launch_bounds__(BLOCK) step(const sparse_pass p, const rates k)
{
  const uint32_t thread = blockIdx.x * BLOCK + threadIdx.x;
  if (thread < p.threads)
    update(&p, thread, &k, kernel, mode);
}

/* Tiles at a time on a multiprocessor: the largest number without register spills. */
constexpr int TILES = sizeof(SCALAR) == 4 ? 10 : 8;

/* One block per tile, one thread per node. */
template <int mode> __global__ void __launch_bounds__(SPARSE_NODES, TILES) step_tile(const sparse_pass p, const rates k)
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
    store_tgb(&p, thread, f, closed);
}

/* The same; the types around the tile are read once, into shared memory. */
template <int kernel, int mode>
__global__ void __launch_bounds__(SPARSE_NODES, TILES) step_types(const sparse_pass p, const rates k)
{
  __shared__ uint16_t type[SPARSE_AROUND * SPARSE_AROUND * SPARSE_AROUND];
  __shared__ int32_t near[TILE_WAYS];
  const int n = (int)threadIdx.x;
  if (n < TILE_WAYS)
    near[n] = __ldg(p.near[blockIdx.x] + n);
  __syncthreads();
  for (int at = n; at < SPARSE_AROUND * SPARSE_AROUND * SPARSE_AROUND; at += SPARSE_NODES)
    type[at] = type_around(&p, near, at);
  __syncthreads();
  if (!type[SPARSE_PLACE(n & 3, n >> 2 & 3, n >> 4)])
    return;
  if constexpr (kernel == SPARSE_MOMENT_TILES)
    update_moment_tile(&p, blockIdx.x, n, near, type, &k, mode);
  else {
    SCALAR f[LBM_Q];
    gather_types(&p, blockIdx.x, n, near, type, f);
    change(&p, blockIdx.x * SPARSE_NODES + threadIdx.x, f, &k, mode);
    if (mode != SPARSE_GET)
      store_types(&p, blockIdx.x, n, f);
  }
}

/* ---- kernels for the whole box ------------------------------------------------------- */

struct place {
  uint32_t at[3];
  bool inside;
};

DEVICE place place_of_thread(const sparse_pass &p)
{
  place n = {{blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
              blockIdx.z * blockDim.z + threadIdx.z}};
  n.inside = n.at[0] < p.grid[0] && n.at[1] < p.grid[1] && n.at[2] < p.grid[2];
  return n;
}

template <int mode> __global__ void __launch_bounds__(512) step_moments(const sparse_pass p, const rates k)
{
  const place n = place_of_thread(p);
  if (n.inside)
    update_moments(&p, n.at, &k, mode);
}

template <int mode> __global__ void __launch_bounds__(BLOCK) step_bits(const sparse_pass p, const rates k)
{
  const place n = place_of_thread(p);
  if (n.inside)
    update_bits(&p, n.at, &k, mode);
}

template <bool split> __global__ void __launch_bounds__(BLOCK) move_nodes(const sparse_pass p, const rates k)
{
  const place n = place_of_thread(p);
  if (n.inside)
    move_node(&p, n.at, split);
}

/* ---- launches ------------------------------------------------------------------------------------ */

typedef void kernel_of(const sparse_pass p, const rates k);
#define MODES(kernel)                                                                                     \
  {                                                                                                       \
    step<kernel, 0>, step<kernel, 1>, nullptr, step<kernel, 3>, step<kernel, 4>, step<kernel, 5>, nullptr \
  }
static kernel_of *const kernels[SPARSE_KERNELS][SPARSE_MODES] = {
    MODES(SPARSE_OWN),
    MODES(SPARSE_CM),
    MODES(SPARSE_FIA),
    {step_tile<0>, step_tile<1>, nullptr, step_tile<3>, step_tile<4>, step_tile<5>, step_tile<6>},
    {step_types<SPARSE_TYPES, 0>, nullptr, step_types<SPARSE_TYPES, 2>, step_types<SPARSE_TYPES, 3>,
     step_types<SPARSE_TYPES, 4>, step_types<SPARSE_TYPES, 5>},
    {step_types<SPARSE_MOMENT_TILES, 0>, nullptr, nullptr, nullptr, step_types<SPARSE_MOMENT_TILES, 4>,
     step_types<SPARSE_MOMENT_TILES, 5>},
    {nullptr, nullptr, step_bits<2>, step_bits<3>, step_bits<4>, step_bits<5>},
    {step_moments<0>, nullptr, nullptr, nullptr, step_moments<4>, step_moments<5>},
    {nullptr, nullptr, nullptr, move_nodes<false>},
    {nullptr, nullptr, nullptr, move_nodes<true>}};

/* Blocks of nodes, or of the box; with that of moments, most reads hit the L1 cache. */
static const dim3 blocks[SPARSE_KERNELS] = {dim3(BLOCK),        dim3(BLOCK),        dim3(BLOCK), dim3(SPARSE_NODES),
                                            dim3(SPARSE_NODES), dim3(SPARSE_NODES), dim3(BLOCK), dim3(32, 4, 4),
                                            dim3(BLOCK),        dim3(BLOCK)};

static uint32_t count(uint32_t threads, uint32_t block)
{
  return (threads + block - 1) / block;
}

extern "C" int LAUNCH(enum sparse_kernel kernel, enum sparse_mode mode, const struct sparse_pass *p)
{
  const dim3 block = blocks[kernel];
  const dim3 grid = kernel < SPARSE_BITS
                        ? dim3(count(p->threads, block.x))
                        : dim3(count(p->grid[0], block.x), count(p->grid[1], block.y), count(p->grid[2], block.z));
  kernels[kernel][mode]<<<grid, block>>>(*p, rates_of(&p->rates));
  const cudaError_t code = cudaGetLastError();
  if (code != cudaSuccess)
    fprintf(stderr, "sparse: a launch: %s\n", cudaGetErrorString(code));
  return code != cudaSuccess;
}

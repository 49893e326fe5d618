// SPDX-License-Identifier: BSD-3-Clause
/* The parts that updates of nodes by masks (cuda_step.cuh) and by lists (cuda_lists.cuh) share: the site update,
 * writing a tile as one run of values, reports of bad nodes, and launches. */
#ifndef CUDA_UPDATE_CUH
#define CUDA_UPDATE_CUH
#include "cuda_gather.cuh"

#define SITE(name) name
#define SITE_FUNC DEVICE
#define REAL SCALAR
#include "site.h"
#include "boundary_plane.h"
#include "wall_links.h"
#include "boundary_conditions.h"
#include "cuda_walls.cuh"
#undef REAL
#undef SITE
#undef SITE_FUNC

/* Returns the bytes that the values of a tile take, with padding. */
DEVICE uint32_t bytes_of(uint32_t values)
{
  return (values * (uint32_t)sizeof(STORE) + LBM_CUDA_ALIGN - 1) / LBM_CUDA_ALIGN * LBM_CUDA_ALIGN;
}

/* Writes a run of values from shared memory, by one asynchronous copy where the GPU has it (sm_90), and waits until
 * `out` has been read. */
DEVICE void write_run(STORE *to, const STORE *out, uint32_t values, uint32_t lane)
{
  const uint32_t bytes = bytes_of(values);
#if __CUDA_ARCH__ >= 900
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncwarp();
  if (lane)
    return;
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;\n"
               "cp.async.bulk.commit_group;\n"
               "cp.async.bulk.wait_group.read 0;" ::"l"(__cvta_generic_to_global(to)),
               "r"((uint32_t)__cvta_generic_to_shared(out)), "r"(bytes)
               : "memory");
#else
  __syncwarp();
  for (uint32_t c = lane; c < bytes / sizeof(uint4); c += 32)
    ((uint4 *)to)[c] = ((const uint4 *)out)[c];
#endif
}

/* Reports a node whose rest population is outside (-1, 1) or not a number. tile: its row of `near`, or with one copy
 * its place in the in-place order. */
template <bool in_place>
DEVICE void report_bad(const lbm_cuda_step &p, uint32_t tile, uint32_t node, const SCALAR f[LBM_Q])
{
  if (f[0] > -1 && f[0] < 1)
    return;
  tile = in_place ? number_of(p.domain, row_of<in_place>(p, tile)) : tile;
  atomicMin(&p.verdict->bad,
            (unsigned long long)p.verdict->step[p.parity] << 38 | (unsigned long long)tile << 6 | node);
}

/* Sets the number of the next time step, in one thread of the grid. */
DEVICE void count_step(const lbm_cuda_step &p)
{
  if (blockIdx.x == 0 && threadIdx.x == 0)
    p.verdict->step[!p.parity] = p.verdict->step[p.parity] + 1;
}

typedef void kernel(const lbm_cuda_step p, const struct rates k);
/* Launches a kernel that has one warp per tile. */
static cudaError_t launch(kernel *step, const struct lbm_cuda_step *p, uint32_t warps, cudaStream_t stream)
{
  if (p->domain.tiles)
    step<<<(p->domain.tiles + warps - 1) / warps, 32 * warps, 0, stream>>>(*p, rates_of(&p->rates));
  return cudaGetLastError();
}

#endif

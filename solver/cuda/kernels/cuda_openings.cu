// SPDX-License-Identifier: BSD-3-Clause
/* Conditions that change in time, and the flow through openings, with outlets whose pressure depends on it. The
 * arithmetic is that of the host to the last bit: this file is compiled without fused multiply-adds, sums are exact, and
 * functions that are not rounded correctly (cos, exp) are evaluated on the host beforehand. */
#include "cuda_openings_kernels.h"
#include "cuda_value.cuh"

#define SCALAR double
#define REAL double
#define SITE(name) name
#define SITE_FUNC DEVICE
#include "site.h"
#include "boundary_plane.h"
#include "wall_links.h"
#include "boundary_conditions.h"
#include "arrival.h"

enum { THREADS = LBM_CUDA_SITES };

/* ---- conditions ----------------------------------------------------------------- */

static __global__ void set_conditions(const struct lbm_cuda_conditions c)
{
  const int index = (int)(blockIdx.x * THREADS + threadIdx.x);
  if (index >= c.schedule.conditions)
    return;
  const double *row = c.row + (size_t)*c.step * c.schedule.length;
  struct lbm_condition now = lbm_condition_at(&c.schedule, row, index);
  const int k = c.outlets.count && index < c.schedule.patches ? c.outlets.of_patch[index] : -1;
  if (k >= 0) {
    c.outlets.target[k] = now.density / 3;
    now.density = 3 * c.outlets.state[k].pressure;
    lbm_outlet_tilt(&c.outlets.opening[k], &c.outlets.state[k], &now);
  }
  c.to[index] = now;
  if (c.outlets.count) {
    now.density += k >= 0 ? LBM_OUTLET_LIFT : 0;
    c.lifted[index] = now;
  }
}

/* ---- sums over sites -------------------------------------------------------------- */

DEVICE double load(const struct lbm_cuda_inflow &f, uint64_t at)
{
  return f.bytes == 8   ? widen(((const double *)f.populations)[at])
         : f.bytes == 4 ? (double)widen(((const float *)f.populations)[at])
                        : (double)widen(((const lbm_half *)f.populations)[at]);
}

/* Adds what comes in through a site. */
template <bool walls>
DEVICE void add_site(struct lbm_exact sum[2], const struct lbm_cuda_inflow &f, const struct rates &k, uint32_t n)
{
  const struct lbm_cuda_sites &s = f.sites;
  const struct lbm_site site = s.site[n];
  double came[LBM_Q], own[LBM_Q], of_walls = 0;
#pragma unroll
  for (int i = 0; i < LBM_Q; i++)
    came[i] = load(f, s.at[(size_t)i * s.count + n]);
#pragma unroll
  for (int i = 0; walls && i < LBM_Q; i++)
    own[i] = load(f, s.at[(size_t)(LBM_Q + i) * s.count + n]);
#pragma unroll 1
  for (int trial = 0; trial < (f.lifted ? 2 : 1); trial++) {
    double come[LBM_Q];
#pragma unroll
    for (int i = 0; i < LBM_Q; i++)
      come[i] = came[i];
    const double gain = close_site(come, walls ? own : NULL, &site, s.node, s.cut, trial ? f.lifted : f.condition, &k,
                                   f.equilibrium, f.walls, &of_walls);
    lbm_exact_add(sum + trial, walls ? of_walls : gain);
    if (!f.lifted)
      lbm_exact_add(sum + 1, total_of(come));
  }
}

/* Adds up the sums of the threads of a block; thread 0 has the result. */
DEVICE void add_threads(struct lbm_exact sum[2], struct lbm_exact (*all)[2])
{
  for (uint32_t half = THREADS / 2; half; half /= 2) {
    __syncthreads();
    for (int n = 0; n < 2; n++)
      all[threadIdx.x][n] = sum[n];
    __syncthreads();
    for (int n = 0; n < 2 && threadIdx.x < half; n++)
      lbm_exact_merge(sum + n, &all[threadIdx.x + half][n]);
  }
}

/* Sums of other blocks lie in the second cache. */
DEVICE struct lbm_exact load_part(const struct lbm_exact *at)
{
  const longlong2 both = __ldcg((const longlong2 *)at);
  struct lbm_exact s = {(uint64_t)both.x, both.y};
  return s;
}

DEVICE void add_blocks(const struct lbm_cuda_sites &s, struct lbm_exact (*all)[2])
{
  for (uint32_t g = 0; g < s.groups; g++) {
    struct lbm_exact sum[2] = {{0, 0}, {0, 0}};
    for (uint32_t b = s.block[g] + threadIdx.x; b < s.block[g + 1]; b += THREADS)
      for (int n = 0; n < 2; n++) {
        const struct lbm_exact part = load_part(&s.part[b][n]);
        lbm_exact_merge(sum + n, &part);
      }
    add_threads(sum, all);
    for (int n = 0; n < 2 && threadIdx.x == 0; n++)
      s.sum[g][n] = sum[n];
  }
}

/* Returns in all threads of the last block, and in no other, whether all sums are there. */
template <bool walls>
DEVICE bool add_sites(const struct lbm_cuda_inflow &f, const struct rates &k, struct lbm_exact (*all)[2])
{
  __shared__ bool last;
  const struct lbm_cuda_sites &s = f.sites;
  const uint32_t n = s.first[blockIdx.x] + threadIdx.x;
  struct lbm_exact sum[2] = {{0, 0}, {0, 0}};
  if (n < s.first[blockIdx.x + 1])
    add_site<walls>(sum, f, k, n);
  add_threads(sum, all);
  if (threadIdx.x == 0) {
    for (int i = 0; i < 2; i++)
      s.part[blockIdx.x][i] = sum[i];
    __threadfence();
    last = atomicAdd(s.done, 1) == gridDim.x - 1;
    if (last)
      *s.done = 0;
    __threadfence();
  }
  __syncthreads();
  if (last)
    add_blocks(s, all);
  return last;
}

template <bool walls>
static __global__ void __launch_bounds__(THREADS, 4) sum_sites(const struct lbm_cuda_inflow f, const struct rates k)
{
  __shared__ alignas(16) struct lbm_exact all[THREADS][2];
  add_sites<walls>(f, k, all);
}

/* ---- outlets ------------------------------------------------------------------------ */

/* Outlets in shared memory, where one thread does not wait for each of their numbers. */
enum { MOST_SHARED = 16 };
struct outlets {
  struct lbm_opening opening[MOST_SHARED];
  struct lbm_outlet_state state[MOST_SHARED];
  double target[MOST_SHARED], came[MOST_SHARED][2];
};

DEVICE void solve_shared(struct outlets &to, const struct lbm_cuda_outlets &o)
{
  const int n = (int)threadIdx.x;
  if (n < o.count) {
    to.opening[n] = o.opening[n];
    to.state[n] = o.state[n];
    to.target[n] = o.target[n];
    for (int trial = 0; trial < 2; trial++)
      to.came[n][trial] = o.came[n][trial];
  }
  __syncthreads();
  if (n == 0)
    lbm_outlets_solve(to.opening, o.count, o.reference, (const double(*)[2])to.came, to.target, to.state);
  __syncthreads();
  if (n < o.count)
    o.state[n] = to.state[n];
}

static __global__ void __launch_bounds__(THREADS, 4)
    set_outlets(const struct lbm_cuda_inflow f, const struct lbm_cuda_outlets o, const struct rates k)
{
  __shared__ alignas(16) struct lbm_exact all[THREADS][2];
  __shared__ struct outlets shared;
  if (!add_sites<false>(f, k, all))
    return;
  __syncthreads();
  for (int n = (int)threadIdx.x; n < o.count; n += THREADS)
    for (int trial = 0; trial < 2; trial++)
      o.came[n][trial] = lbm_exact_value(&f.sites.sum[n][trial]);
  __syncthreads();
  if (o.count <= MOST_SHARED)
    solve_shared(shared, o);
  else if (threadIdx.x == 0)
    lbm_outlets_solve(o.opening, o.count, o.reference, (const double(*)[2])o.came, o.target, o.state);
  __syncthreads();
  for (int n = (int)threadIdx.x; n < o.count; n += THREADS)
    if (o.opening[n].coupled)
      f.condition[o.opening[n].patch].density = 3 * o.state[n].pressure;
}

/* ---- launches ------------------------------------------------------------------------ */

extern "C" cudaError_t lbm_cuda_set_conditions(const struct lbm_cuda_conditions *c, cudaStream_t stream)
{
  set_conditions<<<((unsigned)c->schedule.conditions + THREADS - 1) / THREADS, THREADS, 0, stream>>>(*c);
  return cudaGetLastError();
}

extern "C" cudaError_t lbm_cuda_set_outlets(const struct lbm_cuda_inflow *f, const struct lbm_cuda_outlets *o,
                                            cudaStream_t stream)
{
  if (f->sites.blocks)
    set_outlets<<<f->sites.blocks, THREADS, 0, stream>>>(*f, *o, rates_of(&f->rates));
  return cudaGetLastError();
}

extern "C" cudaError_t lbm_cuda_sum_sites(const struct lbm_cuda_inflow *f, cudaStream_t stream)
{
  if (f->sites.each == LBM_Q)
    sum_sites<false><<<f->sites.blocks, THREADS, 0, stream>>>(*f, rates_of(&f->rates));
  else
    sum_sites<true><<<f->sites.blocks, THREADS, 0, stream>>>(*f, rates_of(&f->rates));
  return cudaGetLastError();
}

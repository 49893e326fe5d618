// SPDX-License-Identifier: BSD-3-Clause
/* Decides when a warp may write where there is one copy of the populations (layout/in_place.h). When a block starts it
 * takes its places in the in-place order from a counter, whatever the block's number: all earlier places then belong to
 * blocks that have started. A block reports that it has read when all its warps have read. A warp waits until earlier
 * groups of places have been read, and for nothing else. */
#ifndef CUDA_IN_PLACE_CUH
#define CUDA_IN_PLACE_CUH

#include "cuda_offset.cuh"

/* The places of a block in the in-place order. */
template <bool in_place> struct order_of_block {
};

template <> struct order_of_block<true> {
  uint32_t begun; /* the first of its places */
  uint32_t read;  /* how many of its warps have read */
};

/* Takes the places of a block, and returns the first of them. */
DEVICE uint32_t begin_in_place(order_of_block<true> &b, const lbm_cuda_step &p)
{
  if (threadIdx.x == 0) {
    b.begun = atomicAdd(p.in_place.progress + LBM_CUDA_BEGUN, blockDim.x / 32);
    b.read = 0;
  }
  __syncthreads();
  return b.begun;
}

/* Returns the row of `near` of a place in the in-place order; with two copies rows are in the order of tiles. */
template <bool in_place> DEVICE uint32_t row_of(const lbm_cuda_step &p, uint32_t turn)
{
  return in_place && p.parity ? p.domain.tiles - 1 - turn : turn;
}

DEVICE uint32_t load_now(const uint32_t *from)
{
  uint32_t value;
  asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(from) : "memory");
  return value;
}

/* Reads the lane again rather than keep it in a register. */
DEVICE uint32_t lane_now()
{
  uint32_t lane;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}

/* Returns how many groups must be read before the warp may write, or 0 if they have been read. One thread of a warp
 * calls it, while values are in flight. */
DEVICE uint32_t groups_to_read(const lbm_cuda_step &p, uint32_t turn)
{
  const uint32_t cleared = load_now(p.in_place.progress + LBM_CUDA_CLEARED);
  const uint32_t groups = __ldg(p.in_place.wait[p.parity] + (turn >> p.in_place.shift));
  return cleared < groups ? groups : 0;
}

/* Reports that a warp has read. The warp has computed with all values that it reads, so these have arrived. */
DEVICE void tell_read(order_of_block<true> &b, const lbm_cuda_step &p, uint32_t lane)
{
  __syncwarp();
  if (lane)
    return;
  const uint32_t warps = min(blockDim.x / 32, p.domain.tiles - b.begun);
  if (atomicAdd_block(&b.read, 1) + 1 == warps)
    asm volatile("red.relaxed.gpu.global.add.u32 [%0], %1;" ::"l"(p.in_place.progress + LBM_CUDA_READ +
                                                                  (b.begun >> p.in_place.shift)),
                 "r"(warps)
                 : "memory");
}

/* Returns the number of places in a group; the last group may be smaller. */
DEVICE uint32_t group_size(const lbm_cuda_step &p, uint32_t group)
{
  return min(1u << p.in_place.shift, p.domain.tiles - (group << p.in_place.shift));
}

/* Returns how many groups, from the first on, are known to be read. All threads of the warp get the same number, since
 * the warp counts on from it. */
DEVICE uint32_t cleared_now(const lbm_cuda_step &p)
{
  return __shfl_sync(~0u, load_now(p.in_place.progress + LBM_CUDA_CLEARED), 0);
}

/* Counts the groups that have been read, from `cleared` on and at most 32, and returns how many there are in all. A
 * whole warp calls it. */
DEVICE uint32_t clear_groups(const lbm_cuda_step &p, uint32_t cleared, uint32_t lane)
{
  const uint32_t group = cleared + lane;
  const bool read = group << p.in_place.shift < p.domain.tiles &&
                    load_now(p.in_place.progress + LBM_CUDA_READ + group) == group_size(p, group);
  const uint32_t unread = ~__ballot_sync(~0u, read), more = unread ? __ffs(unread) - 1 : 32;
  if (more && lane == 0)
    atomicMax(p.in_place.progress + LBM_CUDA_CLEARED, cleared + more);
  return cleared + more;
}

/* The first warp of a group calls it before other warps must wait; most of them then need not wait. */
DEVICE void clear_ahead(const lbm_cuda_step &p, uint32_t turn, uint32_t lane)
{
  if (!(turn & (1u << p.in_place.shift) - 1))
    clear_groups(p, cleared_now(p), lane);
}

/* Polls of a group before the kernel gives up, after some ten seconds. */
enum { MOST_LOOKS = 1 << 24 };

/* Returns when the warp may write. Warps that wait count the groups that have been read, even beyond those that they
 * need, so that later warps find this done. The write depends on the values that are read here, so that it needs no
 * memory order. */
DEVICE void wait_until_read(const lbm_cuda_step &p, uint32_t groups, uint32_t lane)
{
  if (!groups)
    return;
  uint32_t cleared = cleared_now(p);
  for (uint32_t looks = 0; cleared < groups; looks++) {
    const uint32_t now = clear_groups(p, cleared, lane);
    if (now == cleared)
      __nanosleep(100);
    cleared = now;
    if (looks == MOST_LOOKS)
      __trap();
  }
}

#endif

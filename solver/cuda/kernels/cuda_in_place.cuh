/* Who may write when in one copy (layout/compressed.h). A block takes its in_place from a counter when it starts, whatever its
 * number: all earlier in_place have then been begun by blocks that run. A block tells that it has read when all its warps have, and a
 * warp waits until earlier groups of in_place have been read, for nothing else. */
#ifndef CUDA_IN_PLACE_CUH
#define CUDA_IN_PLACE_CUH

#include "cuda_offset.cuh"

/* Of a block. */
template <bool in_place> struct order_of_block {
};

template <> struct order_of_block<true> {
  uint32_t begun; /* its first turn */
  uint32_t read;  /* of its warps */
};

/* The first turn of a block. */
DEVICE uint32_t begin_in_place(order_of_block<true> &b, const lbm_cuda_step &p)
{
  if (threadIdx.x == 0) {
    b.begun = atomicAdd(p.in_place.progress + LBM_CUDA_BEGUN, blockDim.x / 32);
    b.read = 0;
  }
  __syncthreads();
  return b.begun;
}

/* The row of `near` of a turn; of two copies that of a tile. */
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

/* The lane, read again rather than kept in a register. */
DEVICE uint32_t lane_now()
{
  uint32_t lane;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}

/* By one thread of a warp, while values are on their way: the groups to be read before it may write, 0: they are. */
DEVICE uint32_t groups_to_read(const lbm_cuda_step &p, uint32_t turn)
{
  const uint32_t cleared = load_now(p.in_place.progress + LBM_CUDA_CLEARED);
  const uint32_t groups = __ldg(p.in_place.wait[p.parity] + (turn >> p.in_place.shift));
  return cleared < groups ? groups : 0;
}

/* By a warp that has computed with all that it reads: it has arrived. */
DEVICE void tell_read(order_of_block<true> &b, const lbm_cuda_step &p, uint32_t lane)
{
  __syncwarp();
  if (lane)
    return;
  const uint32_t in_place = min(blockDim.x / 32, p.domain.tiles - b.begun);
  if (atomicAdd_block(&b.read, 1) + 1 == in_place)
    asm volatile("red.relaxed.gpu.global.add.u32 [%0], %1;" ::"l"(p.in_place.progress + LBM_CUDA_READ +
                                                                  (b.begun >> p.in_place.shift)),
                 "r"(in_place)
                 : "memory");
}

DEVICE uint32_t group_size(const lbm_cuda_step &p, uint32_t group)
{
  return min(1u << p.in_place.shift, p.domain.tiles - (group << p.in_place.shift));
}

/* By a warp, all of which must see the same: groups that were read are counted from there. */
DEVICE uint32_t cleared_now(const lbm_cuda_step &p)
{
  return __shfl_sync(~0u, load_now(p.in_place.progress + LBM_CUDA_CLEARED), 0);
}

/* By a warp: counts the groups that were read on from `cleared`, 32 at most, and tells how many they are then. */
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

/* By the first warp of a group, before anybody has to wait: most then need not. */
DEVICE void clear_ahead(const lbm_cuda_step &p, uint32_t turn, uint32_t lane)
{
  if (!(turn & (1u << p.in_place.shift) - 1))
    clear_groups(p, cleared_now(p), lane);
}

/* Looks at a group that is waited for before the kernel is given up: some ten seconds. */
enum { MOST_LOOKS = 1 << 24 };

/* By a warp: it may write when this returns. Those who wait count the groups that were read, and on beyond what they need: who comes
 * later finds it done. Writing depends on what is seen here, so that no order of memory need be asked for. */
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

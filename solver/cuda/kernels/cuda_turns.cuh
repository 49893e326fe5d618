/* Who may write when in one copy (layout/compressed.h). A block takes its turns from a counter when it starts, whatever its
 * number: all earlier turns have then been begun by blocks that run. A warp tells that it has read before it waits, and waits
 * until earlier turns have been read, for nothing else. */
#ifndef CUDA_TURNS_CUH
#define CUDA_TURNS_CUH

#include "cuda_offset.cuh"

/* The first turn of a block. */
DEVICE uint32_t begin_turns(const lbm_cuda_pass &p)
{
  __shared__ uint32_t begun;
  if (threadIdx.x == 0)
    begun = atomicAdd(p.turns.progress + LBM_CUDA_BEGUN, blockDim.x / 32);
  __syncthreads();
  return begun;
}

/* The row of `near` of a turn; of two copies that of a tile. */
template <bool turns> DEVICE uint32_t row_of(const lbm_cuda_pass &p, uint32_t turn)
{
  return turns && p.parity ? p.domain.tiles - 1 - turn : turn;
}

DEVICE uint32_t load_now(const uint32_t *from)
{
  uint32_t value;
  asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(from) : "memory");
  return value;
}

/* Groups that need not be waited for. */
DEVICE uint32_t cleared_now(const lbm_cuda_pass &p)
{
  return load_now(p.turns.progress + LBM_CUDA_CLEARED);
}

/* By a warp that has computed with all that it reads: it has arrived. */
DEVICE void tell_read(const lbm_cuda_pass &p, uint32_t turn, uint32_t lane)
{
  __syncwarp();
  if (lane == 0)
    asm volatile(
        "red.relaxed.gpu.global.add.u32 [%0], 1;" ::"l"(p.turns.progress + LBM_CUDA_READ + (turn >> p.turns.shift))
        : "memory");
}

DEVICE uint32_t group_size(const lbm_cuda_pass &p, uint32_t group)
{
  return min(1u << p.turns.shift, p.domain.tiles - (group << p.turns.shift));
}

/* Looks at a group that is waited for before the kernel is given up: some ten seconds. */
enum { MOST_LOOKS = 1 << 24 };

/* By a warp: it may write when this returns. `cleared` groups were read; those who wait count more, 32 at a time. Writing
 * depends on what is seen here, so that no order of memory need be asked for. They count on beyond what they need: those who come
 * later find it done. */
DEVICE void wait_until_read(const lbm_cuda_pass &p, uint32_t turn, uint32_t lane, uint32_t cleared)
{
  const uint32_t groups = __ldg(p.turns.wait[p.parity] + (turn >> p.turns.shift));
  for (uint32_t looks = 0; cleared < groups; looks++) {
    const uint32_t group = cleared + lane;
    const bool read = group << p.turns.shift < p.domain.tiles &&
                      load_now(p.turns.progress + LBM_CUDA_READ + group) == group_size(p, group);
    const uint32_t unread = ~__ballot_sync(~0u, read), more = unread ? __ffs(unread) - 1 : 32;
    cleared += more;
    if (more && lane == 0)
      atomicMax(p.turns.progress + LBM_CUDA_CLEARED, cleared);
    if (!more)
      __nanosleep(100);
    if (looks == MOST_LOOKS)
      __trap();
  }
}

#endif

/* Where a population lies, for layout LAYOUT and precision SCALAR. */
#ifndef CUDA_PLACE_CUH
#define CUDA_PLACE_CUH

#include "arrangement.h"
#include "cuda_kernels.h"

#define DEVICE static __device__ __forceinline__
#define UNIT (LBM_CUDA_ALIGN / sizeof(SCALAR))

/* A tile as it is staged in shared memory: one load of 16 bytes. x, y: the mask; z: base; w: stride, as in struct
 * lbm_cuda_tile. */
typedef uint4 tile_info;

/* Some populations lie by columns: then nodes are counted along y first, and so are the bits of the mask. */
struct two_ways {
  tile_info rows, columns;
};

/* Does population i lie so? (The mixed blocks of t2c need no masks to be found.) */
DEVICE bool by_columns(int i)
{
  return LAYOUT == LBM_PACKED && lbm_by_columns(i);
}

/* Bits 4x + y of every layer for bits x + 4y: two exchanges across the diagonal. */
DEVICE uint32_t turn(uint32_t mask)
{
  uint32_t swap = (mask ^ mask >> 3) & 0x0A0A0A0Au;
  mask ^= swap | swap << 3;
  swap = (mask ^ mask >> 6) & 0x00CC00CCu;
  return mask ^ (swap | swap << 6);
}

DEVICE tile_info turned(const tile_info &t)
{
  return make_uint4(turn(t.x), turn(t.y), t.z, t.w);
}

DEVICE tile_info load_tile(const lbm_cuda_domain &d, int32_t tile)
{
  return __ldg((const uint4 *)d.tile + tile);
}

/* First value of a tile. */
DEVICE size_t base_of(const tile_info &t)
{
  return (size_t)t.z * UNIT;
}

/* A value, from the base of its tile and its place in it. */
DEVICE SCALAR read(const SCALAR *from, uint32_t base, uint32_t place)
{
  return __ldg(from + (size_t)base * UNIT + place);
}

/* Non-solid nodes before node `bit` of the low or the high word. */
DEVICE uint32_t rank_of(const tile_info &t, bool high, uint32_t bit)
{
  const uint32_t below = (1u << bit) - 1;
  return high ? __popc(t.x) + __popc(t.y & below) : __popc(t.x & below);
}

/* Place of population i of a node, in its tile. */
DEVICE uint32_t place_of(const two_ways &t, int i, uint32_t node)
{
  if (LAYOUT != LBM_PACKED)
    return 64 * i + (LAYOUT == LBM_T2C ? lbm_slot(i, node) : node);
  const bool columns = by_columns(i);
  const uint32_t at = columns ? lbm_slot_yxz(node) : node;
  return i * t.rows.w + rank_of(columns ? t.columns : t.rows, at >= 32, at & 31);
}

#endif

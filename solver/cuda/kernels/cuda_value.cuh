/* Values as they are stored, STORE, and as they are computed with. */
#ifndef CUDA_VALUE_CUH
#define CUDA_VALUE_CUH

#include "half.h"
#include "lattice.h"
#include "physics.h"

#include <cuda_fp16.h>

#define DEVICE static __device__ __forceinline__

DEVICE double widen(double stored)
{
  return stored;
}

DEVICE float widen(float stored)
{
  return stored;
}

DEVICE float widen(lbm_half stored)
{
  return __half2float(__ushort_as_half(stored)) * 0x1p-16f;
}

/* To nearest. */
DEVICE void narrow(double *to, double value)
{
  *to = value;
}

DEVICE void narrow(float *to, double value)
{
  *to = (float)value;
}

DEVICE void narrow(lbm_half *to, double value)
{
  const float near = (float)value;
  *to = fabsf(near) < 1 ? __half_as_ushort(__float2half_rn(near * 0x1p16f))
                        : (lbm_half)(__float_as_uint(near) >> 16 & 0x8000 | LBM_HALF_INFINITY);
}

/* Two floats below 2^111. */
DEVICE uint32_t narrow_two(float low, float high, int32_t dither)
{
  const uint32_t shift = LBM_HALF_SHIFT + dither;
  uint32_t both;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;"
      : "=r"(both)
      : "f"(__uint_as_float(__float_as_uint(high) + shift)), "f"(__uint_as_float(__float_as_uint(low) + shift)));
  return both;
}

/* A node after a collision as half.h says, population i to to[place(i)]. What is beyond 2^111 or no number becomes anything:
 * the rest population has shown it (report_bad). */
template <typename places> DEVICE void store_halves(lbm_half *to, const float f[LBM_Q], const places &place)
{
#define BITS(i) __float_as_uint(f[i])
  uint32_t r = LBM_DITHER_SEED(BITS(1), BITS(0), BITS(9), BITS(16));
#undef BITS
  LBM_DITHER_MIX(r);
  to[place(0)] = (lbm_half)narrow_two(f[0], f[0], LBM_DITHER((int32_t)r));
#define NARROW_PAIR(i, cx, cy, cz, o, w)                                  \
  if (i < o) {                                                            \
    r = LBM_DITHER_NEXT(r);                                               \
    const uint32_t both = narrow_two(f[i], f[o], LBM_DITHER((int32_t)r)); \
    to[place(i)] = (lbm_half)both, to[place(o)] = (lbm_half)(both >> 16); \
  }
  LBM_D3Q19(NARROW_PAIR)
#undef NARROW_PAIR
}

#endif

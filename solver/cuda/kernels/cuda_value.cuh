// SPDX-License-Identifier: BSD-3-Clause
/* Conversions between values as they are stored (STORE) and as they are computed with. */
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

/* These round to nearest. */
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

/* Rounds a float below 2^111. A sum of three numbers is one instruction; therefore the compiler must not first add the
 * shift to the dither. */
DEVICE lbm_half narrow_dithered(float value, int32_t dither)
{
  uint32_t shifted;
  asm("add.u32 %0, %1, %2;" : "=r"(shifted) : "r"(__float_as_uint(value)), "n"(LBM_HALF_SHIFT));
  return __half_as_ushort(__float2half_rn(__uint_as_float(shifted + dither)));
}

/* Stores a node after a collision as half.h says, population i in to[place(i)]. Values beyond 2^111, or that are not
 * numbers, become anything: the rest population has shown the error (report_bad). */
template <typename places> DEVICE void store_halves(lbm_half *to, const float f[LBM_Q], const places &place)
{
#define BITS(i) __float_as_uint(f[i])
  uint32_t r = LBM_DITHER_SEED(BITS(1), BITS(0), BITS(9), BITS(16));
#undef BITS
  LBM_DITHER_MIX(r);
  to[place(0)] = narrow_dithered(f[0], LBM_DITHER((int32_t)r));
#define NARROW_PAIR(i, cx, cy, cz, o, w)                          \
  if (i < o) {                                                    \
    r = LBM_DITHER_NEXT(r);                                       \
    to[place(i)] = narrow_dithered(f[i], LBM_DITHER((int32_t)r)); \
    to[place(o)] = narrow_dithered(f[o], LBM_DITHER((int32_t)r)); \
  }
  LBM_D3Q19(NARROW_PAIR)
#undef NARROW_PAIR
}

#endif

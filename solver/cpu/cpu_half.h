/* SPDX-License-Identifier: BSD-3-Clause */
/* Widens the rows of a tile from 16 bits to floats, and narrows them again by stochastic rounding (half.h). */
#ifndef CPU_HALF_H
#define CPU_HALF_H

#include "isa_half.h"
#include "lattice.h"

/* Widens rows of `stride` halves. Values behind the columns may be read; the results in those columns are undefined. */
static void widen_rows(float to[LBM_Q][64], const lbm_half *from, size_t stride, size_t columns)
{
  for (size_t i = 0; i < LBM_Q; i++)
    for (size_t c = 0; c < columns; c += LANES_FP32) {
      const vector_fp32 v = widen_fp16(from + i * stride + c);
      memcpy(to[i] + c, &v, sizeof v);
    }
}

static inline bits_fp32 bits_at(const float *p)
{
  bits_fp32 bits;
  memcpy(&bits, p, sizeof bits);
  return bits;
}

static inline void narrow_row(lbm_half *to, const float *from, bits_fp32 r, lanes_of_fp32 some)
{
  narrow_fp16(to, (vector_fp32)bits_at(from), LBM_DITHER((truth_fp32)r), some);
}

/* Narrows the columns whose bit in `live` is set. */
static void narrow_rows(lbm_half *to, size_t stride, float from[LBM_Q][64], uint64_t live)
{
  for (size_t c = 0; live; live = LANES_FP32 < 64 ? live >> LANES_FP32 : 0, c += LANES_FP32) {
    const lanes_of_fp32 some = some_fp32(live);
    const float *f = from[0] + c;
    bits_fp32 r = LBM_DITHER_SEED(bits_at(f + 64), bits_at(f), bits_at(f + 64 * 9), bits_at(f + 64 * 16));
    LBM_DITHER_MIX(r);
    narrow_row(to + c, f, r, some);
#define NARROW_PAIR(i, cx, cy, cz, o, w)                    \
  if (i < o) {                                              \
    r = LBM_DITHER_NEXT(r);                                 \
    narrow_row(to + (i)*stride + c, f + 64 * (i), r, some); \
    narrow_row(to + (o)*stride + c, f + 64 * (o), r, some); \
  }
    LBM_D3Q19(NARROW_PAIR)
#undef NARROW_PAIR
  }
}

#endif

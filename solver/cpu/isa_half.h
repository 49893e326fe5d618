/* SPDX-License-Identifier: BSD-3-Clause */
/* Vectors of populations in 16 bits. They are moved as they are, and computed with as floats. */
#ifndef ISA_HALF_H
#define ISA_HALF_H

#include "half.h"
#include "isa.h"
#include "physics.h"

/* A vector has as many values as a vector of floats, and at least two rows of nodes. */
#if defined __AVX512VL__
#define FP16_BYTES 32
#else
#define FP16_BYTES 16
#endif
typedef lbm_half vector_fp16 __attribute__((vector_size(FP16_BYTES)));
typedef int16_t truth_fp16 __attribute__((vector_size(FP16_BYTES)));
enum { LANES_FP16 = FP16_BYTES / 2 };

#if FP16_BYTES == 32
static const truth_fp16 lane_fp16 = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
#else
static const truth_fp16 lane_fp16 = {0, 1, 2, 3, 4, 5, 6, 7};
#endif

/* ---- moves, as in isa.h ---- */

#if defined __AVX512VL__
typedef __mmask16 lanes_of_fp16;
static inline lanes_of_fp16 some_fp16(uint64_t bits)
{
  return (__mmask16)bits;
}
static inline vector_fp16 load_some_fp16(vector_fp16 v, const lbm_half *p, lanes_of_fp16 some)
{
  return (vector_fp16)_mm256_mask_loadu_epi16((__m256i)v, some, p);
}
static inline void store_some_fp16(lbm_half *p, vector_fp16 v, lanes_of_fp16 some)
{
  _mm256_mask_storeu_epi16(p, some, (__m256i)v);
}
#else
typedef truth_fp16 lanes_of_fp16;
static inline lanes_of_fp16 some_fp16(uint64_t bits)
{
  const truth_fp16 bit = ((truth_fp16){0} + 1) << lane_fp16;
  return ((int16_t)(bits & 255) & bit) != 0;
}
static inline vector_fp16 load_some_fp16(vector_fp16 v, const lbm_half *p, lanes_of_fp16 some)
{
  truth_fp16 u;
  memcpy(&u, p, sizeof u);
  return (vector_fp16)((u & some) | ((truth_fp16)v & ~some));
}
static inline void store_some_fp16(lbm_half *p, vector_fp16 v, lanes_of_fp16 some)
{
  for (int k = 0; k < LANES_FP16; k++)
    if (some[k])
      p[k] = v[k];
}
#endif

static inline vector_fp16 pick_fp16(const lbm_half *p, const int32_t *at)
{
  vector_fp16 v;
  for (int k = 0; k < LANES_FP16; k++)
    v[k] = p[at[k]];
  return v;
}

/* Those values are finite, and so in (-1, 1); see half.h. */
static inline truth_fp16 sound_fp16(vector_fp16 v)
{
  return (v & 0x7fff) < LBM_HALF_INFINITY;
}

static inline vector_fp16 opposite_fp16(vector_fp16 v)
{
  return v ^ 0x8000;
}

/* ---- to floats and back, with the same bits as lbm_half_value and lbm_half_of ---- */

typedef uint32_t bits_fp32 __attribute__((vector_size(FP32_BYTES)));
enum { LANES_FP32 = FP32_BYTES / 4 };

static inline vector_fp32 widen_fp16(const lbm_half *p)
{
#if defined __AVX512VL__
  return (vector_fp32)_mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)p)) * 0x1p-16f;
#elif defined __AVX2__
  return (vector_fp32)_mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)p)) * 0x1p-16f;
#else
  vector_fp32 v;
  for (int k = 0; k < LANES_FP32; k++)
    v[k] = lbm_half_value(p[k]);
  return v;
#endif
}

#ifdef __AVX2__
/* Prepares floats for rounding: times 2^16, plus the dither; values outside (-1, 1) become infinite. */
static inline vector_fp32 dithered(vector_fp32 v, truth_fp32 dither)
{
  const bits_fp32 sign = (bits_fp32)v & 0x80000000u, far = sign | 0x7f800000u;
  const truth_fp32 near = (vector_fp32)((bits_fp32)v ^ sign) < 1;
  return (vector_fp32)((((bits_fp32)v + LBM_HALF_SHIFT + (bits_fp32)dither) & (bits_fp32)near) |
                       (far & ~(bits_fp32)near));
}
#endif

/* Stores the given lanes as halves. Each lane of `dither` is LBM_DITHER of its random number. */
static inline void narrow_fp16(lbm_half *p, vector_fp32 v, truth_fp32 dither, lanes_of_fp32 some)
{
#if defined __AVX512VL__
  const __m512 ready = (__m512)dithered(v, dither);
  _mm256_mask_storeu_epi16(p, some, _mm512_cvtps_ph(ready, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
#else
  lbm_half half[LANES_FP32];
#ifdef __AVX2__
  const __m256 ready = (__m256)dithered(v, dither);
  _mm_storeu_si128((__m128i *)half, _mm256_cvtps_ph(ready, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
#else
  for (int k = 0; k < LANES_FP32; k++)
    half[k] = lbm_half_of(v[k], dither[k]);
#endif
  for (int k = 0; k < LANES_FP32; k++)
    if (some[k])
      p[k] = half[k];
#endif
}

#endif

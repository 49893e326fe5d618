/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads struct lbm_rate_table for all lanes of a vector, with the instruction set of isa.h; the same values as
 * rate_change of site.h finds. */
#ifndef ISA_TABLE_H
#define ISA_TABLE_H

#include "isa.h"
#include "physics.h"

#if defined __AVX512VL__ || defined __AVX2__
static inline __m256i table_rows(__m256 x)
{
  const __m256i cell = _mm256_srli_epi32(_mm256_castps_si256(x), 23 - LBM_RATE_BITS),
                row = _mm256_sub_epi32(cell, _mm256_set1_epi32((127 + LBM_RATE_FIRST) * LBM_RATE_CELLS - 1));
  return _mm256_min_epi32(_mm256_max_epi32(row, _mm256_setzero_si256()), _mm256_set1_epi32(LBM_RATE_ROWS - 1));
}
#endif

/* A row is one element of 64 bits for the instructions that gather. */
#if defined __AVX512VL__
static inline vector_fp64 look_up_fp64(vector_fp64 x, const struct lbm_rate_table *t)
{
  const __m512i row = _mm512_i32gather_epi64(table_rows(_mm512_cvtpd_ps((__m512d)x)), t->row, 8);
  const __m256 base = _mm256_castsi256_ps(_mm512_cvtepi64_epi32(row)),
               slope = _mm256_castsi256_ps(_mm512_cvtepi64_epi32(_mm512_srli_epi64(row, 32)));
  return (vector_fp64)_mm512_cvtps_pd(base) + x * (vector_fp64)_mm512_cvtps_pd(slope);
}
static inline vector_fp32 look_up_fp32(vector_fp32 x, const struct lbm_rate_table *t)
{
  const __m512 v = (__m512)x;
  const __m512 low = _mm512_castsi512_ps(_mm512_i32gather_epi64(table_rows(_mm512_castps512_ps256(v)), t->row, 8)),
               high = _mm512_castsi512_ps(_mm512_i32gather_epi64(table_rows(_mm512_extractf32x8_ps(v, 1)), t->row, 8));
  const __m512i even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30),
                odd = _mm512_add_epi32(even, _mm512_set1_epi32(1));
  return (vector_fp32)_mm512_permutex2var_ps(low, even, high) + x * (vector_fp32)_mm512_permutex2var_ps(low, odd, high);
}
#elif defined __AVX2__
static inline __m256 table_four(__m128i row, const struct lbm_rate_table *t)
{
  return _mm256_castsi256_ps(_mm256_i32gather_epi64((const long long *)(const void *)t->row, row, 8));
}
static inline vector_fp64 look_up_fp64(vector_fp64 x, const struct lbm_rate_table *t)
{
  const __m256 four = _mm256_castps128_ps256(_mm256_cvtpd_ps((__m256d)x)),
               row = table_four(_mm256_castsi256_si128(table_rows(four)), t);
  const __m128 low = _mm256_castps256_ps128(row), high = _mm256_extractf128_ps(row, 1);
  return (vector_fp64)_mm256_cvtps_pd(_mm_shuffle_ps(low, high, 0x88)) +
         x * (vector_fp64)_mm256_cvtps_pd(_mm_shuffle_ps(low, high, 0xdd));
}
static inline vector_fp32 look_up_fp32(vector_fp32 x, const struct lbm_rate_table *t)
{
  const __m256i rows = _mm256_permute4x64_epi64(table_rows((__m256)x), 0xd8); /* 0 1 4 5, 2 3 6 7 */
  const __m256 low = table_four(_mm256_castsi256_si128(rows), t),
               high = table_four(_mm256_extracti128_si256(rows, 1), t);
  return (vector_fp32)_mm256_shuffle_ps(low, high, 0x88) + x * (vector_fp32)_mm256_shuffle_ps(low, high, 0xdd);
}
#else
#define LOOK_UP_LANES(type, number)                                                           \
  static inline vector_##type look_up_##type(vector_##type x, const struct lbm_rate_table *t) \
  {                                                                                           \
    vector_##type base, slope;                                                                \
    for (int n = 0; n < 4; n++) {                                                             \
      const float at = (float)x[n], *row;                                                     \
      int32_t bits;                                                                           \
      memcpy(&bits, &at, sizeof bits);                                                        \
      bits = (bits >> (23 - LBM_RATE_BITS)) - (127 + LBM_RATE_FIRST) * LBM_RATE_CELLS + 1;    \
      bits = bits < 0 ? 0 : bits > LBM_RATE_ROWS - 1 ? LBM_RATE_ROWS - 1 : bits;              \
      row = t->row[bits];                                                                     \
      base[n] = (number)row[0], slope[n] = (number)row[1];                                    \
    }                                                                                         \
    return base + x * slope;                                                                  \
  }
LOOK_UP_LANES(fp64, double)
LOOK_UP_LANES(fp32, float)
#undef LOOK_UP_LANES
#endif

#endif

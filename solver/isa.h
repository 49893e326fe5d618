/* Rows of four nodes: expand packed values to lanes, and back. One version per
 * instruction set; included by cpu_kernel.c, which is compiled once for each. */
#ifndef ISA_H
#define ISA_H

#include <stdint.h>
#include <string.h>

#if defined __AVX512VL__ || defined __AVX2__
#include <immintrin.h>
#endif

#if defined __AVX512VL__
#define ISA_NAME avx512
#define VECTOR_BYTES 64
#elif defined __AVX2__
#define ISA_NAME avx2
#define VECTOR_BYTES 32
#else
#define ISA_NAME plain
#define VECTOR_BYTES 16
#endif

typedef double row_fp64 __attribute__((vector_size(32)));
typedef float row_fp32 __attribute__((vector_size(16)));
typedef int64_t lanes_fp64 __attribute__((vector_size(32)));
typedef int32_t lanes_fp32 __attribute__((vector_size(16)));

/* All ones in the lanes of a 4-bit mask. */
#define LANE(m, k) -((m) >> (k) & 1)
#define LANES4(m) {LANE(m, 0), LANE(m, 1), LANE(m, 2), LANE(m, 3)}
#define LANES16                                                                                           \
  {LANES4(0), LANES4(1), LANES4(2), LANES4(3), LANES4(4), LANES4(5), LANES4(6), LANES4(7), LANES4(8),     \
   LANES4(9), LANES4(10), LANES4(11), LANES4(12), LANES4(13), LANES4(14), LANES4(15)}
static const lanes_fp64 lane_mask_fp64[16] = LANES16;
static const lanes_fp32 lane_mask_fp32[16] = LANES16;

/* row_expand(p, m): lane k takes the next value at p where bit k of m is set, else 0.
 * row_compress(p, v, m): the reverse; may write up to four values at p. */
#if defined __AVX512VL__

static inline row_fp64 row_expand_fp64(const double *p, unsigned m)
{
  return (row_fp64)_mm256_maskz_expandloadu_pd((__mmask8)m, p);
}
static inline row_fp32 row_expand_fp32(const float *p, unsigned m)
{
  return (row_fp32)_mm_maskz_expandloadu_ps((__mmask8)m, p);
}
static inline void row_compress_fp64(double *p, row_fp64 v, unsigned m)
{
  _mm256_storeu_pd(p, _mm256_maskz_compress_pd((__mmask8)m, (__m256d)v));
}
static inline void row_compress_fp32(float *p, row_fp32 v, unsigned m)
{
  _mm_storeu_ps(p, _mm_maskz_compress_ps((__mmask8)m, (__m128)v));
}

#else

/* Rank of lane k among the set bits below it, and the k-th set bit. */
#define POP(m) (((m) & 1) + ((m) >> 1 & 1) + ((m) >> 2 & 1) + ((m) >> 3 & 1))
#define RANK(m, k) POP((m) & ((1 << (k)) - 1))
#define RANKS4(m) {RANK(m, 0), RANK(m, 1), RANK(m, 2), RANK(m, 3)}
#define SET(m, k)                                                                                     \
  (POP((m) & 1) > (k) ? 0 : POP((m) & 3) > (k) ? 1 : POP((m) & 7) > (k) ? 2 : POP((m) & 15) > (k) ? 3 : 0)
#define SETS4(m) {SET(m, 0), SET(m, 1), SET(m, 2), SET(m, 3)}
#define ALL16(X)                                                                                       \
  {X(0), X(1), X(2), X(3), X(4), X(5), X(6), X(7), X(8), X(9), X(10), X(11), X(12), X(13), X(14), X(15)}
static const lanes_fp64 rank_fp64[16] = ALL16(RANKS4), set_fp64[16] = ALL16(SETS4);
static const lanes_fp32 rank_fp32[16] = ALL16(RANKS4), set_fp32[16] = ALL16(SETS4);

#define ROW_GENERIC(type, scalar)                                                          \
  static inline row_##type row_expand_##type(const scalar *p, unsigned m)                  \
  {                                                                                        \
    row_##type v;                                                                          \
    memcpy(&v, p, sizeof v);                                                               \
    v = __builtin_shuffle(v, rank_##type[m]);                                              \
    return (row_##type)((lanes_##type)v & lane_mask_##type[m]);                            \
  }                                                                                        \
  static inline void row_compress_##type(scalar *p, row_##type v, unsigned m)              \
  {                                                                                        \
    v = __builtin_shuffle(v, set_##type[m]);                                               \
    memcpy(p, &v, sizeof v);                                                               \
  }
ROW_GENERIC(fp64, double)
ROW_GENERIC(fp32, float)

#endif

/* Copies bytes (a multiple of 64, both aligned to 64) past the caches. */
static inline void stream_out(void *to, const void *from, size_t bytes)
{
#if defined __AVX512VL__
  for (size_t i = 0; i < bytes; i += 64)
    _mm512_stream_si512((__m512i *)((char *)to + i), _mm512_load_si512((const char *)from + i));
#elif defined __AVX2__
  for (size_t i = 0; i < bytes; i += 32)
    _mm256_stream_si256((__m256i *)((char *)to + i), _mm256_load_si256((const __m256i *)((const char *)from + i)));
#else
  memcpy(to, from, bytes);
#endif
}

/* Streaming stores of this thread are visible to the others from here on. */
static inline void stream_done(void)
{
#if defined __AVX2__
  _mm_sfence();
#endif
}

#endif

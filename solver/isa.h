/* What the kernels need of an instruction set, one version of each; included by cpu_kernel.c, which is compiled once for each. */
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

#define VECTOR __attribute__((vector_size(VECTOR_BYTES)))
typedef double vector_fp64 VECTOR;
typedef float vector_fp32 VECTOR;
typedef int64_t truth_fp64 VECTOR; /* what comparing them gives */
typedef int32_t truth_fp32 VECTOR;

/* A row of four nodes moved one node east or west: the neighbour's value comes in. */
static inline row_fp64 row_east_fp64(row_fp64 v, double in)
{
  return __builtin_shuffle((row_fp64){in, in, in, in}, v, (lanes_fp64){0, 4, 5, 6});
}
static inline row_fp64 row_west_fp64(row_fp64 v, double in)
{
  return __builtin_shuffle(v, (row_fp64){in, in, in, in}, (lanes_fp64){1, 2, 3, 7});
}
static inline row_fp32 row_east_fp32(row_fp32 v, float in)
{
  return __builtin_shuffle((row_fp32){in, in, in, in}, v, (lanes_fp32){0, 4, 5, 6});
}
static inline row_fp32 row_west_fp32(row_fp32 v, float in)
{
  return __builtin_shuffle(v, (row_fp32){in, in, in, in}, (lanes_fp32){1, 2, 3, 7});
}

/* Lanes of a vector: those whose bit is set. Others load as zero, and are not stored. */
#if defined __AVX512VL__
typedef __mmask8 lanes_of_fp64;
typedef __mmask16 lanes_of_fp32;
static inline lanes_of_fp64 some_fp64(uint64_t bits)
{
  return (__mmask8)bits;
}
static inline lanes_of_fp32 some_fp32(uint64_t bits)
{
  return (__mmask16)bits;
}
static inline vector_fp64 load_some_fp64(const double *p, lanes_of_fp64 some)
{
  return (vector_fp64)_mm512_maskz_loadu_pd(some, p);
}
static inline vector_fp32 load_some_fp32(const float *p, lanes_of_fp32 some)
{
  return (vector_fp32)_mm512_maskz_loadu_ps(some, p);
}
static inline void store_some_fp64(double *p, vector_fp64 v, lanes_of_fp64 some)
{
  _mm512_mask_storeu_pd(p, some, (__m512d)v);
}
static inline void store_some_fp32(float *p, vector_fp32 v, lanes_of_fp32 some)
{
  _mm512_mask_storeu_ps(p, some, (__m512)v);
}
#elif defined __AVX2__
typedef __m256i lanes_of_fp64, lanes_of_fp32;
static inline lanes_of_fp64 some_fp64(uint64_t bits)
{
  const __m256i lane = _mm256_setr_epi64x(1, 2, 4, 8);
  return _mm256_cmpeq_epi64(_mm256_and_si256(_mm256_set1_epi64x((int64_t)bits), lane), lane);
}
static inline lanes_of_fp32 some_fp32(uint64_t bits)
{
  const __m256i lane = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
  return _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32((int32_t)(bits & 255)), lane), lane);
}
static inline vector_fp64 load_some_fp64(const double *p, lanes_of_fp64 some)
{
  return (vector_fp64)_mm256_maskload_pd(p, some);
}
static inline vector_fp32 load_some_fp32(const float *p, lanes_of_fp32 some)
{
  return (vector_fp32)_mm256_maskload_ps(p, some);
}
static inline void store_some_fp64(double *p, vector_fp64 v, lanes_of_fp64 some)
{
  _mm256_maskstore_pd(p, some, (__m256d)v);
}
static inline void store_some_fp32(float *p, vector_fp32 v, lanes_of_fp32 some)
{
  _mm256_maskstore_ps(p, some, (__m256)v);
}
#else
typedef unsigned lanes_of_fp64, lanes_of_fp32;
static inline lanes_of_fp64 some_fp64(uint64_t bits)
{
  return bits & 3;
}
static inline lanes_of_fp32 some_fp32(uint64_t bits)
{
  return bits & 15;
}
static inline vector_fp64 load_some_fp64(const double *p, lanes_of_fp64 some)
{
  return (vector_fp64){some & 1 ? p[0] : 0, some & 2 ? p[1] : 0};
}
static inline vector_fp32 load_some_fp32(const float *p, lanes_of_fp32 some)
{
  return (vector_fp32){some & 1 ? p[0] : 0, some & 2 ? p[1] : 0, some & 4 ? p[2] : 0, some & 8 ? p[3] : 0};
}
static inline void store_some_fp64(double *p, vector_fp64 v, lanes_of_fp64 some)
{
  for (int k = 0; k < 2; k++)
    if (some >> k & 1)
      p[k] = v[k];
}
static inline void store_some_fp32(float *p, vector_fp32 v, lanes_of_fp32 some)
{
  for (int k = 0; k < 4; k++)
    if (some >> k & 1)
      p[k] = v[k];
}
#endif

/* A vector of the values at p[at[0]], p[at[1]] ... */
#if defined __AVX512VL__
static inline vector_fp64 pick_fp64(const double *p, const int32_t *at)
{
  return (vector_fp64)_mm512_i32gather_pd(_mm256_loadu_si256((const __m256i *)at), p, 8);
}
static inline vector_fp32 pick_fp32(const float *p, const int32_t *at)
{
  return (vector_fp32)_mm512_i32gather_ps(_mm512_loadu_si512(at), p, 4);
}
#elif defined __AVX2__
static inline vector_fp64 pick_fp64(const double *p, const int32_t *at)
{
  return (vector_fp64)_mm256_i32gather_pd(p, _mm_loadu_si128((const __m128i *)at), 8);
}
static inline vector_fp32 pick_fp32(const float *p, const int32_t *at)
{
  return (vector_fp32)_mm256_i32gather_ps(p, _mm256_loadu_si256((const __m256i *)at), 4);
}
#else
static inline vector_fp64 pick_fp64(const double *p, const int32_t *at)
{
  return (vector_fp64){p[at[0]], p[at[1]]};
}
static inline vector_fp32 pick_fp32(const float *p, const int32_t *at)
{
  return (vector_fp32){p[at[0]], p[at[1]], p[at[2]], p[at[3]]};
}
#endif

#endif

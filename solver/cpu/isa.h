/* SPDX-License-Identifier: BSD-3-Clause */
/* The vectors and vector operations that the kernels need, in one version per instruction set. cpu_kernel.c includes
 * this file, and is compiled once for each. */
#ifndef ISA_H
#define ISA_H

#include <stdint.h>
#include <string.h>

#if defined __AVX512VL__ || defined __AVX2__
#include <immintrin.h>
#endif

/* A vector holds at least the four nodes of a row. */
#if defined __AVX512VL__
#define ISA_NAME avx512
#define FP64_BYTES 64
#define FP32_BYTES 64
#elif defined __AVX2__
#define ISA_NAME avx2
#define FP64_BYTES 32
#define FP32_BYTES 32
#else
#define ISA_NAME plain
#define FP64_BYTES 32
#define FP32_BYTES 16
#endif

typedef double vector_fp64 __attribute__((vector_size(FP64_BYTES)));
typedef float vector_fp32 __attribute__((vector_size(FP32_BYTES)));
typedef int64_t truth_fp64 __attribute__((vector_size(FP64_BYTES))); /* the result of a comparison */
typedef int32_t truth_fp32 __attribute__((vector_size(FP32_BYTES)));

/* The number of each lane. */
#if FP64_BYTES == 64
static const truth_fp64 lane_fp64 = {0, 1, 2, 3, 4, 5, 6, 7};
#else
static const truth_fp64 lane_fp64 = {0, 1, 2, 3};
#endif
#if FP32_BYTES == 64
static const truth_fp32 lane_fp32 = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
#elif FP32_BYTES == 32
static const truth_fp32 lane_fp32 = {0, 1, 2, 3, 4, 5, 6, 7};
#else
static const truth_fp32 lane_fp32 = {0, 1, 2, 3};
#endif

/* Masked moves. A load sets the lanes whose bit is set, and the others stay; a store writes those lanes alone. A load
 * may read all elements of the vector. */
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
static inline vector_fp64 load_some_fp64(vector_fp64 v, const double *p, lanes_of_fp64 some)
{
  return (vector_fp64)_mm512_mask_loadu_pd((__m512d)v, some, p);
}
static inline vector_fp32 load_some_fp32(vector_fp32 v, const float *p, lanes_of_fp32 some)
{
  return (vector_fp32)_mm512_mask_loadu_ps((__m512)v, some, p);
}
static inline void store_some_fp64(double *p, vector_fp64 v, lanes_of_fp64 some)
{
  _mm512_mask_storeu_pd(p, some, (__m512d)v);
}
static inline void store_some_fp32(float *p, vector_fp32 v, lanes_of_fp32 some)
{
  _mm512_mask_storeu_ps(p, some, (__m512)v);
}
#else
typedef truth_fp64 lanes_of_fp64;
typedef truth_fp32 lanes_of_fp32;
static inline lanes_of_fp64 some_fp64(uint64_t bits)
{
  const truth_fp64 bit = ((truth_fp64){0} + 1) << lane_fp64;
  return ((int64_t)bits & bit) != 0;
}
static inline lanes_of_fp32 some_fp32(uint64_t bits)
{
  const truth_fp32 bit = ((truth_fp32){0} + 1) << lane_fp32;
  return ((int32_t)(bits & 255) & bit) != 0;
}
static inline vector_fp64 load_some_fp64(vector_fp64 v, const double *p, lanes_of_fp64 some)
{
  truth_fp64 u;
  memcpy(&u, p, sizeof u);
  return (vector_fp64)((u & some) | ((truth_fp64)v & ~some));
}
static inline vector_fp32 load_some_fp32(vector_fp32 v, const float *p, lanes_of_fp32 some)
{
  truth_fp32 u;
  memcpy(&u, p, sizeof u);
  return (vector_fp32)((u & some) | ((truth_fp32)v & ~some));
}
#ifdef __AVX2__
static inline void store_some_fp64(double *p, vector_fp64 v, lanes_of_fp64 some)
{
  _mm256_maskstore_pd(p, (__m256i)some, (__m256d)v);
}
static inline void store_some_fp32(float *p, vector_fp32 v, lanes_of_fp32 some)
{
  _mm256_maskstore_ps(p, (__m256i)some, (__m256)v);
}
#else
static inline void store_some_fp64(double *p, vector_fp64 v, lanes_of_fp64 some)
{
  if (some[0] & some[1] & some[2] & some[3])
    memcpy(p, &v, sizeof v);
  else
    for (int k = 0; k < 4; k++)
      if (some[k])
        p[k] = v[k];
}
static inline void store_some_fp32(float *p, vector_fp32 v, lanes_of_fp32 some)
{
  if (some[0] & some[1] & some[2] & some[3])
    memcpy(p, &v, sizeof v);
  else
    for (int k = 0; k < 4; k++)
      if (some[k])
        p[k] = v[k];
}
#endif
#endif

/* Moves that convert between stored values and the arithmetic, one pair of functions for each precision. A load sets
 * the other lanes to zero. */
static inline vector_fp64 fetch_fp64_fp64(const double *p, lanes_of_fp64 some)
{
  return load_some_fp64((vector_fp64){0}, p, some);
}
static inline void keep_fp64_fp64(double *p, vector_fp64 v, lanes_of_fp64 some)
{
  store_some_fp64(p, v, some);
}
static inline vector_fp32 fetch_fp32_fp32(const float *p, lanes_of_fp32 some)
{
  return load_some_fp32((vector_fp32){0}, p, some);
}
static inline void keep_fp32_fp32(float *p, vector_fp32 v, lanes_of_fp32 some)
{
  store_some_fp32(p, v, some);
}

/* As many single-precision values as a vector has double-precision ones. A load may read all of them. */
typedef float narrow_fp32 __attribute__((vector_size(FP64_BYTES / 2)));
typedef int32_t narrow_truth __attribute__((vector_size(FP64_BYTES / 2)));
#if defined __AVX512VL__
static inline vector_fp64 fetch_fp64_fp32(const float *p, lanes_of_fp64 some)
{
  return (vector_fp64)_mm512_cvtps_pd(_mm256_maskz_loadu_ps(some, p));
}
static inline void keep_fp64_fp32(float *p, vector_fp64 v, lanes_of_fp64 some)
{
  _mm256_mask_storeu_ps(p, some, _mm512_cvtpd_ps((__m512d)v));
}
#else
static inline vector_fp64 fetch_fp64_fp32(const float *p, lanes_of_fp64 some)
{
  narrow_fp32 v;
  memcpy(&v, p, sizeof v);
  return (vector_fp64)((truth_fp64) __builtin_convertvector(v, vector_fp64) & some);
}
static inline void keep_fp64_fp32(float *p, vector_fp64 v, lanes_of_fp64 some)
{
  const narrow_fp32 narrow = __builtin_convertvector(v, narrow_fp32);
#ifdef __AVX2__
  _mm_maskstore_ps(p, (__m128i) __builtin_convertvector(some, narrow_truth), (__m128)narrow);
#else
  for (int k = 0; k < 4; k++)
    if (some[k])
      p[k] = narrow[k];
#endif
}
#endif

/* Return a vector of the values at p[at[0]], p[at[1]], ... */
#if defined __AVX512VL__
static inline vector_fp64 pick_fp64(const double *p, const int32_t *at)
{
  return (vector_fp64){p[at[0]], p[at[1]], p[at[2]], p[at[3]], p[at[4]], p[at[5]], p[at[6]], p[at[7]]};
}
static inline vector_fp32 pick_fp32(const float *p, const int32_t *at)
{
  return (vector_fp32){p[at[0]], p[at[1]], p[at[2]],  p[at[3]],  p[at[4]],  p[at[5]],  p[at[6]],  p[at[7]],
                       p[at[8]], p[at[9]], p[at[10]], p[at[11]], p[at[12]], p[at[13]], p[at[14]], p[at[15]]};
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
  return (vector_fp64){p[at[0]], p[at[1]], p[at[2]], p[at[3]]};
}
static inline vector_fp32 pick_fp32(const float *p, const int32_t *at)
{
  return (vector_fp32){p[at[0]], p[at[1]], p[at[2]], p[at[3]]};
}
#endif

/* Stores that bypass the caches. stream_end comes before other threads read the values. */
#if defined __AVX512VL__
static inline void stream_fp64(double *p, vector_fp64 v)
{
  _mm512_stream_pd(p, (__m512d)v);
}
static inline void stream_fp32(float *p, vector_fp32 v)
{
  _mm512_stream_ps(p, (__m512)v);
}
#elif defined __AVX2__
static inline void stream_fp64(double *p, vector_fp64 v)
{
  _mm256_stream_pd(p, (__m256d)v);
}
static inline void stream_fp32(float *p, vector_fp32 v)
{
  _mm256_stream_ps(p, (__m256)v);
}
#else
static inline void stream_fp64(double *p, vector_fp64 v)
{
  memcpy(p, &v, sizeof v);
}
static inline void stream_fp32(float *p, vector_fp32 v)
{
  memcpy(p, &v, sizeof v);
}
#endif
static inline void stream_end(void)
{
#if defined __AVX512VL__ || defined __AVX2__
  _mm_sfence();
#endif
}

/* sound: is each lane in (-1, 1)? opposite: the values with the other sign. */
static inline truth_fp64 sound_fp64(vector_fp64 v)
{
  return (v > -1) & (v < 1);
}
static inline truth_fp32 sound_fp32(vector_fp32 v)
{
  return (v > -1) & (v < 1);
}
static inline vector_fp64 opposite_fp64(vector_fp64 v)
{
  return -v;
}
static inline vector_fp32 opposite_fp32(vector_fp32 v)
{
  return -v;
}

#endif

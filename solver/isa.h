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

/* The same through the caches. */
static inline void store_out(void *to, const void *from, size_t bytes)
{
  typedef char line __attribute__((vector_size(VECTOR_BYTES)));
  for (size_t i = 0; i < bytes; i += VECTOR_BYTES)
    *(line *)((char *)to + i) = *(const line *)((const char *)from + i);
}

/* Streaming stores of this thread are visible to the others from here on. */
static inline void stream_done(void)
{
#if defined __AVX2__
  _mm_sfence();
#endif
}

#endif

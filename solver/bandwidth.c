/* Copy bandwidth. Each thread touches first, and then copies, its own part. */
#include "bandwidth.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef _OPENMP
#include <omp.h>
#endif
#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { REPEATS = 9, LINE = 64 };

/* `bytes` is a multiple of LINE, and both arrays begin at one. */
typedef void copy(char *to, const char *from, size_t bytes);

/* A compiler may make it a call of memcpy, which picks its stores itself: no harm. */
static void copy_ordinary(char *restrict to, const char *restrict from, size_t bytes)
{
  double *restrict t = (double *)__builtin_assume_aligned(to, LINE);
  const double *restrict f = (const double *)__builtin_assume_aligned(from, LINE);
  for (size_t i = 0; i < bytes / sizeof *t; i++)
    t[i] = f[i];
}

#ifdef __SSE2__
static void copy_streaming(char *to, const char *from, size_t bytes)
{
  for (size_t i = 0; i < bytes; i += sizeof(__m128i))
    _mm_stream_si128((__m128i *)(to + i), _mm_load_si128((const __m128i *)(from + i)));
  _mm_sfence();
}
#else
static void copy_streaming(char *to, const char *from, size_t bytes)
{
  memcpy(to, from, bytes);
}
#endif

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int by_value(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

struct arrays {
  char *to, *from;
  size_t lines;
  int threads;
};

/* Part k of n of the lines. */
static size_t part(const struct arrays *a, int k)
{
  return a->lines * (size_t)k / (size_t)a->threads * LINE;
}

static void touch(const struct arrays *a)
{
#pragma omp parallel for num_threads(a->threads) schedule(static, 1)
  for (int k = 0; k < a->threads; k++) {
    size_t begin = part(a, k), end = part(a, k + 1);
    memset(a->from + begin, 1, end - begin);
    memset(a->to + begin, 2, end - begin);
  }
}

static double seconds(const struct arrays *a, copy *how)
{
  double begun = now();
#pragma omp parallel for num_threads(a->threads) schedule(static, 1)
  for (int k = 0; k < a->threads; k++) {
    size_t begin = part(a, k);
    how(a->to + begin, a->from + begin, part(a, k + 1) - begin);
  }
  return now() - begun;
}

/* Median of several, after one that warms up. */
static double median_seconds(const struct arrays *a, copy *how)
{
  double time[REPEATS];
  seconds(a, how);
  for (int i = 0; i < REPEATS; i++)
    time[i] = seconds(a, how);
  qsort(time, REPEATS, sizeof *time, by_value);
  return time[REPEATS / 2];
}

static int default_threads(void)
{
#ifdef _OPENMP
  return omp_get_max_threads();
#else
  return 1;
#endif
}

double lbm_copy_bandwidth(size_t bytes, int threads)
{
  struct arrays a = {NULL, NULL, bytes / LINE ? bytes / LINE : 1, threads > 0 ? threads : default_threads()};
  double bandwidth = 0;
  a.from = aligned_alloc(LINE, a.lines * LINE);
  a.to = aligned_alloc(LINE, a.lines * LINE);
  if (a.from && a.to) {
    touch(&a);
    double ordinary = median_seconds(&a, copy_ordinary), streaming = median_seconds(&a, copy_streaming);
    bandwidth = 2.0 * (double)(a.lines * LINE) / (ordinary < streaming ? ordinary : streaming);
  }
  free(a.from);
  free(a.to);
  return bandwidth;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Copy bandwidth. Each thread writes its range first, so that the pages lie near to it, and then copies that range. */
#include "bandwidth.h"

#include "memory.h"
#include "numbers.h"

#include <stdlib.h>
#include <string.h>

#ifdef _OPENMP
#include <omp.h>
#endif
#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { REPEATS = 9, LINE = 64 };

/* bytes: a multiple of LINE, to which both arrays are aligned. */
typedef void copy(char *to, const char *from, size_t bytes);

/* A compiler may replace the loop by a call of memcpy, which chooses its stores itself; that is as good. */
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

struct lbm_copier {
  char *to, *from;
  size_t lines;
  int threads;
};

/* The first byte of the range of thread k. */
static size_t part(const struct lbm_copier *a, int k)
{
  return a->lines * (size_t)k / (size_t)a->threads * LINE;
}

static void touch(const struct lbm_copier *a)
{
#pragma omp parallel for num_threads(a->threads) schedule(static, 1)
  for (int k = 0; k < a->threads; k++) {
    size_t begin = part(a, k), end = part(a, k + 1);
    memset(a->from + begin, 1, end - begin);
    memset(a->to + begin, 2, end - begin);
  }
}

double lbm_copier_pass(const struct lbm_copier *a, bool streaming)
{
  copy *how = streaming ? copy_streaming : copy_ordinary;
  double begun = omp_get_wtime();
#pragma omp parallel for num_threads(a->threads) schedule(static, 1)
  for (int k = 0; k < a->threads; k++) {
    size_t begin = part(a, k);
    how(a->to + begin, a->from + begin, part(a, k + 1) - begin);
  }
  return omp_get_wtime() - begun;
}

/* The median of several copies, after one that is not measured. */
static double median_seconds(const struct lbm_copier *a, bool streaming)
{
  double time[REPEATS];
  lbm_copier_pass(a, streaming);
  for (int i = 0; i < REPEATS; i++)
    time[i] = lbm_copier_pass(a, streaming);
  qsort(time, REPEATS, sizeof *time, tile_ascending);
  return time[REPEATS / 2];
}

int lbm_threads(void)
{
#ifdef _OPENMP
  return omp_get_max_threads();
#else
  return 1;
#endif
}

struct lbm_copier *lbm_copier_open(size_t bytes, int threads)
{
  struct tile_error e;
  struct lbm_copier *c = tile_afford(2, bytes + LINE, "a copy", &e) ? NULL : calloc(1, sizeof *c);
  if (!c)
    return NULL;
  c->lines = bytes / LINE ? bytes / LINE : 1;
  c->threads = threads > 0 ? threads : lbm_threads();
  c->from = aligned_alloc(LINE, c->lines * LINE);
  c->to = aligned_alloc(LINE, c->lines * LINE);
  if (!c->from || !c->to) {
    lbm_copier_close(c);
    return NULL;
  }
  touch(c);
  return c;
}

void lbm_copier_close(struct lbm_copier *c)
{
  if (!c)
    return;
  free(c->from);
  free(c->to);
  free(c);
}

size_t lbm_copier_traffic(const struct lbm_copier *c)
{
  return 2 * c->lines * LINE;
}

double lbm_copy_bandwidth(size_t bytes, int threads)
{
  struct lbm_copier *c = lbm_copier_open(bytes, threads);
  if (!c)
    return 0;
  double ordinary = median_seconds(c, false), streaming = median_seconds(c, true);
  double bandwidth = (double)lbm_copier_traffic(c) / (ordinary < streaming ? ordinary : streaming);
  lbm_copier_close(c);
  return bandwidth;
}

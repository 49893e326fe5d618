/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory and operations on the host. */
#include "graph.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#define LOOP_FUNC static inline __attribute__((always_inline))
#define LOOP_TAKE(p, n) __atomic_fetch_add(p, n, __ATOMIC_RELAXED)
typedef float four __attribute__((vector_size(16), may_alias));
#include "operations.h"

enum { FEW = 1024, PORTION = 4096, PORTIONS = 1024 };

static int threads_of(const void *self)
{
  const struct lbm_host *h = self;
  return h->threads ? h->threads : omp_get_max_threads();
}

static int allocate(void *self, void **array, size_t bytes, int arrays, struct tile_error *e)
{
  (void)self, (void)arrays;
  *array = bytes ? tile_alloc(bytes, 1) : NULL; /* none without bytes, as on a GPU */
  return *array || !bytes ? 0 : tile_fail_memory(e, bytes, "the equations of the multigrid");
}

static void release(void *self, void *array)
{
  (void)self;
  free(array);
}

static void clear(void *self, void *array, size_t bytes)
{
  (void)self;
  if (bytes)
    memset(array, 0, bytes);
}

static void send(void *self, void *array, const void *from, size_t bytes)
{
  (void)self;
  if (bytes)
    memcpy(array, from, bytes);
}

static int fetch(void *self, void *to, const void *array, size_t bytes, struct tile_error *e)
{
  (void)self, (void)e;
  if (bytes)
    memcpy(to, array, bytes);
  return 0;
}

typedef void all_of(const struct lbm_operation *a, size_t count, int threads);
#define ALL_OF(name)                                                                                                 \
  static void all_of_##name(const struct lbm_operation *a, size_t count, int threads)                                \
  {                                                                                                                  \
    _Pragma("omp parallel for schedule(static) num_threads(threads) if (count > FEW)") for (size_t i = 0; i < count; \
                                                                                            i++) name##_at(a, i);    \
  }
LBM_OPERATION_NAMES(ALL_OF)
#define ROW(name) [LBM_OPERATION_##name] = all_of_##name,
static all_of *const loops[LBM_OPERATIONS] = {LBM_OPERATION_NAMES(ROW)};

static void loop(void *self, enum lbm_operation_name name, const struct lbm_operation *a, size_t count)
{
  loops[name](a, count, threads_of(self));
}

static void scan(void *self, uint32_t *values, size_t count)
{
  uint32_t sum = 0;
  (void)self;
  for (size_t i = 0; i < count; i++) {
    const uint32_t value = values[i];
    values[i] = sum;
    sum += value;
  }
  values[count] = sum;
}

static double product_of(const float *a, const float *b, size_t begin, size_t end)
{
  double sum = 0;
  for (size_t i = begin; i < end; i++)
    sum += (double)a[i] * (b ? (double)b[i] : 1);
  return sum;
}

static void product_there(void *self, const float *a, const float *b, size_t count, double *to)
{
  const size_t even = (count + PORTIONS - 1) / PORTIONS, each = even > PORTION ? even : PORTION;
  const size_t portions = (count + each - 1) / each;
  double sum[PORTIONS];
#pragma omp parallel for schedule(static) num_threads(threads_of(self)) if (portions > 1)
  for (size_t p = 0; p < portions; p++)
    sum[p] = product_of(a, b, p * each, p + 1 < portions ? (p + 1) * each : count);
  *to = 0;
  for (size_t p = 0; p < portions; p++)
    *to += sum[p];
}

static int product(void *self, const float *a, const float *b, size_t count, double *to, struct tile_error *e)
{
  (void)e;
  product_there(self, a, b, count, to);
  return 0;
}

const struct lbm_device_row lbm_device_cpu = {.allocate = allocate,
                                              .release = release,
                                              .clear = clear,
                                              .send = send,
                                              .fetch = fetch,
                                              .loop = loop,
                                              .scan = scan,
                                              .product = product,
                                              .product_there = product_there};

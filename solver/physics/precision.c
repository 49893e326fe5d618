/* SPDX-License-Identifier: BSD-3-Clause */
#include "precision.h"

#include "half.h"

/* Conversions between stored values and double. Values of 16 bits are rounded to nearest. */
#define LOADED_double(value) (value)
#define LOADED_float(value) ((double)(value))
#define LOADED_lbm_half(value) ((double)lbm_half_value(value))
#define STORED_double(value) (value)
#define STORED_float(value) ((float)(value))
#define STORED_lbm_half(value) (lbm_half_of((float)(value), 0))

#define FUNCTIONS(id, name, text, stored, computed)                                                             \
  static void load_##name(double *to, const void *values, size_t n)                                             \
  {                                                                                                             \
    const stored *from = values;                                                                                \
    _Pragma("omp simd") for (size_t i = 0; i < n; i++) to[i] = LOADED_##stored(from[i]);                        \
  }                                                                                                             \
  static void store_##name(void *values, const double *from, size_t n)                                          \
  {                                                                                                             \
    stored *to = values;                                                                                        \
    _Pragma("omp simd") for (size_t i = 0; i < n; i++) to[i] = STORED_##stored(from[i]);                        \
  }                                                                                                             \
  static void add_##name(void *values, const double *by, size_t n)                                              \
  {                                                                                                             \
    stored *to = values;                                                                                        \
    _Pragma("omp simd") for (size_t i = 0; i < n; i++) to[i] = STORED_##stored(LOADED_##stored(to[i]) + by[i]); \
  }                                                                                                             \
  static void load_at_##name(double *to, const void *values, const ptrdiff_t *at, size_t n)                     \
  {                                                                                                             \
    const stored *from = values;                                                                                \
    for (size_t i = 0; i < n; i++)                                                                              \
      to[i] = LOADED_##stored(from[at[i]]);                                                                     \
  }                                                                                                             \
  static void add_at_##name(void *values, const ptrdiff_t *at, const double *by, size_t n)                      \
  {                                                                                                             \
    stored *to = values;                                                                                        \
    for (size_t i = 0; i < n; i++)                                                                              \
      to[at[i]] = STORED_##stored(LOADED_##stored(to[at[i]]) + by[i]);                                          \
  }
LBM_PRECISION_ROWS(FUNCTIONS)

static const struct {
  size_t bytes;
  void (*load)(double *to, const void *values, size_t n);
  void (*store)(void *values, const double *from, size_t n);
  void (*add)(void *values, const double *by, size_t n);
  void (*load_at)(double *to, const void *values, const ptrdiff_t *at, size_t n);
  void (*add_at)(void *values, const ptrdiff_t *at, const double *by, size_t n);
} row[LBM_PRECISIONS] = {
#define ROW(id, name, text, stored, computed) \
  [id] = {sizeof(stored), load_##name, store_##name, add_##name, load_at_##name, add_at_##name},
    LBM_PRECISION_ROWS(ROW)};

enum lbm_precision lbm_fields_precision(enum lbm_precision p)
{
  return p == LBM_FP32_FP16 ? LBM_FP32 : p;
}

size_t lbm_value_bytes_of(enum lbm_precision p)
{
  return row[p].bytes;
}

void lbm_load(enum lbm_precision p, double *to, const void *values, size_t first, size_t count)
{
  row[p].load(to, (const char *)values + first * row[p].bytes, count);
}

void lbm_store(enum lbm_precision p, void *values, size_t first, const double *from, size_t count)
{
  row[p].store((char *)values + first * row[p].bytes, from, count);
}

void lbm_add(enum lbm_precision p, void *values, size_t first, const double *by, size_t count)
{
  row[p].add((char *)values + first * row[p].bytes, by, count);
}

void lbm_load_at(enum lbm_precision p, double *to, const void *values, size_t first, const ptrdiff_t *at, size_t count)
{
  row[p].load_at(to, (const char *)values + first * row[p].bytes, at, count);
}

void lbm_add_at(enum lbm_precision p, void *values, size_t first, const ptrdiff_t *at, const double *by, size_t count)
{
  row[p].add_at((char *)values + first * row[p].bytes, at, by, count);
}

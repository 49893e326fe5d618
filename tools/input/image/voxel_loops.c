/* SPDX-License-Identifier: BSD-3-Clause */
#include "voxel_loops.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

/* Sets the least number of the type that is not below the limit; *all: every number is below it. */
#define BOUND_OF_INTEGERS(type, least, most)                       \
  static inline type bound_##type(long double limit, bool *all)    \
  {                                                                \
    long double bound = ceill(limit);                              \
    *all = !(bound < (long double)(most) + 1);                     \
    return *all || bound <= (least) ? (type)(least) : (type)bound; \
  }

static inline float bound_float(long double limit, bool *all)
{
  float bound = (float)limit;
  *all = false;
  return (long double)bound < limit ? nextafterf(bound, INFINITY) : bound;
}

static inline double bound_double(long double limit, bool *all)
{
  double bound = (double)limit;
  *all = false;
  return (long double)bound < limit ? nextafter(bound, (double)INFINITY) : bound;
}

/* The loops are also compiled for wider vectors, which are used if the processor has them. */
#if defined __x86_64__ && defined __GLIBC__ && defined __GNUC__ && !defined __clang__ && !defined __SANITIZE_ADDRESS__
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

#define LOOPS(type, least_of, most_of)                                                                              \
  WIDE static void below_##type(unsigned char *to, const void *values, size_t count, long double limit)             \
  {                                                                                                                 \
    const type *v = values;                                                                                         \
    bool all;                                                                                                       \
    const type bound = bound_##type(limit, &all);                                                                   \
    _Pragma("omp simd") for (size_t i = 0; i < count; i++) to[i] = (unsigned char)(to[i] + (all | (v[i] < bound))); \
  }                                                                                                                 \
  static void within_##type(unsigned char *to, const void *values, size_t count, long double low, long double high) \
  {                                                                                                                 \
    const type *v = values;                                                                                         \
    bool none, all;                                                                                                 \
    const type first = bound_##type(low, &none), last = bound_##type(high, &all);                                   \
    const bool itself = !all && (long double)last == high;                                                          \
    _Pragma("omp simd") for (size_t i = 0; i < count; i++) to[i] |=                                                 \
        (unsigned char)(!none & (v[i] >= first) & (all | (v[i] < last) | (itself & (v[i] == last))));               \
  }                                                                                                                 \
  WIDE static void range_##type(const void *values, size_t count, double *least, double *most)                      \
  {                                                                                                                 \
    const type *v = values;                                                                                         \
    type low = (most_of), high = (least_of);                                                                        \
    _Pragma("omp simd reduction(min : low) reduction(max : high)") for (size_t i = 0; i < count; i++)               \
    {                                                                                                               \
      low = v[i] < low ? v[i] : low;                                                                                \
      high = v[i] > high ? v[i] : high;                                                                             \
    }                                                                                                               \
    *least = (double)low;                                                                                           \
    *most = (double)high;                                                                                           \
  }

/* clang-format off */
BOUND_OF_INTEGERS(uint8_t, 0, UINT8_MAX) BOUND_OF_INTEGERS(int8_t, INT8_MIN, INT8_MAX)
BOUND_OF_INTEGERS(uint16_t, 0, UINT16_MAX) BOUND_OF_INTEGERS(int16_t, INT16_MIN, INT16_MAX)
BOUND_OF_INTEGERS(uint32_t, 0, UINT32_MAX) BOUND_OF_INTEGERS(int32_t, INT32_MIN, INT32_MAX)
BOUND_OF_INTEGERS(uint64_t, 0, UINT64_MAX) BOUND_OF_INTEGERS(int64_t, INT64_MIN, INT64_MAX)
LOOPS(uint8_t, 0, UINT8_MAX) LOOPS(int8_t, INT8_MIN, INT8_MAX) LOOPS(uint16_t, 0, UINT16_MAX)
LOOPS(int16_t, INT16_MIN, INT16_MAX) LOOPS(uint32_t, 0, UINT32_MAX) LOOPS(int32_t, INT32_MIN, INT32_MAX)
LOOPS(uint64_t, 0, UINT64_MAX) LOOPS(int64_t, INT64_MIN, INT64_MAX)
LOOPS(float, -INFINITY, INFINITY) LOOPS(double, -(double)INFINITY, (double)INFINITY)
/* clang-format on */

/* x - x is 0 if x is finite. */
#define FINITE(type)                                                                                \
  static size_t finite_##type(const void *values, size_t count, bool nans)                          \
  {                                                                                                 \
    const type *v = values;                                                                         \
    int bad = 0;                                                                                    \
    _Pragma("omp simd reduction(| : bad)") for (size_t i = 0; i < count; i++) bad |=                \
        !(v[i] - v[i] == 0) & !(nans & (v[i] != v[i]));                                             \
    size_t i = bad ? 0 : count;                                                                     \
    while (i < count && (isfinite(v[i]) || (nans && isnan(v[i]))))                                  \
      i++;                                                                                          \
    return i;                                                                                       \
  }                                                                                                 \
  static void nans_##type(unsigned char *to, const void *values, size_t count, unsigned char class) \
  {                                                                                                 \
    const type *v = values;                                                                         \
    _Pragma("omp simd") for (size_t i = 0; i < count; i++) to[i] = v[i] == v[i] ? to[i] : class;    \
  }
                                FINITE(float) FINITE(double)

    /* Neighbours are often equal: with several tables their counts do not wait for each other. */
    static void tally_bytes(uint64_t *tally, const unsigned char *v, size_t count, unsigned char flip)
{
  uint64_t part[4][256] = {0}, eight;
  size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    memcpy(&eight, v + i, 8);
#pragma GCC unroll 8
    for (int k = 0; k < 8; k++)
      part[k % 4][eight >> 8 * k & 255]++;
  }
  for (; i < count; i++)
    part[0][v[i]]++;
  for (int k = 0; k < 1024; k++)
    tally[k % 256 ^ flip] += part[k / 256][k % 256];
}

static void tally_uint8_t(uint64_t *tally, const void *values, size_t count)
{
  tally_bytes(tally, values, count, 0);
}

/* -128 is counted first. */
static void tally_int8_t(uint64_t *tally, const void *values, size_t count)
{
  tally_bytes(tally, values, count, 128);
}

#define TALLY(type, least)                                                    \
  static void tally_##type(uint64_t *tally, const void *values, size_t count) \
  {                                                                           \
    const type *v = values;                                                   \
    for (size_t i = 0; i < count; i++)                                        \
      tally[v[i] - (least)]++;                                                \
  }
TALLY(uint16_t, 0)
TALLY(int16_t, INT16_MIN)

static const struct {
  char kind;
  int bits;
  struct voxel_loops loops;
} table[] = {
    {'u', 8, {below_uint8_t, within_uint8_t, range_uint8_t, NULL, NULL, tally_uint8_t, 0}},
    {'i', 8, {below_int8_t, within_int8_t, range_int8_t, NULL, NULL, tally_int8_t, INT8_MIN}},
    {'u', 16, {below_uint16_t, within_uint16_t, range_uint16_t, NULL, NULL, tally_uint16_t, 0}},
    {'i', 16, {below_int16_t, within_int16_t, range_int16_t, NULL, NULL, tally_int16_t, INT16_MIN}},
    {'u', 32, {below_uint32_t, within_uint32_t, range_uint32_t, NULL, NULL, NULL, 0}},
    {'i', 32, {below_int32_t, within_int32_t, range_int32_t, NULL, NULL, NULL, 0}},
    {'u', 64, {below_uint64_t, within_uint64_t, range_uint64_t, NULL, NULL, NULL, 0}},
    {'i', 64, {below_int64_t, within_int64_t, range_int64_t, NULL, NULL, NULL, 0}},
    {'f', 32, {below_float, within_float, range_float, finite_float, nans_float, NULL, 0}},
    {'f', 64, {below_double, within_double, range_double, finite_double, nans_double, NULL, 0}},
};

const struct voxel_loops *voxel_loops_of(const struct voxel_type *memory_type)
{
  size_t i = 0;
  while (table[i].kind != memory_type->kind || table[i].bits != memory_type->bits)
    i++;
  return &table[i].loops;
}

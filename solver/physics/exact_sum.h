/* SPDX-License-Identifier: BSD-3-Clause */
/* Sums of many numbers that do not depend on their order, and so neither on threads nor on devices: each number becomes
 * a multiple of 2^-80 in an integer of 128 bits. Numbers of 2^40 or more, and NaN, count as 0. For C and CUDA. */
#ifndef EXACT_SUM_H
#define EXACT_SUM_H

#include <math.h>
#include <stdint.h>

#ifdef __CUDACC__
#define LBM_EXACT static __host__ __device__ inline
#else
#define LBM_EXACT static inline
#endif

/* (high 2^64 + low) 2^-80 */
struct lbm_exact {
  uint64_t low;
  int64_t high;
};

LBM_EXACT void lbm_exact_merge(struct lbm_exact *to, const struct lbm_exact *by)
{
  to->low += by->low;
  to->high = (int64_t)((uint64_t)to->high + (uint64_t)by->high + (to->low < by->low));
}

LBM_EXACT void lbm_exact_add(struct lbm_exact *to, double x)
{
  const double size = fabs(x) < 0x1p40 ? fabs(x) * 0x1p16 : 0, whole = floor(size);
  struct lbm_exact by = {(uint64_t)((size - whole) * 0x1p64), (int64_t)whole};
  if (x < 0) {
    by.low = ~by.low + 1;
    by.high = (int64_t)(~(uint64_t)by.high + (by.low == 0));
  }
  lbm_exact_merge(to, &by);
}

LBM_EXACT double lbm_exact_value(const struct lbm_exact *s)
{
  const int negative = s->high < 0;
  const uint64_t low = negative ? ~s->low + 1 : s->low,
                 high = negative ? ~(uint64_t)s->high + (low == 0) : (uint64_t)s->high;
  const double size = (double)high * 0x1p-16 + (double)low * 0x1p-80;
  return negative ? -size : size;
}
#undef LBM_EXACT

#endif

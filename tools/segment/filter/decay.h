/* SPDX-License-Identifier: BSD-3-Clause */
/* Weights that decay with how far values are apart, by the same operations for any width of vectors and on a GPU. */
#ifndef DECAY_H
#define DECAY_H

#include <stdint.h>

#ifdef __CUDACC__
#define DECAY_FUNC static __device__ __forceinline__
#else
#define DECAY_FUNC __attribute__((always_inline)) static inline
#endif

/* Floats as bits: numbers from 0 on have the order of these as integers. With comparisons of floats gcc does not make
 * vectors of these loops. */
union decay_bits {
  float value;
  int32_t bits;
};

/* e^-t, to 3e-7 of it; t below 0 counts as 0, above `most`, which is at most 80, as `most`. */
DECAY_FUNC float decay_of(float t, float most)
{
  union decay_bits end, at, scale;
  end.value = most;
  at.value = t;
  at.bits &= ~(at.bits >> 31);
  at.bits = at.bits < end.bits ? at.bits : end.bits;
  const float power = at.value * -1.44269504f;
  const int whole = (int)(power - 0.5f);
  const float f = power - (float)whole;
  scale.bits = (whole + 127) << 23;
  return scale.value *
         (1 + f * (0.69314718f + f * (0.24022651f + f * (0.05550341f + f * (0.00961813f + f * 0.00133337f)))));
}

/* The same, but 0 from `most` on. */
DECAY_FUNC float decay_within(float t, float most)
{
  union decay_bits limit, at, weight;
  limit.value = most;
  at.value = t;
  weight.value = decay_of(t, most);
  weight.bits &= -(int32_t)(at.bits < limit.bits);
  return weight.value;
}

#endif

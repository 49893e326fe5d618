/* SPDX-License-Identifier: BSD-3-Clause */
/* Populations in 16 bits: numbers of IEEE 754 (binary16: a sign, 5 bits of exponent, 10 bits of mantissa) times 2^-16.
 * The finite ones lie in (-1, 1), as populations do before a flow has diverged. They have 11 significant bits from
 * 2^-30 on; below that they are multiples of 2^-40. All other values, NaN included, are stored as an infinity.
 *
 * Populations after a collision are rounded up or down with probabilities that make the mean exact (stochastic
 * rounding: Croci et al., R. Soc. Open Sci. 9 (2022) 211631). With rounding to nearest, changes below half of the last
 * bit would be lost in every time step, so that slow flows would come to rest too early. The random numbers are
 * computed from the rounded values: the next state of a node depends on its present state alone, whatever the tiles,
 * the layout, the threads and the number of the time step. Opposite populations share a random number, so that their
 * errors in the momentum cancel where the pressure is the larger part of the value.
 *
 * For C and CUDA; the macros serve numbers and GCC vectors of them. */
#ifndef HALF_H
#define HALF_H

#include <stdint.h>
#ifndef __CUDACC__
#include <string.h>
#endif

/* Random numbers of 32 bits. LBM_DITHER_SEED: from the bits of four populations of type float. LBM_DITHER_MIX completes
 * the seed r in place. LBM_DITHER_NEXT: the next number. */
#define LBM_DITHER_SEED(f1, f0, f9, f16) ((f0)*747796405u + (f1)*2654435769u + (f9)*2246822519u + (f16)*3266489917u)
#define LBM_DITHER_MIX(r) ((r) ^= (r) >> 15, (r) *= 2246822519u, (r) ^= (r) >> 13)
#define LBM_DITHER_NEXT(r) ((r)*1664525u + 1013904223u)
/* The number to add to the bits of a float before rounding to nearest, which makes that rounding stochastic: an odd
 * number of at most half of the last bit of a binary16. r: a random number, signed. Numbers that are exact in 16 bits
 * do not change. */
#define LBM_DITHER(r) ((r) >> 19 | 1)

#define LBM_HALF_INFINITY 0x7c00u
/* Added to the bits of a float this multiplies it by 2^16. */
#define LBM_HALF_SHIFT (16u << 23)

#ifndef __CUDACC__
static inline float lbm_float_of_bits(uint32_t bits)
{
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static inline uint32_t lbm_bits_of_float(float value)
{
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static inline float lbm_half_value(uint16_t half)
{
  const uint32_t sign = (uint32_t)(half & 0x8000) << 16, size = half & 0x7fffu;
  const float value = lbm_float_of_bits(size << 13) * 0x1p96f; /* exact, for subnormal numbers too */
  return lbm_float_of_bits(sign | (size < LBM_HALF_INFINITY ? lbm_bits_of_float(value) : 0x7f800000u));
}

/* Rounds to nearest, ties to even. dither: 0, or LBM_DITHER for stochastic rounding. */
static inline uint16_t lbm_half_of(float value, int32_t dither)
{
  const uint32_t given = lbm_bits_of_float(value), sign = given >> 16 & 0x8000;
  const uint32_t bits = (given & 0x7fffffffu) + LBM_HALF_SHIFT + (uint32_t)dither;
  const uint32_t normal = (bits - (112u << 23) + 0xfff + (bits >> 13 & 1)) >> 13;
  /* the last bit of a float in [1/2, 1) is 2^-24, as that of a subnormal binary16 */
  const uint32_t tiny = lbm_bits_of_float(lbm_float_of_bits(bits) + 0.5f) - (126u << 23);
  const uint32_t size = bits < 113u << 23 ? tiny : normal < LBM_HALF_INFINITY ? normal : LBM_HALF_INFINITY;
  return (uint16_t)(sign | ((given & 0x7fffffffu) < 127u << 23 ? size : LBM_HALF_INFINITY));
}
#endif

#endif

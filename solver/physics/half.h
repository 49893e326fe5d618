/* Populations in 16 bits: numbers of IEEE 754 (binary16: sign, 5 bits of exponent, 10 of the mantissa) times 2^-16. Then those
 * that are finite are in (-1, 1), where a flow has not diverged: 11 significant bits from 2^-30 on, below that multiples of 2^-40.
 * Everything else, what is no number too, is stored as an infinity.
 *
 * What a collision leaves is rounded up or down with probabilities that make the mean right (stochastic rounding: Croci et al.,
 * R. Soc. Open Sci. 9 (2022) 211631): to nearest, changes below half of the last bit would be lost step after step, so that slow
 * flows stood still too soon. The random numbers are made of the values that are rounded: a node's next state depends on nothing
 * but the state before, whatever the tiles, the layout, the threads and the step. Opposite populations share one: their errors of
 * momentum cancel where the pressure is most of the value.
 *
 * C and CUDA; macros are for numbers and GCC vectors of them. */
#ifndef HALF_H
#define HALF_H

#include <stdint.h>
#ifndef __CUDACC__
#include <string.h>
#endif

/* A random number of 32 bits from four populations (any; these are LBM_DITHER_SEED's), as the bits of float; finished by
 * LBM_DITHER_MIX, which leaves it in r; the next one. */
#define LBM_DITHER_SEED(f1, f0, f9, f16) ((f0)*747796405u + (f1)*2654435769u + (f9)*2246822519u + (f16)*3266489917u)
#define LBM_DITHER_MIX(r) ((r) ^= (r) >> 15, (r) *= 2246822519u, (r) ^= (r) >> 13)
#define LBM_DITHER_NEXT(r) ((r)*1664525u + 1013904223u)
/* What to add to the bits of a float before it is rounded to nearest: an odd number within half of the last bit of a half. r: as
 * signed. Numbers that a half can hold stay so. */
#define LBM_DITHER(r) ((r) >> 19 | 1)

#define LBM_HALF_INFINITY 0x7c00u
/* Added to the bits of a float: times 2^16. */
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
  const float value = lbm_float_of_bits(size << 13) * 0x1p96f; /* exact; from a denormal number where the half is one */
  return lbm_float_of_bits(sign | (size < LBM_HALF_INFINITY ? lbm_bits_of_float(value) : 0x7f800000u));
}

/* Ties to even. dither: 0, or LBM_DITHER. */
static inline uint16_t lbm_half_of(float value, int32_t dither)
{
  const uint32_t given = lbm_bits_of_float(value), sign = given >> 16 & 0x8000;
  const uint32_t bits = (given & 0x7fffffffu) + LBM_HALF_SHIFT + (uint32_t)dither;
  const uint32_t normal = (bits - (112u << 23) + 0xfff + (bits >> 13 & 1)) >> 13;
  /* in a float of 1/2 or more the last bit is 2^-24, as in a half that is not normal */
  const uint32_t tiny = lbm_bits_of_float(lbm_float_of_bits(bits) + 0.5f) - (126u << 23);
  const uint32_t size = bits < 113u << 23 ? tiny : normal < LBM_HALF_INFINITY ? normal : LBM_HALF_INFINITY;
  return (uint16_t)(sign | ((given & 0x7fffffffu) < 127u << 23 ? size : LBM_HALF_INFINITY));
}
#endif

#endif

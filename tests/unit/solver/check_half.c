/* SPDX-License-Identifier: BSD-3-Clause */
/* Populations in 16 bits: every number in both directions, every tie, and the mean of stochastic rounding, against the
 * definition (IEEE 754-2008, binary16, times 2^-16) in double; and equal bits from every instruction set. */
#include "half.h"
#include "half_isa.h"
#include "precision.h"
#include "suite.h"

#include <stdio.h>

#include <config.h>
#include <math.h>
#include <stdlib.h>

enum { NUMBERS = 0x10000, FINITE = 0x7c00, LANES = 16 };

/* The value of a half that is finite and not negative. */
static double value_of(unsigned half)
{
  const int exponent = (int)(half >> 10), mantissa = (int)(half & 0x3ff);
  return exponent ? ldexp(1024 + mantissa, exponent - 41) : ldexp(mantissa, -40);
}

TEST(every_number)
{
  for (unsigned h = 0; h < FINITE; h++) {
    const double value = value_of(h);
    ck_assert(value < 1 && (double)lbm_half_value((uint16_t)h) == value &&
              (double)lbm_half_value((uint16_t)(h | 0x8000)) == -value);
    ck_assert(signbit(lbm_half_value((uint16_t)(h | 0x8000))));
    for (int dither = -4095; dither <= 4095; dither += 4095) { /* no dither moves a number that can be stored */
      ck_assert_uint_eq(lbm_half_of((float)value, dither), h);
      ck_assert_uint_eq(lbm_half_of((float)-value, dither), h | 0x8000);
    }
  }
}

/* A number half-way goes to the even neighbour, a number beside it to the nearer one; 1 follows the last half. */
TEST(every_tie)
{
  for (unsigned h = 0; h < FINITE; h++) {
    const double above = h + 1 < FINITE ? value_of(h + 1) : 1;
    const float middle = (float)((value_of(h) + above) / 2);
    ck_assert_uint_eq(lbm_half_of(middle, 0), h + (h & 1));
    ck_assert_uint_eq(lbm_half_of(nextafterf(middle, 0), 0), h);
    ck_assert_uint_eq(lbm_half_of(nextafterf(middle, 1), 0), h + 1);
    ck_assert_uint_eq(lbm_half_of(-middle, 0), (h + (h & 1)) | 0x8000);
  }
}

TEST(beyond_is_infinite)
{
  static const float beyond[] = {1, 1.5f, 3e38f, INFINITY, NAN};
  for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++) {
    ck_assert_uint_eq(lbm_half_of(beyond[i], 0), LBM_HALF_INFINITY);
    ck_assert_uint_eq(lbm_half_of(copysignf(beyond[i], -1), 0), LBM_HALF_INFINITY | 0x8000);
  }
  for (unsigned h = FINITE; h < 0x8000; h++)
    ck_assert(isinf(lbm_half_value((uint16_t)h)));
}

/* The mean over all dithers is right to 1/4096 of the last bit. */
TEST(mean_is_right)
{
  for (unsigned h = 0x400; h < 0x7800; h += 37) {
    const double low = value_of(h), bit = value_of(h + 1) - low;
    const float value = (float)(low + bit * (double)(h % 101) / 101);
    double sum = 0;
    for (int32_t r = -4096; r < 4096; r += 2)
      sum += (double)lbm_half_value(lbm_half_of(value, LBM_DITHER(r * 0x80000)));
    ck_assert_double_le(fabs(sum / 4096 - (double)value), bit / 4096);
  }
}

TEST(stored_to_nearest)
{
  double value[2] = {0.1, -0.2}, back[2];
  lbm_half half[2];
  ck_assert_uint_eq(lbm_value_bytes_of(LBM_FP32_FP16), 2);
  ck_assert_int_eq(lbm_fields_precision(LBM_FP32_FP16), LBM_FP32);
  lbm_store(LBM_FP32_FP16, half, 0, value, 2);
  lbm_load(LBM_FP32_FP16, back, half, 0, 2);
  for (int i = 0; i < 2; i++)
    ck_assert_double_le(fabs(back[i] - value[i]), fabs(value[i]) / 2048);
}

static const struct {
  const char *name;
  const struct half_isa *isa;
} isas[] = {
    {"plain", &half_plain},
#if HAVE_AVX2
    {"avx2", &half_avx2},
#endif
#if HAVE_AVX512
    {"avx512", &half_avx512},
#endif
};

static bool runs_here(const char *name)
{
  return strcmp(name, "avx512") == 0
             ? __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")
             : strcmp(name, "avx2") || (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("f16c"));
}

static void compare_narrow(const struct half_isa *isa, const float value[LANES], const int32_t dither[LANES])
{
  lbm_half half[LANES];
  isa->narrow(half, value, dither, LANES);
  for (int k = 0; k < LANES; k++)
    ck_assert_msg(half[k] == lbm_half_of(value[k], dither[k]), "%a, dither %d: %04x, expected %04x", (double)value[k],
                  dither[k], half[k], lbm_half_of(value[k], dither[k]));
}

/* All halves; floats near every tie and of all exponents, with any dither. */
LOOP_TEST(same_bits_everywhere, sizeof isas / sizeof *isas)
{
  const struct half_isa *isa = isas[_i].isa;
  if (!runs_here(isas[_i].name)) {
    fprintf(stderr, "check_half: this processor has no %s: left out\n", isas[_i].name);
    return;
  }
  for (unsigned h = 0; h < NUMBERS; h += LANES) {
    lbm_half half[LANES];
    float value[LANES];
    for (unsigned k = 0; k < LANES; k++)
      half[k] = (lbm_half)((h + k) & 0x7fff) > FINITE ? FINITE : (lbm_half)(h + k); /* no other infinity is stored */
    isa->widen(value, half, LANES);
    for (int k = 0; k < LANES; k++)
      ck_assert_uint_eq(lbm_bits_of_float(value[k]), lbm_bits_of_float(lbm_half_value(half[k])));
  }
  uint32_t random = 1;
  for (uint32_t bits = 0; bits < 0x7f900000u; bits += 0x1000 * LANES / 8) {
    float value[LANES];
    int32_t dither[LANES];
    for (uint32_t k = 0; k < LANES; k++) {
      random = LBM_DITHER_NEXT(random);
      value[k] = lbm_float_of_bits((bits + 0x200 * (k & 7) + (random >> 30) - 1) | random << 31);
      dither[k] = k & 8 ? LBM_DITHER((int32_t)random) : 0;
    }
    compare_narrow(isa, value, dither);
  }
}

int main(void)
{
  return run_tests("half", 120, CK_FORK_GETENV);
}

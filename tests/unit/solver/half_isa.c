/* SPDX-License-Identifier: BSD-3-Clause */
/* The conversions of the kernels for the instruction set of this compilation. */
#include "half_isa.h"

#include "isa_half.h"

#define JOIN(a, b) a##b
#define NAME(a, b) JOIN(a, b)

static void widen(float *to, const lbm_half *from, size_t n)
{
  for (size_t k = 0; k < n; k += LANES_FP32) {
    const vector_fp32 v = widen_fp16(from + k);
    memcpy(to + k, &v, sizeof v);
  }
}

static void narrow(lbm_half *to, const float *from, const int32_t *dither, size_t n)
{
  for (size_t k = 0; k < n; k += LANES_FP32) {
    vector_fp32 v;
    truth_fp32 d;
    memcpy(&v, from + k, sizeof v);
    memcpy(&d, dither + k, sizeof d);
    narrow_fp16(to + k, v, d, some_fp32(UINT64_MAX));
  }
}

const struct half_isa NAME(half_, ISA_NAME) = {widen, narrow};

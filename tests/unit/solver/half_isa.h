/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef HALF_ISA_H
#define HALF_ISA_H

#include "physics.h"

#include <stddef.h>

/* n is a multiple of 16. */
struct half_isa {
  void (*widen)(float *to, const lbm_half *from, size_t n);
  void (*narrow)(lbm_half *to, const float *from, const int32_t *dither, size_t n);
};
extern const struct half_isa half_plain, half_avx2, half_avx512;

#endif

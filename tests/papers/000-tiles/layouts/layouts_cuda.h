/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LAYOUTS_CUDA_H
#define LAYOUTS_CUDA_H

#include "layouts.h"

#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif
/* mode: enum lbm_mode */
int layouts_launch_fp64(int arrangement, int mode, const struct layouts_pass *p);
int layouts_launch_fp32(int arrangement, int mode, const struct layouts_pass *p);

/* Kernels of table 4, fp32. rows: XYZ, else all three arrangements; tiles a block: 1 or 2; registers a thread: at most 40 or
 * 48, and *spilled bytes of memory in place of those that are missing. */
enum layouts_kernel {
  LAYOUTS_READ_WRITE,
  LAYOUTS_PROPAGATION,
  LAYOUTS_BGK_INCOMPRESSIBLE,
  LAYOUTS_BGK_QUASI,
  LAYOUTS_MRT_INCOMPRESSIBLE,
  LAYOUTS_MRT_QUASI,
  LAYOUTS_KERNELS
};
struct layouts_limits {
  int rows, registers, kernel;
  unsigned tiles;
};
int layouts_launch_limited(const struct layouts_limits *l, const struct layouts_pass *p);
int layouts_limited_uses(const struct layouts_limits *l, int *registers, size_t *spilled);
#ifdef __cplusplus
}
#endif

#endif

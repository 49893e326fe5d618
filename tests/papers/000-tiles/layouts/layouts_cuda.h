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
#ifdef __cplusplus
}
#endif

#endif

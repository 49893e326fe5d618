/* SPDX-License-Identifier: BSD-3-Clause */
/* Which kernels the GPU backend of this program was built with. */
#ifndef GPU_MADE_H
#define GPU_MADE_H

#include "backend.h"

static inline bool gpu_has(enum lbm_layout layout, enum lbm_precision precision)
{
  struct tile_error ignored;
  return lbm_layout_stores(layout, precision) && !lbm_backend_cuda.holds(layout, precision, &ignored);
}

#endif

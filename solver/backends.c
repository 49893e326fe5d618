/* SPDX-License-Identifier: BSD-3-Clause */
/* The backends of this program. */
#include "backend.h"

const struct lbm_backend *const lbm_backends[] = {&lbm_backend_cuda, &lbm_backend_cpu, &lbm_backend_cuda_plane,
                                                  &lbm_backend_cpu_plane, NULL};

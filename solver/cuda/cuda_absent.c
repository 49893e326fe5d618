/* SPDX-License-Identifier: BSD-3-Clause */
/* The CUDA backend of a program built without CUDA. */
#include "backend.h"

static int present(struct tile_error *e)
{
  return tile_fail(e, TILE_FAILED,
                   "device cuda: this program was built without CUDA (configure --with-cuda; "
                   "device cpu runs everywhere)");
}

const struct lbm_backend lbm_backend_cuda = {.name = "cuda", .kind = LBM_ON_CUDA, .present = present};
const struct lbm_backend lbm_backend_cuda_plane = {
    .name = "cuda", .kind = LBM_ON_CUDA, .lattice = LBM_LATTICE_D2Q9, .present = present};

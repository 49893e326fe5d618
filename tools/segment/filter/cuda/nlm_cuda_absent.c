/* SPDX-License-Identifier: BSD-3-Clause */
/* A program built without CUDA. */
#include "nlm_cuda.h"

int nlm_cuda_open(struct nlm_cuda **g, int device, const struct blocks *b, const struct nlm_rule *rule,
                  struct tile_error *e)
{
  (void)b, (void)rule;
  *g = NULL;
  return device == FILTER_ON_ANY ? TILE_OK
                                 : tile_fail(e, TILE_FAILED,
                                             "device cuda: this program was built without CUDA (configure --with-cuda; "
                                             "device cpu runs everywhere)");
}

int nlm_cuda_slab(struct nlm_cuda *g, struct blocks *b, struct tile_error *e)
{
  (void)g, (void)b;
  return tile_fail(e, TILE_FAILED, "built without CUDA");
}

void nlm_cuda_close(struct nlm_cuda *g)
{
  (void)g;
}

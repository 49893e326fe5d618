/* SPDX-License-Identifier: BSD-3-Clause */
/* Non-local means on a GPU, by the slices of `blocks`. */
#ifndef NLM_CUDA_H
#define NLM_CUDA_H

#include "block.h"
#include "nlm.h"

struct nlm_cuda;
/* Opens this GPU, or FILTER_ON_ANY, of which *g is NULL where there is none, or without room. */
int nlm_cuda_open(struct nlm_cuda **g, int device, const struct blocks *b, const struct nlm_rule *rule,
                  struct tile_error *e);
/* Sets b->made. Reads the slices after these while the GPU works. */
int nlm_cuda_slab(struct nlm_cuda *g, struct blocks *b, struct tile_error *e);
void nlm_cuda_close(struct nlm_cuda *g); /* NULL: does nothing */

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Arrays and loops that the GPUs of a group share. The group has subdomains 0 ... parts - 1; of `count` things each has a
 * consecutive share. An array lies at consecutive addresses, in pieces on these GPUs (CUDA Driver API, virtual memory
 * management), and each can read and write all of it; so loops need no copies of what belongs to others. A flow without
 * a group has one share. */
#ifndef CUDA_SHARED_H
#define CUDA_SHARED_H

#include "cuda_state.h"

/* A share of `count` things: begin ... end - 1. All but the last end are multiples of LBM_SHARE_OF. */
enum { LBM_SHARE_OF = 4096 };
struct cuda_share {
  size_t begin, end;
};
struct cuda_share cuda_share_of(const struct cuda *c, size_t count);

/* Allocates `arrays` arrays, one behind the other, for the group that `first` leads; without a group, of few bytes, or
 * where the driver has no such memory, on the GPU of `first` alone. */
cudaError_t cuda_shared_allocate(struct cuda *first, void **array, size_t bytes, int arrays);
/* Waits for all GPUs of the group. */
cudaError_t cuda_shared_release(struct cuda *first, void *array);

/* Calls `work` for the share of each subdomain of the group, with its GPU selected. The work begins when that on the
 * stream of `first` is done, which goes on when all of it is done. Few things are all the share of `first`. */
typedef cudaError_t cuda_work(struct cuda *c, const struct cuda_share *share, void *self);
cudaError_t cuda_shared_loop(struct cuda *first, size_t count, cuda_work *work, void *self);

#endif

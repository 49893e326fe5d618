/* SPDX-License-Identifier: BSD-3-Clause */
/* A copy of the populations at one step, which is read on a second stream while the steps go on. */
#include "cuda_staging.h"

/* Memory that stays free besides the third copy: for its staging buffers, and for other programs on the GPU. */
#define SPARE ((size_t)128 << 20)

void cuda_snapshot_free(struct cuda *c)
{
  struct cuda_snapshot_copy *h = &c->snapshot;
  cuda_staging_close(&h->staging);
  cudaFree(h->copy);
  if (h->kept)
    cudaEventDestroy(h->kept);
  if (h->stream)
    cudaStreamDestroy(h->stream);
  *h = (struct cuda_snapshot_copy){0};
}

/* Allocates the third copy, if the GPU has memory for it and for other programs. */
static bool copy_snapshot(struct cuda *c)
{
  struct cuda_snapshot_copy *h = &c->snapshot;
  struct tile_error ignored;
  size_t free_bytes, all, before = c->memory;
  if (h->copy)
    return true;
  if (cuda_ok(cudaMemGetInfo(&free_bytes, &all), "memory", &ignored) || free_bytes < c->bytes + SPARE)
    return false;
  if (!cuda_ok(cudaStreamCreateWithFlags(&h->stream, cudaStreamNonBlocking), "a stream", &ignored) &&
      !cuda_ok(cudaEventCreateWithFlags(&h->kept, cudaEventDisableTiming), "events", &ignored) &&
      !cuda_staging_open(c, &h->staging, h->stream, &ignored) &&
      !cuda_allocate(c, &h->copy, c->bytes, "a copy of the populations", &ignored))
    return true;
  cuda_snapshot_free(c);
  c->memory = before;
  return false;
}

int cuda_snapshot(void *state, bool *done, struct tile_error *e)
{
  struct cuda *c = state;
  struct cuda_snapshot_copy *h = &c->snapshot;
  if (cuda_use(c, e))
    return e->code;
  *done = copy_snapshot(c);
  if (!*done)
    return 0;
  return cuda_ok(cudaStreamSynchronize(h->stream), "a copy", e) || cuda_staging_flush(c, &h->staging, e) ||
                 cuda_flush(c, e) ||
                 cuda_ok(cudaMemcpyAsync(h->copy, c->copy[c->current], c->bytes, cudaMemcpyDeviceToDevice, c->stream),
                         "a copy", e) ||
                 cuda_ok(cudaEventRecord(h->kept, c->stream), "a copy", e) ||
                 cuda_ok(cudaStreamWaitEvent(h->stream, h->kept, 0), "a copy", e)
             ? e->code
             : 0;
}

int cuda_get_snapshot(void *state, const struct lbm_task *task, size_t tile, void *values, struct tile_error *e)
{
  struct cuda *c = state;
  return cuda_staging_get(c, &c->snapshot.staging, c->snapshot.copy, task, tile, values, e);
}

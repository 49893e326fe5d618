/* SPDX-License-Identifier: BSD-3-Clause */
/* Numbers that the device computes: sums over a flow, its scaling, and the speed of a plain copy, with which speeds of
 * steps are compared. */
#include "cuda_domain.h"
#include "cuda_staging.h"

#include <stddef.h>

_Static_assert(sizeof(struct lbm_cuda_sums) == sizeof(struct lbm_totals) &&
                   offsetof(struct lbm_cuda_sums, mass) == offsetof(struct lbm_totals, mass) &&
                   offsetof(struct lbm_cuda_sums, velocity) == offsetof(struct lbm_totals, velocity) &&
                   offsetof(struct lbm_cuda_sums, speed) == offsetof(struct lbm_totals, speed) &&
                   offsetof(struct lbm_cuda_sums, fastest) == offsetof(struct lbm_totals, fastest),
               "sums of the device are those of the host");

int cuda_totals(void *state, const struct lbm_task *task, struct lbm_totals *tile, struct tile_error *e)
{
  struct cuda *c = state;
  if (cuda_flush(c, e))
    return e->code;
  const struct lbm_cuda_exchange x = cuda_exchange_of(c, task);
  return cuda_ok(c->kernels->totals(&x, c->sums, c->stream), "sums", e) ||
                 cuda_ok(
                     cudaMemcpyAsync(tile, c->sums, c->domain.tiles * sizeof *tile, cudaMemcpyDeviceToHost, c->stream),
                     "sums", e) ||
                 cuda_ok(cudaStreamSynchronize(c->stream), "sums", e)
             ? e->code
             : 0;
}

int cuda_scale(void *state, double factor, struct tile_error *e)
{
  struct cuda *c = state;
  return cuda_flush(c, e) ||
                 cuda_ok(c->kernels->scale(c->copy[c->current], c->geometry->values, factor, c->stream), "scaling", e)
             ? e->code
             : 0;
}

/* Memory beside the populations that nothing needs between time steps. */
static void *spare_room(const struct cuda *c, size_t *bytes)
{
  const size_t gap = cuda_gap(c);
  *bytes = gap && gap < c->bytes ? gap : c->bytes;
  return gap && c->current ? (char *)c->copy[1] + c->bytes : c->copy[!c->current];
}

int cuda_copy(void *state, double *bandwidth, struct tile_error *e)
{
  struct cuda *c = state;
  size_t bytes;
  void *to = spare_room(c, &bytes);
  return cuda_flush(c, e) || cuda_copy_bandwidth(c, to, c->copy[c->current], bytes, bandwidth, e) ? e->code : 0;
}

/* Numbers that the device finds itself: sums over a flow, its scaling, the copy that speeds are compared with. */
#include "cuda_state.h"

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

/* Room beside the populations that nobody needs between passes. */
static void *spare_room(const struct cuda *c, size_t *bytes)
{
  const size_t gap = cuda_gap(c);
  *bytes = gap && gap < c->bytes ? gap : c->bytes;
  return gap && c->current ? (char *)c->copy[1] + c->bytes : c->copy[!c->current];
}

int cuda_copy_bandwidth(const struct cuda *c, void *to, const void *from, size_t bytes, double *bandwidth,
                        struct tile_error *e)
{
  enum { PASSES = 8 };
  float ms;
  if (cuda_ok(cudaEventRecord(c->begin, c->stream), "a copy", e))
    return e->code;
  for (int i = 0; i < PASSES; i++)
    if (cuda_ok(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, c->stream), "a copy", e))
      return e->code;
  if (cuda_ok(cudaEventRecord(c->end, c->stream), "a copy", e) || cuda_ok(cudaEventSynchronize(c->end), "a copy", e) ||
      cuda_ok(cudaEventElapsedTime(&ms, c->begin, c->end), "a copy", e))
    return e->code;
  *bandwidth = 2.0 * PASSES * (double)bytes / (ms * 1e-3);
  return 0;
}

int cuda_copy(void *state, double *bandwidth, struct tile_error *e)
{
  struct cuda *c = state;
  size_t bytes;
  void *to = spare_room(c, &bytes);
  return cuda_flush(c, e) || cuda_copy_bandwidth(c, to, c->copy[c->current], bytes, bandwidth, e) ? e->code : 0;
}

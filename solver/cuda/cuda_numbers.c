/* Numbers that the device finds itself: sums over a flow, its scaling, the copy that speeds are compared with. */
#include "cuda_state.h"

int cuda_survey(void *state, const struct lbm_task *task, struct lbm_survey *tile, struct tile_error *e)
{
  struct cuda *c = state;
  if (cuda_settle(c, e))
    return e->code;
  const struct lbm_cuda_exchange x = cuda_exchange_of(c, task);
  const size_t count = c->domain.tiles;
  if (cuda_ok(c->kernels->survey(&x, c->sums, c->stream), "sums", e) ||
      cuda_ok(cudaMemcpyAsync(c->summed, c->sums, count * sizeof *c->sums, cudaMemcpyDeviceToHost, c->stream), "sums",
              e) ||
      cuda_ok(cudaStreamSynchronize(c->stream), "sums", e))
    return e->code;
  for (size_t i = 0; i < count; i++) {
    const struct lbm_cuda_sums *part = c->summed + i;
    tile[i] = (struct lbm_survey){
        part->mass, {part->velocity[0], part->velocity[1], part->velocity[2]}, part->speed, part->fastest};
  }
  return 0;
}

int cuda_scale(void *state, double factor, struct tile_error *e)
{
  struct cuda *c = state;
  return cuda_settle(c, e) ||
                 cuda_ok(c->kernels->scale(c->copy[c->current], c->geometry->values, factor, c->stream), "scaling", e)
             ? e->code
             : 0;
}

int cuda_copy(void *state, double *bandwidth, struct tile_error *e)
{
  struct cuda *c = state;
  enum { PASSES = 8 };
  float ms;
  if (cuda_settle(c, e) || cuda_ok(cudaEventRecord(c->begin, c->stream), "a copy", e))
    return e->code;
  for (int i = 0; i < PASSES; i++)
    if (cuda_ok(
            cudaMemcpyAsync(c->copy[!c->current], c->copy[c->current], c->bytes, cudaMemcpyDeviceToDevice, c->stream),
            "a copy", e))
      return e->code;
  if (cuda_ok(cudaEventRecord(c->end, c->stream), "a copy", e) || cuda_ok(cudaEventSynchronize(c->end), "a copy", e) ||
      cuda_ok(cudaEventElapsedTime(&ms, c->begin, c->end), "a copy", e))
    return e->code;
  *bandwidth = 2.0 * PASSES * (double)c->bytes / (ms * 1e-3);
  return 0;
}

/* Parts of one process step together, each on its device and with a thread of its own (as far as there are processors), which
 * gives the device its orders. A
 * device updates its inside on one stream; on another, meanwhile, it writes what others need into their halo, waits for theirs
 * and updates its edge. Events order the streams, of all devices. */
#include "cuda_state.h"

#include <omp.h>
#include <stdlib.h>

static int wait_for(cudaStream_t stream, cudaEvent_t event, struct tile_error *e)
{
  return cuda_ok(cudaStreamWaitEvent(stream, event, 0), "a step", e);
}

static int record(cudaEvent_t event, cudaStream_t stream, struct tile_error *e)
{
  return cuda_ok(cudaEventRecord(event, stream), "a step", e);
}

int cuda_follow(struct cuda *c, struct cuda *other, struct tile_error *e)
{
  if (!c || !other || other == c)
    return 0;
  return cuda_use(other, e) || record(other->group.inside, other->stream, e) || cuda_use(c, e) ||
                 wait_for(c->stream, other->group.inside, e)
             ? e->code
             : 0;
}

/* All that was done on the first stream is done. */
static int begin(struct cuda *c, struct tile_error *e)
{
  struct cuda_group *t = &c->group;
  return cuda_use(c, e) || record(t->inside, c->stream, e) || wait_for(t->side, t->inside, e) ||
                 record(t->edge, t->side, e)
             ? e->code
             : 0;
}

/* On all devices. */
static int meet(struct cuda *c, struct tile_error *e)
{
  for (int i = 0; i < c->links; i++)
    if (wait_for(c->group.side, c->link[i].other->group.inside, e))
      return e->code;
  return 0;
}

/* To wait for room is not necessary: this part's edge waited for the values that the others gave after they had read what this
 * writes over. */
static int give(struct cuda *c, struct tile_error *e)
{
  struct cuda_group *t = &c->group;
  return cuda_use(c, e) || cuda_give(c, t->side, e) || record(t->given, t->side, e) ? e->code : 0;
}

static int update_inside(struct cuda *c, const struct lbm_cuda_step *p, struct tile_error *e)
{
  return wait_for(c->stream, c->group.edge, e) || cuda_step_inside(c, p, c->stream, e) ? e->code : 0;
}

/* When the inside of the step before is done, and what others give is here. */
static int update_edge(struct cuda *c, const struct lbm_cuda_step *p, struct tile_error *e)
{
  struct cuda_group *t = &c->group;
  for (int i = 0; i < c->links; i++)
    if (wait_for(t->side, c->link[i].other->group.given, e))
      return e->code;
  return wait_for(t->side, t->inside, e) || cuda_step_edge(c, p, t->side, e) ? e->code : 0;
}

static int step(struct cuda *c, const struct lbm_task *task, struct tile_error *e)
{
  struct cuda_group *t = &c->group;
  const struct lbm_cuda_step p = cuda_step_of(c, task);
  if (cuda_use(c, e) || update_inside(c, &p, e) || update_edge(c, &p, e) || record(t->inside, c->stream, e) ||
      record(t->edge, t->side, e))
    return e->code;
  c->current = !c->current;
  return 0;
}

/* The first stream goes on when all is done. */
static int end(struct cuda *c, struct tile_error *e)
{
  return cuda_use(c, e) || wait_for(c->stream, c->group.edge, e) ? e->code : 0;
}

static int first_error(const struct tile_error *of_part, int parts, struct tile_error *e)
{
  for (int p = 0; p < parts; p++)
    if (of_part[p].code) {
      *e = of_part[p];
      return e->code;
    }
  return 0;
}

#define PARTS(p) _Pragma("omp for schedule(static)") for (int p = 0; p < parts; p++)

int cuda_step_group(struct cuda *const c[], const struct lbm_task task[], int parts, int64_t count,
                    struct tile_error *e)
{
  struct tile_error *error = tile_alloc((size_t)parts, sizeof *error);
  const int processors = omp_get_num_procs();
  if (!error)
    return tile_fail_memory(e, (size_t)parts * sizeof *error, "steps");
#pragma omp parallel num_threads(parts < processors ? parts : processors)
  {
    PARTS(p) begin(c[p], error + p);
    PARTS(p) if (!error[p].code) meet(c[p], error + p);
    for (int64_t n = 0; n < count; n++) {
      PARTS(p) if (!error[p].code) give(c[p], error + p);
      PARTS(p) if (!error[p].code) step(c[p], task + p, error + p);
    }
    PARTS(p) if (!error[p].code) end(c[p], error + p);
  }
  const int code = first_error(error, parts, e);
  free(error);
  return code;
}

int cuda_group_open(struct cuda *c, struct cuda *first, struct tile_error *e)
{
  struct cuda_group *t = &c->group;
  t->first = first;
  cudaEvent_t *event[] = {&t->inside, &t->edge, &t->given};
  int least, greatest;
  if (cuda_ok(cudaDeviceGetStreamPriorityRange(&least, &greatest), "a stream", e) ||
      cuda_ok(cudaStreamCreateWithPriority(&t->side, cudaStreamNonBlocking, greatest), "a stream", e))
    return e->code;
  for (size_t i = 0; i < sizeof event / sizeof *event; i++)
    if (cuda_ok(cudaEventCreateWithFlags(event[i], cudaEventDisableTiming), "events", e))
      return e->code;
  return 0;
}

void cuda_group_close(struct cuda *c)
{
  struct cuda_group *t = &c->group;
  const cudaEvent_t event[] = {t->inside, t->edge, t->given};
  for (size_t i = 0; i < sizeof event / sizeof *event; i++)
    if (event[i])
      cudaEventDestroy(event[i]);
  if (t->side)
    cudaStreamDestroy(t->side);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* The subdomains of one process step together. Each has its device and a thread that launches the work of that device,
 * as far as there are processors. A device updates its inside on one stream. At the same time, on a second stream, it
 * writes values into the halos of the others, waits for the values that they write, and updates its edge. Events order
 * the streams of all devices. */
#include "cuda_group.h"
#include "cuda_staging.h"
#include "cuda_step.h"

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

/* The work of the first stream so far comes before that of the second. */
static int begin(struct cuda *c, struct tile_error *e)
{
  struct cuda_group *t = &c->group;
  return cuda_use(c, e) || record(t->inside, c->stream, e) || wait_for(t->side, t->inside, e) ||
                 record(t->edge, t->side, e)
             ? e->code
             : 0;
}

/* So does that of all devices which are connected to this one. */
static int meet(struct cuda *c, struct tile_error *e)
{
  for (int i = 0; i < c->links; i++)
    if (wait_for(c->group.side, c->link[i].other->group.inside, e))
      return e->code;
  return 0;
}

/* The halos need no wait before values are written over: the edge of this subdomain waited for values of the others,
 * and they gave those after they had read the old ones. */
static int give(struct cuda *c, struct tile_error *e)
{
  struct cuda_group *t = &c->group;
  return cuda_use(c, e) || cuda_give(c, t->side, e) || record(t->given, t->side, e) ? e->code : 0;
}

static int update_inside(struct cuda *c, const struct lbm_cuda_step *p, struct tile_error *e)
{
  return wait_for(c->stream, c->group.edge, e) || cuda_step_inside(c, p, c->stream, e) ? e->code : 0;
}

/* Waits for the inside of the step before, and for the values that others give. */
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

/* The first stream goes on when the work of both is done. */
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

int cuda_give_connected(void *const state[], int parts, struct tile_error *e)
{
  struct cuda *const *c = (struct cuda *const *)state;
  for (int p = 0; p < parts; p++)
    if (cuda_use(c[p], e) || cuda_flush(c[p], e) || cuda_give(c[p], c[p]->stream, e))
      return e->code;
  for (int p = 0; p < parts; p++)
    if (cuda_use(c[p], e) || cuda_ok(cudaStreamSynchronize(c[p]->stream), "the halo", e))
      return e->code;
  return 0;
}

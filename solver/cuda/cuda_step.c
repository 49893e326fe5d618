/* SPDX-License-Identifier: BSD-3-Clause */
/* Time steps of one subdomain: the kernels that update its tiles, and graphs of many steps. */
#include "cuda_step.h"

#include "cuda_openings.h"

#include <string.h>

struct lbm_cuda_step cuda_step_of(const struct cuda *c, const struct lbm_task *task)
{
  struct lbm_cuda_step p;
  memset(&p, 0, sizeof p); /* compared as bytes */
  p.domain = c->domain;
  p.from = c->copy[c->current];
  p.to = c->copy[!c->current];
  p.utilisation = c->utilisation;
  p.parity = c->current;
  p.verdict = c->verdict;
  p.condition = c->condition;
  p.rates = task->rates;
  p.rates.table = c->table;
  p.relaxation = (int)task->relaxation;
  p.equilibrium = (int)task->equilibrium;
  p.mode = (int)task->mode;
  p.in_place = c->one.in_place;
  p.domain.listed = c->copies == 1;
  return p;
}

int cuda_step_inside(struct cuda *c, const struct lbm_cuda_step *p, cudaStream_t stream, struct tile_error *e)
{
  const bool by_lists = p->domain.lists.row && p->mode == LBM_STEP;
  return cuda_ok(by_lists ? c->kernels->lists->step(p, stream) : c->kernels->tiles(p, stream), "a step", e);
}

int cuda_step_edge(struct cuda *c, const struct lbm_cuda_step *p, cudaStream_t stream, struct tile_error *e)
{
  struct lbm_cuda_step edge = *p;
  edge.domain.near = c->edge.near;
  edge.domain.tiles = c->edge.tiles;
  edge.domain.listed = 1;
  edge.verdict = c->verdict + 1;
  return cuda_ok(c->kernels->tiles(&edge, stream), "a step", e) || cuda_ok(c->kernels->boundary(p, stream), "a step", e)
             ? e->code
             : 0;
}

/* The same step with boundary tiles begin to end alone; aside: their values wait there for the end of the step. */
static struct lbm_cuda_step boundary_part(const struct lbm_cuda_step *p, uint32_t begin, uint32_t end, bool aside)
{
  struct lbm_cuda_step part = *p;
  part.domain.boundary_tile += begin;
  part.domain.boundary_tiles = end - begin;
  part.in_place.aside = aside ? p->in_place.aside : NULL;
  return part;
}

/* Boundary tiles are updated first, as nothing has been written over then. Those at the end where the step begins are
 * written at once, into the gap. Those at the other end are updated last, as nothing that they read is written over in
 * the step. The new values of all others wait aside. */
static int step_in_place(struct cuda *c, const struct lbm_task *task, const struct lbm_cuda_step *p,
                         struct tile_error *e)
{
  const uint32_t all = p->domain.boundary_tiles, low = c->one.low, high = all - c->one.high;
  const bool up = p->parity == 0;
  const struct lbm_cuda_step first = boundary_part(p, up ? 0 : high, up ? low : all, false),
                             between = boundary_part(p, low, high, true),
                             last = boundary_part(p, up ? high : 0, up ? all : low, false);
  return (task->varying && (cuda_openings_begin_step(c, task, p, e) || cuda_openings_end_step(c, e))) ||
                 cuda_ok(cudaMemsetAsync(c->one.in_place.progress, 0, c->one.progress, c->stream), "a step", e) ||
                 cuda_ok(c->kernels->boundary(&first, c->stream), "a step", e) ||
                 cuda_ok(c->kernels->boundary(&between, c->stream), "a step", e) ||
                 cuda_ok(c->kernels->tiles(p, c->stream), "a step", e) ||
                 cuda_ok(c->kernels->put_back(&between, c->stream), "a step", e) ||
                 cuda_ok(c->kernels->boundary(&last, c->stream), "a step", e)
             ? e->code
             : 0;
}

/* Boundary tiles beside the others: each kernel reads the old copy, and none writes what the other does. The second one
 * would else wait for the end of the first, a few microseconds in which the device is nearly idle. With other subdomains
 * it gains nothing: halos are copied then. */
static int step_beside(struct cuda *c, const struct lbm_cuda_step *p, struct tile_error *e)
{
  return cuda_ok(cudaEventRecord(c->forked, c->stream), "a step", e) ||
                 cuda_ok(cudaStreamWaitEvent(c->aside, c->forked, 0), "a step", e) ||
                 cuda_step_inside(c, p, c->stream, e) || cuda_step_edge(c, p, c->aside, e) ||
                 cuda_ok(cudaEventRecord(c->joined, c->aside), "a step", e) ||
                 cuda_ok(cudaStreamWaitEvent(c->stream, c->joined, 0), "a step", e)
             ? e->code
             : 0;
}

static int step_in_two(struct cuda *c, const struct lbm_task *task, const struct lbm_cuda_step *p, struct tile_error *e)
{
  if (!task->varying && p->domain.boundary_tiles && !c->edge.tiles)
    return step_beside(c, p, e);
  return (task->varying && cuda_openings_begin_step(c, task, p, e)) || cuda_step_inside(c, p, c->stream, e) ||
                 (task->varying && cuda_openings_end_step(c, e)) || cuda_step_edge(c, p, c->stream, e)
             ? e->code
             : 0;
}

static int step(struct cuda *c, const struct lbm_task *task, struct tile_error *e)
{
  const struct lbm_cuda_step p = cuda_step_of(c, task);
  if (c->copies == 1 ? step_in_place(c, task, &p, e) : step_in_two(c, task, &p, e))
    return e->code;
  c->current = !c->current;
  return 0;
}

/* ---- many steps ------------------------------------------------------------------------ */

/* Steps of one graph: so many that launches cost nothing, and an even number, so that it ends on the copy with which it
 * began. */
#define GRAPH_PASSES 32

/* Makes the graph of the present copy, unless it was made for this task. */
static int make_graph(struct cuda *c, const struct lbm_task *task, struct tile_error *e)
{
  struct cuda_graph *graph = &c->graph[c->current];
  const struct lbm_cuda_step p = cuda_step_of(c, task);
  cudaGraph_t captured;
  const bool varies = task->varying;
  if (graph->exec && graph->varies == varies && !memcmp(&p, &graph->pass, sizeof p))
    return 0;
  if (graph->exec && cuda_ok(cudaGraphExecDestroy(graph->exec), "a graph", e))
    return e->code;
  *graph = (struct cuda_graph){.pass = p, .varies = varies};
  if (cuda_ok(cudaStreamBeginCapture(c->stream, cudaStreamCaptureModeThreadLocal), "a graph", e))
    return e->code;
  for (int i = 0; i < GRAPH_PASSES; i++)
    if (step(c, task, e))
      return e->code;
  if (cuda_ok(cudaStreamEndCapture(c->stream, &captured), "a graph", e))
    return e->code;
  const int code = cuda_ok(
      cudaGraphInstantiate(&graph->exec, captured, varies ? cudaGraphInstantiateFlagUseNodePriority : 0), "a graph", e);
  cudaGraphDestroy(captured);
  return code;
}

/* As many of `count` steps as graphs can do; the others remain in `count`. */
static int step_graphs(struct cuda *c, const struct lbm_task *task, int64_t *count, struct tile_error *e)
{
  for (; *count >= GRAPH_PASSES; *count -= GRAPH_PASSES)
    if (make_graph(c, task, e) || cuda_ok(cudaGraphLaunch(c->graph[c->current].exec, c->stream), "steps", e))
      return e->code;
  return 0;
}

int cuda_step_alone(struct cuda *c, const struct lbm_task *task, int64_t count, struct tile_error *e)
{
  if (step_graphs(c, task, &count, e))
    return e->code;
  for (; count > 0; count--)
    if (step(c, task, e))
      return e->code;
  return 0;
}

void cuda_graphs_free(struct cuda *c)
{
  for (int i = 0; i < 2; i++)
    if (c->graph[i].exec)
      cudaGraphExecDestroy(c->graph[i].exec);
}

/* Steps: passes of the kernel, many of them as one graph. */
#include "cuda_state.h"

#include <string.h>

/* Passes of one graph: many enough that launches cost nothing, even, so that it ends on the copy it began with. */
#define GRAPH_PASSES 32

static struct lbm_cuda_pass pass_of(const struct cuda *c, const struct lbm_task *task)
{
  struct lbm_cuda_pass p;
  memset(&p, 0, sizeof p); /* compared as bytes */
  p.domain = c->domain;
  p.from = c->copy[c->current];
  p.to = c->copy[!c->current];
  p.dense = c->dense;
  p.parity = c->current;
  p.watch = c->watch;
  p.condition = c->condition;
  p.rates = task->rates;
  p.collision = (int)task->collision;
  p.equilibrium = (int)task->equilibrium;
  p.forced = task->forced;
  p.mode = (int)task->mode;
  return p;
}

static int launch(struct cuda *c, const struct lbm_task *task, struct tile_error *e)
{
  const struct lbm_cuda_pass p = pass_of(c, task);
  c->current = !c->current;
  return cuda_ok(c->kernels->pass(&p, c->stream), "a step", e);
}

/* GRAPH_PASSES passes as one graph, made when the task is new. */
static int make_graph(struct cuda *c, const struct lbm_task *task, struct tile_error *e)
{
  struct cuda_graph *graph = &c->graph[c->current];
  const struct lbm_cuda_pass p = pass_of(c, task);
  cudaGraph_t captured;
  if (graph->exec && !memcmp(&p, &graph->pass, sizeof p))
    return 0;
  if (graph->exec && cuda_ok(cudaGraphExecDestroy(graph->exec), "a graph", e))
    return e->code;
  *graph = (struct cuda_graph){.pass = p};
  if (cuda_ok(cudaStreamBeginCapture(c->stream, cudaStreamCaptureModeThreadLocal), "a graph", e))
    return e->code;
  for (int i = 0; i < GRAPH_PASSES; i++)
    if (launch(c, task, e))
      return e->code;
  if (cuda_ok(cudaStreamEndCapture(c->stream, &captured), "a graph", e))
    return e->code;
  int code = cuda_ok(cudaGraphInstantiate(&graph->exec, captured, 0), "a graph", e);
  cudaGraphDestroy(captured);
  return code;
}

static int launch_all(struct cuda *c, const struct lbm_task *task, int64_t count, struct tile_error *e)
{
  for (; count >= GRAPH_PASSES; count -= GRAPH_PASSES)
    if (make_graph(c, task, e) || cuda_ok(cudaGraphLaunch(c->graph[c->current].exec, c->stream), "steps", e))
      return e->code;
  for (; count > 0; count--)
    if (launch(c, task, e))
      return e->code;
  return 0;
}

static int start_watch(struct cuda *c, const struct lbm_task *task, struct tile_error *e)
{
  *c->watched = (struct lbm_cuda_watch){.bad = ~0ull};
  return cuda_ok(cudaMemcpyAsync(c->watch, c->watched, sizeof *c->watch, cudaMemcpyHostToDevice, c->stream), "steps",
                 e) ||
                 cuda_ok(cudaMemcpyAsync(c->condition, task->condition, (size_t)c->conditions * sizeof *c->condition,
                                         cudaMemcpyHostToDevice, c->stream),
                         "conditions", e) ||
                 cuda_ok(cudaEventRecord(c->begin, c->stream), "steps", e)
             ? e->code
             : 0;
}

static int end_watch(struct cuda *c, struct tile_error *e)
{
  return cuda_ok(cudaEventRecord(c->end, c->stream), "steps", e) ||
                 cuda_ok(cudaMemcpyAsync(c->watched, c->watch, sizeof *c->watch, cudaMemcpyDeviceToHost, c->stream),
                         "steps", e) ||
                 cuda_ok(cudaStreamSynchronize(c->stream), "steps", e)
             ? e->code
             : 0;
}

/* The watch counts 26 bits of steps. */
#define MOST_STEPS ((int64_t)1 << 25)

int cuda_steps(void *state, const struct lbm_task *task, int64_t count, struct lbm_outcome *o, struct tile_error *e)
{
  struct cuda *c = state;
  float ms;
  *o = (struct lbm_outcome){.tile = SIZE_MAX, .node = -1};
  while (o->steps < count && o->tile == SIZE_MAX) {
    const int64_t left = count - o->steps, n = left < MOST_STEPS ? left : MOST_STEPS;
    if (cuda_settle(c, e) || start_watch(c, task, e) || launch_all(c, task, n, e) || end_watch(c, e) ||
        cuda_ok(cudaEventElapsedTime(&ms, c->begin, c->end), "steps", e))
      return e->code;
    o->seconds += ms * 1e-3;
    if (c->watched->bad == ~0ull) {
      o->steps += n;
      continue;
    }
    o->steps += (int64_t)(c->watched->bad >> 38) + 1;
    o->tile = c->watched->bad >> 6 & 0xffffffff;
    o->node = (int)(c->watched->bad & 63);
  }
  return 0;
}

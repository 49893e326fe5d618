/* Many passes over a whole domain as one graph. */
#include "cuda_state.h"

#include <string.h>

/* Passes of one graph: many enough that launches cost nothing, even, so that it ends on the copy it began with. */
#define GRAPH_PASSES 32

/* Made when the task is new. */
static int make_graph(struct cuda *c, const struct lbm_task *task, struct tile_error *e)
{
  struct cuda_graph *graph = &c->graph[c->current];
  const struct lbm_cuda_step p = cuda_step_of(c, task);
  cudaGraph_t captured;
  if (graph->exec && !memcmp(&p, &graph->pass, sizeof p))
    return 0;
  if (graph->exec && cuda_ok(cudaGraphExecDestroy(graph->exec), "a graph", e))
    return e->code;
  *graph = (struct cuda_graph){.pass = p};
  if (cuda_ok(cudaStreamBeginCapture(c->stream, cudaStreamCaptureModeThreadLocal), "a graph", e))
    return e->code;
  for (int i = 0; i < GRAPH_PASSES; i++)
    if (cuda_step(c, task, e))
      return e->code;
  if (cuda_ok(cudaStreamEndCapture(c->stream, &captured), "a graph", e))
    return e->code;
  const int code = cuda_ok(cudaGraphInstantiate(&graph->exec, captured, 0), "a graph", e);
  cudaGraphDestroy(captured);
  return code;
}

int cuda_step_graphs(struct cuda *c, const struct lbm_task *task, int64_t *count, struct tile_error *e)
{
  for (; *count >= GRAPH_PASSES; *count -= GRAPH_PASSES)
    if (make_graph(c, task, e) || cuda_ok(cudaGraphLaunch(c->graph[c->current].exec, c->stream), "steps", e))
      return e->code;
  return 0;
}

void cuda_graphs_free(struct cuda *c)
{
  for (int i = 0; i < 2; i++)
    if (c->graph[i].exec)
      cudaGraphExecDestroy(c->graph[i].exec);
}

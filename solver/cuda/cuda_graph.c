/* Many passes as one graph, over all devices. */
#include "cuda_state.h"

#include <string.h>

/* Passes of one graph: many enough that launches cost nothing, even, so that it ends on the copy it began with. */
#define GRAPH_PASSES 32

static int capture(struct cuda *const c[], const struct lbm_task task[], int parts, struct tile_error *e)
{
  if (cuda_fork(c, parts, e))
    return e->code;
  for (int i = 0; i < GRAPH_PASSES; i++)
    if (cuda_launch(c, task, parts, e))
      return e->code;
  return cuda_meet(c, parts, e);
}

/* It belongs to the first part; made when its task is new. */
static int make_graph(struct cuda *const c[], const struct lbm_task task[], int parts, struct tile_error *e)
{
  struct cuda_graph *graph = &c[0]->graph[c[0]->current];
  const struct lbm_cuda_pass p = cuda_pass_of(c[0], task);
  cudaGraph_t captured;
  if (graph->exec && !memcmp(&p, &graph->pass, sizeof p))
    return 0;
  if (graph->exec && cuda_ok(cudaGraphExecDestroy(graph->exec), "a graph", e))
    return e->code;
  *graph = (struct cuda_graph){.pass = p};
  if (cuda_use(c[0], e) ||
      cuda_ok(cudaStreamBeginCapture(c[0]->stream, cudaStreamCaptureModeThreadLocal), "a graph", e) ||
      capture(c, task, parts, e) || cuda_ok(cudaStreamEndCapture(c[0]->stream, &captured), "a graph", e))
    return e->code;
  const int code = cuda_ok(cudaGraphInstantiate(&graph->exec, captured, 0), "a graph", e);
  cudaGraphDestroy(captured);
  return code;
}

int cuda_launch_graphs(struct cuda *const c[], const struct lbm_task task[], int parts, int64_t *count,
                       struct tile_error *e)
{
  for (; *count >= GRAPH_PASSES; *count -= GRAPH_PASSES)
    if (make_graph(c, task, parts, e) || cuda_use(c[0], e) ||
        cuda_ok(cudaGraphLaunch(c[0]->graph[c[0]->current].exec, c[0]->stream), "steps", e))
      return e->code;
  return 0;
}

void cuda_graphs_free(struct cuda *c)
{
  for (int i = 0; i < 2; i++)
    if (c->graph[i].exec)
      cudaGraphExecDestroy(c->graph[i].exec);
}

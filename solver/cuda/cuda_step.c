/* Steps: passes of the kernels over the tiles of a part, and what came of them. */
#include "cuda_state.h"

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

/* With boundary tiles begin to end alone; aside: they wait there for the end of the pass. */
static struct lbm_cuda_step boundary_part(const struct lbm_cuda_step *p, uint32_t begin, uint32_t end, bool aside)
{
  struct lbm_cuda_step part = *p;
  part.domain.boundary_tile += begin;
  part.domain.boundary_tiles = end - begin;
  part.in_place.aside = aside ? p->in_place.aside : NULL;
  return part;
}

/* Boundary tiles first: nothing has been written over. Those where the pass begins are written at once, into the gap; those where it
 * ends after it, as nothing that they read has been written over even then; what becomes of the others waits aside. */
static int step_in_place(struct cuda *c, const struct lbm_cuda_step *p, struct tile_error *e)
{
  const uint32_t all = p->domain.boundary_tiles, low = c->one.low, high = all - c->one.high;
  const bool up = p->parity == 0;
  const struct lbm_cuda_step first = boundary_part(p, up ? 0 : high, up ? low : all, false),
                             between = boundary_part(p, low, high, true),
                             last = boundary_part(p, up ? high : 0, up ? all : low, false);
  return cuda_ok(cudaMemsetAsync(c->one.in_place.progress, 0, c->one.progress, c->stream), "a step", e) ||
                 cuda_ok(c->kernels->boundary(&first, c->stream), "a step", e) ||
                 cuda_ok(c->kernels->boundary(&between, c->stream), "a step", e) ||
                 cuda_ok(c->kernels->tiles(p, c->stream), "a step", e) ||
                 cuda_ok(c->kernels->put_back(&between, c->stream), "a step", e) ||
                 cuda_ok(c->kernels->boundary(&last, c->stream), "a step", e)
             ? e->code
             : 0;
}

static int step_in_two(struct cuda *c, const struct lbm_cuda_step *p, struct tile_error *e)
{
  return cuda_step_inside(c, p, c->stream, e) || cuda_step_edge(c, p, c->stream, e) ? e->code : 0;
}

int cuda_step(struct cuda *c, const struct lbm_task *task, struct tile_error *e)
{
  const struct lbm_cuda_step p = cuda_step_of(c, task);
  if (c->copies == 1 ? step_in_place(c, &p, e) : step_in_two(c, &p, e))
    return e->code;
  c->current = !c->current;
  return 0;
}

static int step_whole(struct cuda *c, const struct lbm_task *task, int64_t count, struct tile_error *e)
{
  if (cuda_step_graphs(c, task, &count, e))
    return e->code;
  for (; count > 0; count--)
    if (cuda_step(c, task, e))
      return e->code;
  return 0;
}

/* ---- the watch ------------------------------------------------------------------- */

static int start_verdict(struct cuda *c, const struct lbm_task *task, struct tile_error *e)
{
  c->verdict_host[0] = c->verdict_host[1] = (struct lbm_cuda_verdict){.bad = ~0ull};
  return cuda_use(c, e) || cuda_flush(c, e) ||
                 cuda_ok(cudaMemcpyAsync(c->verdict, c->verdict_host, 2 * sizeof *c->verdict, cudaMemcpyHostToDevice,
                                         c->stream),
                         "steps", e) ||
                 cuda_ok(cudaMemcpyAsync(c->condition, task->condition, (size_t)c->conditions * sizeof *c->condition,
                                         cudaMemcpyHostToDevice, c->stream),
                         "conditions", e) ||
                 cuda_ok(cudaEventRecord(c->begin, c->stream), "steps", e)
             ? e->code
             : 0;
}

static int end_verdict(struct cuda *c, struct tile_error *e)
{
  return cuda_use(c, e) || cuda_ok(cudaEventRecord(c->end, c->stream), "steps", e) ||
                 cuda_ok(cudaMemcpyAsync(c->verdict_host, c->verdict, 2 * sizeof *c->verdict, cudaMemcpyDeviceToHost,
                                         c->stream),
                         "steps", e)
             ? e->code
             : 0;
}

/* ---- what came of them --------------------------------------------------------------- */

static size_t tile_of(const struct cuda *c, int watch)
{
  const size_t place = c->verdict_host[watch].bad >> 6 & 0xffffffff;
  return watch ? c->edge.tile[place] : place + c->geometry->begin;
}

/* The first bad node that any of both watches saw. */
static void add_bad(struct lbm_outcome *o, const struct cuda *c, int watch)
{
  const unsigned long long bad = c->verdict_host[watch].bad;
  const int64_t steps = (int64_t)(bad >> 38) + 1;
  if (bad == ~0ull)
    return;
  const size_t tile = tile_of(c, watch);
  if (o->tile != SIZE_MAX && (o->steps < steps || (o->steps == steps && o->tile < tile)))
    return;
  o->steps = steps;
  o->tile = tile;
  o->node = (int)(bad & 63);
}

static int add_outcome(struct lbm_outcome *o, const struct cuda *c, int64_t done, int64_t count, struct tile_error *e)
{
  struct lbm_outcome now = {.steps = count, .tile = SIZE_MAX, .node = -1};
  float ms;
  if (cuda_use(c, e) || cuda_ok(cudaStreamSynchronize(c->stream), "steps", e) ||
      cuda_ok(cudaEventElapsedTime(&ms, c->begin, c->end), "steps", e))
    return e->code;
  add_bad(&now, c, 0);
  add_bad(&now, c, 1);
  now.steps += done;
  now.seconds = o->seconds + ms * 1e-3;
  *o = now;
  return 0;
}

/* The watch counts 26 bits of steps. */
#define MOST_STEPS ((int64_t)1 << 25)

static bool any_bad(const struct lbm_outcome o[], int parts)
{
  for (int p = 0; p < parts; p++)
    if (o[p].tile != SIZE_MAX)
      return true;
  return false;
}

static int steps(struct cuda *const c[], const struct lbm_task task[], int parts, int64_t done, int64_t count,
                 struct lbm_outcome o[], struct tile_error *e)
{
  for (int p = 0; p < parts; p++)
    if (start_verdict(c[p], task + p, e))
      return e->code;
  if (parts > 1 ? cuda_step_group(c, task, parts, count, e) : step_whole(c[0], task, count, e))
    return e->code;
  for (int p = 0; p < parts; p++)
    if (end_verdict(c[p], e))
      return e->code;
  for (int p = 0; p < parts; p++)
    if (add_outcome(o + p, c[p], done, count, e))
      return e->code;
  return 0;
}

int cuda_steps_connected(void *const state[], const struct lbm_task task[], int parts, int64_t count,
                         struct lbm_outcome o[], struct tile_error *e)
{
  struct cuda *const *c = (struct cuda *const *)state;
  for (int p = 0; p < parts; p++)
    o[p] = (struct lbm_outcome){.tile = SIZE_MAX, .node = -1};
  for (int64_t done = 0, now; done < count && !any_bad(o, parts); done += now) {
    now = count - done < MOST_STEPS ? count - done : MOST_STEPS;
    if (steps(c, task, parts, done, now, o, e))
      return e->code;
  }
  return 0;
}

int cuda_steps(void *state, const struct lbm_task *task, int64_t count, struct lbm_outcome *o, struct tile_error *e)
{
  return cuda_steps_connected(&state, task, 1, count, o, e);
}

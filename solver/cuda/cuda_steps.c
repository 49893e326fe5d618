/* SPDX-License-Identifier: BSD-3-Clause */
/* The steps that the backend runs, of one subdomain or of a group, and the first bad node in them. */
#include "cuda_group.h"
#include "cuda_openings.h"
#include "cuda_staging.h"
#include "cuda_step.h"

/* ---- verdicts: the first bad node ------------------------------------------------- */

/* The table of a flow stays the same. */
static int put_table(struct cuda *c, const struct lbm_task *task, struct tile_error *e)
{
  const struct lbm_rate_table *t = task->rates.table;
  return t && !c->table &&
                 (cuda_allocate(c, (void **)&c->table, sizeof *t, "the viscosity", e) ||
                  cuda_ok(cudaMemcpy(c->table, t, sizeof *t, cudaMemcpyHostToDevice), "the viscosity", e))
             ? e->code
             : 0;
}

static int start_verdict(struct cuda *c, const struct lbm_task *task, struct tile_error *e)
{
  c->verdict_host[0] = c->verdict_host[1] = (struct lbm_cuda_verdict){.bad = ~0ull};
  return cuda_use(c, e) || put_table(c, task, e) || cuda_flush(c, e) ||
                 cuda_ok(cudaMemcpyAsync(c->verdict, c->verdict_host, 2 * sizeof *c->verdict, cudaMemcpyHostToDevice,
                                         c->stream),
                         "steps", e) ||
                 cuda_ok(cudaMemcpyAsync(c->condition, task->condition, (size_t)c->conditions * sizeof *c->condition,
                                         cudaMemcpyHostToDevice, c->stream),
                         "conditions", e) ||
                 cuda_openings_begin(c, task, e) || cuda_ok(cudaEventRecord(c->begin, c->stream), "steps", e)
             ? e->code
             : 0;
}

static int end_verdict(struct cuda *c, const struct lbm_task *task, struct tile_error *e)
{
  return cuda_use(c, e) || cuda_ok(cudaEventRecord(c->end, c->stream), "steps", e) || cuda_openings_end(c, task, e) ||
                 cuda_ok(cudaMemcpyAsync(c->verdict_host, c->verdict, 2 * sizeof *c->verdict, cudaMemcpyDeviceToHost,
                                         c->stream),
                         "steps", e)
             ? e->code
             : 0;
}

/* ---- the outcome ---------------------------------------------------------------------- */

static size_t tile_of(const struct cuda *c, int watch)
{
  const size_t place = c->verdict_host[watch].bad >> 6 & 0xffffffff;
  return watch ? c->edge.tile[place] : place + c->geometry->begin;
}

/* Keeps the first bad node of both verdicts: watch 0 is of the inside, watch 1 of the edge. */
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

/* A verdict counts 26 bits of steps. */
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
  if (parts > 1 ? cuda_step_group(c, task, parts, count, e) : cuda_step_alone(c[0], task, count, e))
    return e->code;
  for (int p = 0; p < parts; p++)
    if (end_verdict(c[p], task + p, e))
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

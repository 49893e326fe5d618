/* SPDX-License-Identifier: BSD-3-Clause */
/* The initial state of a flow: fields of many tiles, computed and stored by several threads. */
#include "flow.h"

#include <omp.h>
#include <stdlib.h>

/* density - 1 in the first plane of nodes across an axis, its increase up to the last, and the number of spacings in
 * between. The velocity is 0. */
struct gradient {
  int axis;
  double from, gain, planes;
};

enum { BATCH = 1024 }; /* tiles */
typedef double tile_values[64 * LBM_FIELDS];

static double density_at(const struct lbm *l, const struct gradient *g, size_t tile, int node)
{
  int64_t at[3];
  tile_domain_node(l->domain, tile, node, at);
  return g->from + g->gain * (double)at[g->axis] / g->planes;
}

/* The values of these nodes of a tile. The density is computed once for each of the four planes of nodes. */
static void fill_tile(const struct lbm *l, const struct gradient *g, size_t tile, uint64_t nodes, void *values)
{
  double field[64 * LBM_FIELDS] = {0}, density[TILE_EDGE];
  const int shift = 2 * g->axis;
  size_t n = 0;
  for (int plane = 0; plane < TILE_EDGE; plane++)
    density[plane] = density_at(l, g, tile, plane << shift);
  for (uint64_t mask = nodes; mask; mask &= mask - 1, n += LBM_FIELDS)
    field[n + LBM_FIELD_DENSITY] = density[__builtin_ctzll(mask) >> shift & (TILE_EDGE - 1)];
  lbm_store(lbm_fields_precision(l->setup.precision), values, 0, field, n);
}

/* Keeps the first error of all threads. */
static void note(struct tile_error *all, const struct tile_error *one)
{
#pragma omp critical(lbm_start)
  if (!all->code)
    *all = *one;
}

static void put(struct lbm *l, size_t tile, void *values, struct tile_error *all)
{
  struct tile_error e;
  if (lbm_put_fields(l, tile, values, &e))
    note(all, &e);
}

/* Of backends on the CPU without put_fields `put` may be called by several threads (backend.h); all else by one. */
static int putting_threads(const struct lbm *l)
{
  const int threads = l->setup.threads ? l->setup.threads : omp_get_max_threads();
  return l->backend->put_fields || l->backend->kind != LBM_ON_CPU ? 1 : threads;
}

static void put_batch(struct lbm *l, const struct gradient *g, size_t begin, size_t end, tile_values *values,
                      struct tile_error *all)
{
  const int threads = l->setup.threads ? l->setup.threads : omp_get_max_threads(), putting = putting_threads(l);
#pragma omp parallel for schedule(static) num_threads(threads)
  for (size_t t = begin; t < end; t++)
    fill_tile(l, g, t, l->domain->mask[t], values[t - begin]);
#pragma omp parallel for schedule(static) num_threads(putting)
  for (size_t t = begin; t < end; t++)
    put(l, t, values[t - begin], all);
}

static int start(struct lbm *l, const struct gradient *g, struct tile_error *e)
{
  const size_t begin = lbm_own_begin(l), end = lbm_own_end(l), batch = end - begin < BATCH ? end - begin : BATCH;
  tile_values *values = tile_alloc(batch, sizeof *values);
  struct tile_error all = {0};
  if (!values)
    return tile_fail_memory(e, batch * sizeof *values, "the first state");
  for (size_t t = begin; t < end && !all.code; t += batch)
    put_batch(l, g, t, end - t < batch ? end : t + batch, values, &all);
  free(values);
  *e = all;
  return e->code;
}

static int fill_alike(struct lbm *l, const void *node, struct tile_error *e)
{
  for (int p = 0; p < lbm_locals(l); p++) {
    const struct lbm_task on = lbm_task_on(&l->task, l->local + p);
    if (l->backend->fill_fields(l->local[p].state, &on, node, e))
      return e->code;
  }
  return 0;
}

static int put_alike(struct lbm *l, void *tile, struct tile_error *e)
{
  const size_t begin = lbm_own_begin(l), end = lbm_own_end(l);
  const int putting = putting_threads(l);
  struct tile_error all = {0};
#pragma omp parallel for schedule(static) num_threads(putting)
  for (size_t t = begin; t < end; t++)
    put(l, t, tile, &all);
  *e = all;
  return e->code;
}

/* Without a gradient all nodes are alike. */
static int start_alike(struct lbm *l, struct tile_error *e)
{
  const struct gradient rest = {.planes = 1};
  tile_values values;
  if (lbm_own_begin(l) == lbm_own_end(l))
    return 0;
  fill_tile(l, &rest, lbm_own_begin(l), UINT64_MAX, values);
  return l->backend->fill_fields ? fill_alike(l, values, e) : put_alike(l, values, e);
}

/* With a force, the populations of a fluid at rest are not zero (start_node). Without this function a single node
 * between solid ones, in which nothing can flow, would show the velocities -F/2, F/2, -F/2 ... for ever. */
int lbm_start_at_rest(struct lbm *l, struct tile_error *e)
{
  const double *force = l->task.rates.force;
  return force[0] != 0 || force[1] != 0 || force[2] != 0 ? start_alike(l, e) : 0;
}

int lbm_start_gradient(struct lbm *l, int axis, double from, double to, struct tile_error *e)
{
  const int64_t planes = l->domain->grid[axis];
  const struct gradient g = {axis, from, to - from, (double)(planes > 1 ? planes - 1 : 1)};
  return start(l, &g, e);
}

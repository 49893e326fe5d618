/* SPDX-License-Identifier: BSD-3-Clause */
/* Allocates and releases graphs. */
#include "graph.h"

static int allocate(const struct lbm_device *d, void *array, size_t count, size_t size, int arrays,
                    struct tile_error *e)
{
  size_t one, bytes;
  if (__builtin_mul_overflow(count, size, &one) || __builtin_mul_overflow(one, (size_t)arrays, &bytes))
    return tile_fail_memory(e, SIZE_MAX, "the equations of the multigrid");
  return d->row->allocate(d->self, array, bytes, arrays, e);
}

int lbm_device_allocate(const struct lbm_device *d, void *array, size_t count, size_t size, struct tile_error *e)
{
  return allocate(d, array, count, size, 1, e);
}

int lbm_device_allocate_pair(const struct lbm_device *d, void *array, size_t count, size_t size, struct tile_error *e)
{
  return allocate(d, array, count, size, 2, e);
}

void lbm_graph_free(const struct lbm_device *d, struct lbm_graph *g)
{
  void *const all[] = {g->slice, g->to,    g->strong, g->weight, g->leak, g->inverse, g->at,
                       g->part,  g->first, g->child,  g->x,      g->b,    g->rest,    g->count};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    d->row->release(d->self, all[i]);
  *g = (struct lbm_graph){0};
}

/* rows: of LBM_SLICE links */
static int allocate_weights(const struct lbm_device *d, struct lbm_graph *g, size_t rows, struct tile_error *e)
{
  return lbm_device_allocate(d, &g->leak, g->nodes, sizeof *g->leak, e) ||
                 lbm_device_allocate(d, &g->inverse, g->nodes, sizeof *g->inverse, e) ||
                 lbm_device_allocate(d, &g->weight, rows * LBM_SLICE, sizeof *g->weight, e)
             ? e->code
             : 0;
}

static size_t slices_of(const struct lbm_graph *g)
{
  return ((size_t)g->nodes + LBM_SLICE - 1) / LBM_SLICE;
}

int lbm_graph_weights(const struct lbm_device *d, struct lbm_graph *g, struct tile_error *e)
{
  return allocate_weights(d, g, slices_of(g) * LBM_AXIAL, e);
}

static int allocate_values(const struct lbm_device *d, struct lbm_graph *g, struct tile_error *e)
{
  float **const values[] = {&g->x, &g->b, &g->rest};
  for (size_t i = 0; i < sizeof values / sizeof *values; i++)
    if (lbm_device_allocate(d, values[i], g->nodes, sizeof(float), e))
      return e->code;
  return 0;
}

int lbm_graph_like(const struct lbm_device *d, struct lbm_graph *g, const struct lbm_graph *other, struct tile_error *e)
{
  uint32_t rows;
  *g = (struct lbm_graph){.nodes = other->nodes,
                          .slice = other->slice,
                          .to = other->to,
                          .strong = other->strong,
                          .part = other->part,
                          .first = other->first,
                          .child = other->child,
                          .count = other->count};
  if (d->row->fetch(d->self, &rows, g->slice + slices_of(g), sizeof rows, e))
    return e->code;
  return allocate_values(d, g, e) || allocate_weights(d, g, rows, e) ? e->code : 0;
}

void lbm_graph_return(struct lbm_graph *g)
{
  g->slice = g->to = g->strong = g->part = g->first = g->child = NULL;
  g->count = NULL;
}

int lbm_graph_rows(const struct lbm_device *d, struct lbm_graph *g, size_t rows, struct tile_error *e)
{
  if (allocate_values(d, g, e))
    return e->code;
  if (g->faces && lbm_device_allocate(d, &g->inverse, g->nodes, sizeof *g->inverse, e))
    return e->code;
  if (!g->axial && !g->faces && allocate_weights(d, g, rows, e))
    return e->code;
  return lbm_device_allocate(d, &g->to, rows * LBM_SLICE, sizeof *g->to, e);
}

int lbm_graph_slices(const struct lbm_device *d, struct lbm_graph *g, uint32_t *degree, size_t *rows,
                     struct tile_error *e)
{
  const size_t slices = slices_of(g);
  uint32_t all;
  if (lbm_device_allocate(d, &g->slice, slices + 1, sizeof *g->slice, e))
    return e->code;
  const struct lbm_operation a = {.g = *g, .parts = {.degree = degree}};
  d->row->loop(d->self, LBM_OPERATION_widen_slice, &a, slices);
  d->row->scan(d->self, g->slice, slices);
  if (d->row->fetch(d->self, &all, g->slice + slices, sizeof all, e))
    return e->code;
  *rows = all;
  return 0;
}

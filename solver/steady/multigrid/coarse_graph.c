/* SPDX-License-Identifier: BSD-3-Clause */
#include "graph.h"

/* Rounds of joining before the host asks whether any label has changed. */
enum { ROUNDS = 4 };

static void loop(const struct lbm_device *d, enum lbm_operation_name name, const struct lbm_operation *a, size_t count)
{
  d->row->loop(d->self, name, a, count);
}

static int allocate_parts(const struct lbm_device *d, struct lbm_operation *a, struct tile_error *e)
{
  struct lbm_parts *p = &a->parts;
  return lbm_device_allocate(d, &p->label, a->g.nodes, sizeof *p->label, e) ||
                 lbm_device_allocate(d, &p->number, (size_t)a->g.nodes + 1, sizeof *p->number, e) ||
                 lbm_device_allocate(d, &p->changed, 1, sizeof *p->changed, e)
             ? e->code
             : 0;
}

/* Labels and numbers the parts, and returns how many there are in *count. */
static int find_parts(const struct lbm_device *d, struct lbm_operation *a, uint32_t *count, struct tile_error *e)
{
  const size_t nodes = a->g.nodes;
  uint32_t changed = 1;
  if (allocate_parts(d, a, e))
    return e->code;
  loop(d, LBM_OPERATION_begin_parts, a, nodes);
  while (changed) {
    d->row->clear(d->self, a->parts.changed, sizeof changed);
    for (int i = 0; i < ROUNDS; i++)
      loop(d, LBM_OPERATION_join_parts, a, nodes);
    if (d->row->fetch(d->self, &changed, a->parts.changed, sizeof changed, e))
      return e->code;
  }
  loop(d, LBM_OPERATION_mark_first, a, nodes);
  d->row->scan(d->self, a->parts.number, nodes);
  return d->row->fetch(d->self, count, a->parts.number + nodes, sizeof *count, e);
}

/* Finds the children of each part. */
static int find_children(const struct lbm_device *d, struct lbm_operation *a, struct tile_error *e)
{
  const size_t parts = a->c.nodes, nodes = a->g.nodes;
  if (lbm_device_allocate(d, &a->g.part, nodes, sizeof *a->g.part, e) ||
      lbm_device_allocate(d, &a->g.child, nodes, sizeof *a->g.child, e) ||
      lbm_device_allocate(d, &a->g.first, parts + 1, sizeof *a->g.first, e) ||
      lbm_device_allocate(d, &a->parts.filled, parts, sizeof *a->parts.filled, e) ||
      lbm_device_allocate(d, &a->c.at, parts, sizeof *a->c.at, e))
    return e->code;
  loop(d, LBM_OPERATION_number_parts, a, nodes);
  d->row->scan(d->self, a->g.first, parts);
  loop(d, LBM_OPERATION_place_children, a, nodes);
  loop(d, LBM_OPERATION_sort_children, a, parts);
  return 0;
}

static int link_parts(const struct lbm_device *d, struct lbm_operation *a, struct tile_error *e)
{
  const size_t parts = a->c.nodes;
  uint32_t links;
  size_t rows;
  if (lbm_device_allocate(d, &a->parts.outer, parts + 1, sizeof *a->parts.outer, e) ||
      lbm_device_allocate(d, &a->c.strong, parts, sizeof *a->c.strong, e) ||
      lbm_device_allocate(d, &a->parts.degree, parts, sizeof *a->parts.degree, e))
    return e->code;
  loop(d, LBM_OPERATION_count_outer, a, parts);
  d->row->scan(d->self, a->parts.outer, parts);
  if (d->row->fetch(d->self, &links, a->parts.outer + parts, sizeof links, e) ||
      lbm_device_allocate(d, &a->parts.outer_to, links, sizeof *a->parts.outer_to, e))
    return e->code;
  loop(d, LBM_OPERATION_merge_outer, a, parts);
  if (lbm_graph_slices(d, &a->c, a->parts.degree, &rows, e) || lbm_graph_rows(d, &a->c, rows, e))
    return e->code;
  loop(d, LBM_OPERATION_copy_links, a, parts);
  return 0;
}

static void free_parts(const struct lbm_device *d, const struct lbm_parts *p)
{
  void *const all[] = {p->label, p->number, p->changed, p->filled, p->outer, p->outer_to, p->degree};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    d->row->release(d->self, all[i]);
}

int lbm_graph_coarsen(const struct lbm_device *d, struct lbm_graph *g, struct lbm_graph *coarse, bool *smaller,
                      struct tile_error *e)
{
  struct lbm_operation a = {.g = *g};
  int code = find_parts(d, &a, &a.c.nodes, e);
  *smaller = !code && a.c.nodes && a.c.nodes <= g->nodes - g->nodes / 5;
  if (*smaller)
    code = find_children(d, &a, e) || link_parts(d, &a, e) ? e->code : 0;
  free_parts(d, &a.parts);
  *g = a.g;
  *coarse = a.c;
  return code;
}

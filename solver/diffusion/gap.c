/* SPDX-License-Identifier: BSD-3-Clause */
#include "gap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- queue: links by the powers of two of their weights, the strongest first, else the oldest ------------------- */

enum { CLASSES = 300, LOWEST = -150 };

struct queue {
  struct list {
    uint64_t *at; /* 8 node + link; link 6: an end, 7: any node without one */
    size_t begin, end, room;
  } list[CLASSES];
  int strongest;
};

static int push(struct queue *q, uint32_t node, uint32_t link, float weight, struct tile_error *e)
{
  const int class = ilogbf(weight) - LOWEST, of = class < 0 ? 0 : class < CLASSES ? class : CLASSES - 1;
  struct list *l = q->list + of;
  if (tile_reserve(&l->at, &l->room, l->end + 1, sizeof *l->at, "the bound of the conductivity", e))
    return e->code;
  l->at[l->end++] = 8 * (uint64_t)node + link;
  q->strongest = of > q->strongest ? of : q->strongest;
  return 0;
}

static bool pop(struct queue *q, uint64_t *entry)
{
  for (; q->strongest >= 0; q->strongest--) {
    struct list *l = q->list + q->strongest;
    if (l->begin < l->end) {
      *entry = l->at[l->begin++];
      return true;
    }
    l->begin = l->end = 0;
  }
  q->strongest = 0;
  return false;
}

/* ---- the forest ------------------------------------------------------------------------------------------------- */

enum { AN_END = LBM_AXIAL };

/* All rows of an axial graph have as many links. */
static size_t link_of(size_t node, uint32_t k)
{
  return (node / LBM_SLICE * LBM_AXIAL + k) * LBM_SLICE + node % LBM_SLICE;
}

struct growth {
  struct lbm_gap *gap;
  struct queue queue;
  uint8_t *taken;
  size_t count;
};

/* A node becomes part of the forest; its links may lead on. */
static int take(struct growth *w, uint32_t node, uint32_t parent, float weight, struct tile_error *e)
{
  struct lbm_gap *gap = w->gap;
  int code = 0;
  w->taken[node] = 1;
  gap->order[w->count++] = node;
  gap->parent[node] = parent;
  gap->weight[node] = weight;
  for (uint32_t k = 0; k < LBM_AXIAL; k++) {
    const size_t at = link_of(node, k);
    if (gap->links[at] > 0 && !w->taken[gap->to[at]] && !code)
      code = push(&w->queue, node, k, gap->links[at], e);
  }
  return code;
}

/* Until no link leads to a node outside of it. */
static int grow(struct growth *w, struct tile_error *e)
{
  struct lbm_gap *gap = w->gap;
  uint64_t entry;
  int code = 0;
  while (!code && pop(&w->queue, &entry)) {
    const uint32_t from = (uint32_t)(entry / 8), k = (uint32_t)(entry % 8);
    const uint32_t node = k == AN_END ? from : gap->to[link_of(from, k)];
    const float weight = k == AN_END ? gap->leak[node] : gap->links[link_of(from, k)];
    if (!w->taken[node])
      code = take(w, node, k == AN_END ? LBM_NOBODY : from, weight, e);
  }
  return code;
}

static int grow_all(struct growth *w, struct tile_error *e)
{
  int code = 0;
  for (size_t i = 0; i < w->gap->nodes && !code; i++)
    if (w->gap->leak[i] > 0)
      code = push(&w->queue, (uint32_t)i, AN_END, w->gap->leak[i], e);
  code = code ? code : grow(w, e);
  for (size_t i = 0; i < w->gap->nodes && !code; i++)
    if (!w->taken[i])
      code = take(w, (uint32_t)i, LBM_NOBODY, 0, e) || grow(w, e) ? e->code : 0;
  return code;
}

static int make_forest(struct lbm_gap *gap, struct tile_error *e)
{
  struct growth w = {.gap = gap, .taken = tile_alloc(gap->nodes, 1)};
  const int code = w.taken ? grow_all(&w, e) : tile_fail_memory(e, gap->nodes, "the bound of the conductivity");
  free(w.taken);
  for (int i = 0; i < CLASSES; i++)
    free(w.queue.list[i].at);
  return code;
}

static bool allocate(struct lbm_gap *gap, size_t links)
{
  const size_t n = gap->nodes;
  gap->order = tile_alloc(n, sizeof *gap->order);
  gap->parent = tile_alloc(n, sizeof *gap->parent);
  gap->weight = tile_alloc(n, sizeof *gap->weight);
  gap->value = tile_alloc(n, sizeof *gap->value);
  gap->rest = tile_alloc(n, sizeof *gap->rest);
  gap->leak = tile_alloc(n, sizeof *gap->leak);
  gap->given = tile_alloc(n, sizeof *gap->given);
  gap->links = tile_alloc(links, sizeof *gap->links);
  gap->to = tile_alloc(links, sizeof *gap->to);
  return gap->order && gap->parent && gap->weight && gap->value && gap->rest && gap->leak && gap->given && gap->links &&
         gap->to;
}

int lbm_gap_make(struct lbm_gap *gap, const struct lbm_device *d, const struct lbm_graph *g, const uint8_t *given,
                 struct tile_error *e)
{
  const size_t links = ((size_t)g->nodes + LBM_SLICE - 1) / LBM_SLICE * LBM_SLICE * LBM_AXIAL;
  *gap = (struct lbm_gap){.nodes = g->nodes};
  if (!allocate(gap, links))
    return tile_fail_memory(e, gap->nodes * LBM_GAP_BYTES, "the bound of the conductivity");
  if (d->row->fetch(d->self, gap->links, g->weight, links * sizeof *gap->links, e) ||
      d->row->fetch(d->self, gap->to, g->to, links * sizeof *gap->to, e) ||
      d->row->fetch(d->self, gap->leak, g->leak, gap->nodes * sizeof *gap->leak, e) ||
      d->row->fetch(d->self, gap->given, given, gap->nodes, e))
    return e->code;
  return make_forest(gap, e);
}

void lbm_gap_free(struct lbm_gap *gap)
{
  void *const all[] = {gap->order, gap->parent, gap->weight, gap->value, gap->rest,
                       gap->links, gap->to,     gap->leak,   gap->given};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    free(all[i]);
  *gap = (struct lbm_gap){0};
}

/* ---- the bound --------------------------------------------------------------------------------------------------- */

/* What flows into a node, as find_rest of operations_diffusion.h, in double precision. */
static double rest_of(const struct lbm_gap *gap, size_t i, int axis)
{
  const double x = gap->value[i], end = (double)gap->leak[i] / (gap->given[i] == LBM_BOTH_ENDS ? 2 : 1);
  double sum = (gap->given[i] & LBM_LOW_END ? end * (1 - x) : 0) - (gap->given[i] & LBM_HIGH_END ? end * x : 0);
  for (uint32_t k = 0; k < LBM_AXIAL; k++) {
    const size_t at = link_of(i, k);
    const double mean = (int)(k / 2) == axis ? (k % 2 ? -1 : 1) : 0;
    sum -= (double)gap->links[at] * (x - gap->value[gap->to[at]] + mean);
  }
  return sum;
}

int lbm_gap_bound(double *bound, struct lbm_gap *gap, const struct lbm_device *d, const double *x, int along,
                  struct tile_error *e)
{
  if (d->row->fetch(d->self, gap->value, x, gap->nodes * sizeof *gap->value, e))
    return e->code;
#pragma omp parallel for schedule(static)
  for (size_t i = 0; i < gap->nodes; i++)
    gap->rest[i] = rest_of(gap, i, along);
  *bound = 0;
  for (size_t n = gap->nodes; n-- > 0;) {
    const uint32_t node = gap->order[n], parent = gap->parent[node];
    if (gap->weight[node] > 0)
      *bound += gap->rest[node] / (double)gap->weight[node] * gap->rest[node];
    if (parent != LBM_NOBODY)
      gap->rest[parent] += gap->rest[node];
  }
  return 0;
}

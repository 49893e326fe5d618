#include "coarse_graph.h"

#include <stdlib.h>
#include <string.h>

#define HALVED 0.5

void lbm_graph_free(struct lbm_graph *g)
{
  free(g->begin);
  free(g->to);
  free(g->weight);
  free(g->leak);
  free(g->at);
  *g = (struct lbm_graph){0};
}

int lbm_graph_new(struct lbm_graph *g, size_t nodes, size_t links, struct tile_error *e)
{
  *g = (struct lbm_graph){.nodes = nodes};
  g->begin = tile_alloc(nodes + 1, sizeof *g->begin);
  g->to = tile_alloc(links, sizeof *g->to);
  g->weight = tile_alloc(links, sizeof *g->weight);
  g->leak = tile_alloc(nodes, sizeof *g->leak);
  g->at = tile_alloc(nodes, sizeof *g->at);
  return g->begin && g->to && g->weight && g->leak && g->at ? 0 : tile_fail_memory(e, 0, "the links of nodes");
}

static bool same_cube(const int32_t a[3], const int32_t b[3])
{
  return a[0] >> 1 == b[0] >> 1 && a[1] >> 1 == b[1] >> 1 && a[2] >> 1 == b[2] >> 1;
}

static uint32_t root_of(uint32_t *parent, uint32_t i)
{
  while (parent[i] != i)
    i = parent[i] = parent[parent[i]];
  return i;
}

/* Roots are the first nodes of their parts. */
static void join(uint32_t *parent, uint32_t a, uint32_t b)
{
  a = root_of(parent, a);
  b = root_of(parent, b);
  if (a < b)
    parent[b] = a;
  else
    parent[a] = b;
}

/* Their number. */
static size_t find_parts(const struct lbm_graph *g, uint32_t *part)
{
  size_t count = 0;
  for (size_t i = 0; i < g->nodes; i++)
    part[i] = (uint32_t)i;
  for (size_t i = 0; i < g->nodes; i++)
    for (size_t k = g->begin[i]; k < g->begin[i + 1]; k++)
      if (g->to[k] > i && same_cube(g->at[i], g->at[g->to[k]]))
        join(part, (uint32_t)i, g->to[k]);
  for (size_t i = 0; i < g->nodes; i++)
    part[i] = g->begin[i] < g->begin[i + 1] ? root_of(part, (uint32_t)i) : LBM_NO_PART;
  for (size_t i = 0; i < g->nodes; i++) /* a root comes before the others */
    if (part[i] != LBM_NO_PART)
      part[i] = part[i] == i ? (uint32_t)count++ : part[part[i]];
  return count;
}

/* The nodes in the order of their parts: those of part p are order[first[p]] to order[first[p + 1] - 1]. */
static void sort_by_part(const uint32_t *part, size_t nodes, size_t parts, size_t *first, uint32_t *order)
{
  for (size_t i = 0; i < nodes; i++)
    if (part[i] != LBM_NO_PART)
      first[part[i] + 1]++;
  for (size_t p = 0; p < parts; p++)
    first[p + 1] += first[p];
  const size_t all = first[parts];
  for (size_t i = nodes; i-- > 0;)
    if (part[i] != LBM_NO_PART)
      order[--first[part[i] + 1]] = (uint32_t)i;
  memmove(first, first + 1, parts * sizeof *first);
  first[parts] = all;
}

/* The links of node i, added to those of its part; seen: where the link to a part stands, + 1. */
static size_t add_links(const struct lbm_graph *g, const uint32_t *part, size_t i, struct lbm_graph *c, size_t from,
                        size_t end, size_t *seen)
{
  for (size_t k = g->begin[i]; k < g->begin[i + 1]; k++) {
    const uint32_t to = part[g->to[k]];
    if (to == part[i])
      continue;
    if (seen[to] <= from) {
      c->to[end] = to;
      c->weight[end] = 0;
      seen[to] = ++end;
    }
    c->weight[seen[to] - 1] += HALVED * g->weight[k];
  }
  return end;
}

static void gather(const struct lbm_graph *g, const uint32_t *part, const size_t *first, const uint32_t *order,
                   struct lbm_graph *c, size_t *seen)
{
  for (size_t p = 0; p < c->nodes; p++) {
    size_t end = c->begin[p];
    for (size_t k = first[p]; k < first[p + 1]; k++) {
      end = add_links(g, part, order[k], c, c->begin[p], end, seen);
      c->leak[p] += g->leak[order[k]];
    }
    c->begin[p + 1] = end;
    for (int a = 0; a < 3; a++)
      c->at[p][a] = g->at[order[first[p]]][a] >> 1;
  }
}

int lbm_graph_coarsen(const struct lbm_graph *g, uint32_t *part, struct lbm_graph *c, struct tile_error *e)
{
  const size_t parts = find_parts(g, part);
  size_t *first = tile_alloc(parts + 1, sizeof *first), *seen = tile_alloc(parts, sizeof *seen);
  uint32_t *order = tile_alloc(g->nodes, sizeof *order);
  int code = first && seen && order ? 0 : tile_fail_memory(e, g->nodes * sizeof *order, "coarse nodes");
  if (!code && !(code = lbm_graph_new(c, parts, g->begin[g->nodes], e))) {
    sort_by_part(part, g->nodes, parts, first, order);
    gather(g, part, first, order, c, seen);
  }
  free(first);
  free(seen);
  free(order);
  return code;
}

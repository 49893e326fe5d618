#include "neighbours.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum { AXIAL = 6, LINKS = LBM_Q - 1 };
#define DIAGONAL 0.5

void lbm_neighbours_free(struct lbm_neighbours *n)
{
  free(n->begin);
  free(n->at);
  free(n->next);
  *n = (struct lbm_neighbours){0};
}

static int number_nodes(struct lbm_neighbours *n, struct tile_error *e)
{
  const struct tile_domain *d = n->domain;
  n->begin = tile_alloc(d->tiles + 1, sizeof *n->begin);
  if (!n->begin)
    return tile_fail_memory(e, (d->tiles + 1) * sizeof *n->begin, "the nodes of tiles");
  for (size_t t = 0; t < d->tiles; t++)
    n->begin[t + 1] = n->begin[t] + (size_t)__builtin_popcountll(d->mask[t]);
  n->nodes = n->begin[d->tiles];
  if (n->nodes >= LBM_NOBODY)
    return tile_fail(e, TILE_USAGE, "too many nodes for a pressure correction");
  n->at = tile_alloc(n->nodes, sizeof *n->at);
  n->next = tile_alloc(n->nodes, sizeof *n->next);
  return n->at && n->next ? 0 : tile_fail_memory(e, n->nodes * sizeof *n->next, "the neighbours of nodes");
}

static void place_nodes(struct lbm_neighbours *n)
{
  const struct tile_domain *d = n->domain;
  for (size_t t = 0, i = 0; t < d->tiles; t++)
    for (uint64_t mask = d->mask[t]; mask; mask &= mask - 1, i++) {
      int64_t at[3];
      tile_domain_node(d, t, __builtin_ctzll(mask), at);
      for (int a = 0; a < 3; a++)
        n->at[i][a] = (int32_t)at[a];
    }
}

static uint32_t find(const struct lbm_neighbours *n, const struct tile_lookup *lookup, const int32_t from[3],
                     const signed char step[3])
{
  const struct tile_domain *d = n->domain;
  int64_t at[3];
  size_t tile;
  int node;
  for (int a = 0; a < 3; a++) {
    at[a] = from[a] + step[a];
    if (d->periodic >> a & 1)
      at[a] = (at[a] + d->grid[a]) % d->grid[a];
    else if (at[a] < 0 || at[a] >= d->grid[a])
      return LBM_NOBODY;
  }
  if (!tile_lookup_node(lookup, at, &tile, &node))
    return LBM_NOBODY;
  const uint64_t before = d->mask[tile] & (((uint64_t)1 << node) - 1);
  return (uint32_t)(n->begin[tile] + (size_t)__builtin_popcountll(before));
}

int lbm_neighbours_make(struct lbm_neighbours *n, const struct tile_domain *d, int threads, struct tile_error *e)
{
  struct tile_lookup lookup = {0};
  *n = (struct lbm_neighbours){.domain = d};
  if (number_nodes(n, e) || tile_lookup_make(&lookup, d, e))
    return e->code;
  place_nodes(n);
#pragma omp parallel for schedule(static) num_threads(threads ? threads : omp_get_max_threads())
  for (size_t i = 0; i < n->nodes; i++)
    for (int k = 0; k < LINKS; k++)
      n->next[i][k] = find(n, &lookup, n->at[i], lbm_c[k + 1]);
  tile_lookup_free(&lookup);
  return 0;
}

static int axial_of(int axis, int sign)
{
  return 2 * axis + (sign < 0);
}

/* Is a node between them, beside both? */
static bool joined(const uint32_t next[LINKS], int link)
{
  for (int a = 0; a < 3; a++)
    if (lbm_c[link + 1][a] && next[axial_of(a, lbm_c[link + 1][a])] != LBM_NOBODY)
      return true;
  return false;
}

static double weight_of(const struct lbm_neighbours *n, const struct lbm_links *l, size_t i, int link)
{
  const uint32_t to = n->next[i][link];
  if (to == LBM_NOBODY || to == i || (link >= AXIAL && joined(n->next[i], link)))
    return 0;
  return (link < AXIAL ? 1 : DIAGONAL) * l->weight(l->self, i, to);
}

static bool is_given(const struct lbm_links *l, size_t node)
{
  return l->given && l->given[node];
}

static size_t count_links(const struct lbm_neighbours *n, const struct lbm_links *l)
{
  size_t count = 0;
  for (size_t i = 0; i < n->nodes; i++)
    for (int k = 0; !is_given(l, i) && k < LINKS; k++)
      count += weight_of(n, l, i, k) > 0 && !is_given(l, n->next[i][k]);
  return count;
}

/* Returns the end of the links so far. */
static size_t fill_node(const struct lbm_neighbours *n, struct lbm_graph *g, const struct lbm_links *l, size_t i,
                        size_t end)
{
  g->leak[i] = l->leak(l->self, i);
  for (int k = 0; !is_given(l, i) && k < LINKS; k++) {
    const double weight = weight_of(n, l, i, k);
    if (weight > 0 && is_given(l, n->next[i][k]))
      g->leak[i] += weight;
    else if (weight > 0) {
      g->to[end] = n->next[i][k];
      g->weight[end++] = weight;
    }
  }
  return end;
}

static void fill(const struct lbm_neighbours *n, struct lbm_graph *g, const struct lbm_links *l)
{
  for (size_t i = 0; i < n->nodes; i++)
    g->begin[i + 1] = fill_node(n, g, l, i, g->begin[i]);
  memcpy(g->at, n->at, n->nodes * sizeof *n->at);
}

int lbm_neighbours_graph(const struct lbm_neighbours *n, struct lbm_graph *g, const struct lbm_links *l,
                         struct tile_error *e)
{
  if (lbm_graph_new(g, n->nodes, count_links(n, l), e))
    return e->code;
  fill(n, g, l);
  return 0;
}

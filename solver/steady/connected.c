/* Estimates the length over which momentum settles from the area of the walls. */
#include "communicator.h"
#include "flow.h"
#include "pressure.h"

enum { EVERY = 4 }; /* one tile in so many is counted */

struct counts {
  size_t nodes, cut; /* cut: links that end at walls */
};

static size_t cut_links(const struct lbm_geometry *g, size_t tile)
{
  size_t count = 0;
  for (uint64_t mask = g->domain->mask[tile]; mask; mask &= mask - 1)
    for (int i = 1; i < LBM_Q; i++)
      count += lbm_comes_back(g, tile, __builtin_ctzll(mask), i);
  return count;
}

static void count_local(const struct lbm_local *p, struct counts *c)
{
  const struct lbm_geometry *g = &p->geometry;
  size_t nodes = 0, cut = 0;
#pragma omp parallel for schedule(static) reduction(+ : nodes, cut)
  for (size_t t = 0; t < p->part.tiles; t++)
    if ((p->part.first + t) % EVERY == 0) {
      nodes += (size_t)__builtin_popcountll(g->domain->mask[g->begin + t]);
      cut += cut_links(g, g->begin + t);
    }
  c->nodes += nodes;
  c->cut += cut;
}

static void count(void *of_flow, void *of_counts)
{
  const struct lbm *l = of_flow;
  for (const struct lbm_local *p = l->local; p < l->local + (l->end - l->begin); p++)
    count_local(p, of_counts);
}

double lbm_pressure_estimate(struct lbm *flow)
{
  struct counts c = {0};
  lbm_comm_ordered_reduce(&c, sizeof c, count, flow);
  return c.cut ? 4 * (double)c.nodes / (double)c.cut : (double)INFINITY;
}

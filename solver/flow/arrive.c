/* SPDX-License-Identifier: BSD-3-Clause */
#include "arrive.h"

#include <omp.h>

#define SCALAR double
#define REAL double
#define SITE(name) name##_incoming
#define SITE_FUNC static inline __attribute__((unused, always_inline))
#include "site.h"
#include "boundary_plane.h"
#include "wall_links.h"
#include "boundary_conditions.h"
#include "arrival.h"

/* Finds the links of a column that interpolated walls cut. */
static void find_cuts(struct lbm_site *s, const struct lbm_geometry *g, size_t tile, int column)
{
  for (size_t c = g->wall_link_begin ? g->wall_link_begin[tile] : 0;
       g->wall_link_begin && c < g->wall_link_begin[tile + 1]; c++)
    if (LBM_WALL_LINK_COLUMN(g->wall_link[c].at) == column) {
      s->cut = s->links ? s->cut : (uint32_t)c;
      s->links |= 1u << LBM_WALL_LINK_LINK(g->wall_link[c].at);
    }
}

void lbm_site_of(struct lbm_site *s, struct lbm_boundary_node node[LBM_Q], const struct lbm_geometry *g, size_t tile,
                 int number)
{
  const int column = lbm_column(g, tile, number);
  *s = (struct lbm_site){0};
  for (size_t n = g->boundary_begin[tile]; n < g->boundary_begin[tile + 1]; n++)
    if (g->boundary[n].column == column)
      node[s->count++] = g->boundary[n];
  find_cuts(s, g, tile, column);
}

uint32_t lbm_site_nodes(const struct lbm_geometry *g, const struct lbm_boundary_node *node, size_t count, int patch)
{
  uint32_t bits = 0;
  for (size_t n = 0; n < count; n++)
    if (lbm_patch_of(g, node[n].condition) == patch)
      bits |= 1u << n;
  return bits;
}

/* The links of those boundary nodes. */
static int64_t links_of(const struct lbm_boundary_node *node, uint32_t bits)
{
  int64_t links = 0;
  for (; bits; bits &= bits - 1)
    links += __builtin_popcount(node[__builtin_ctz(bits)].links);
  return links;
}

/* What is the same at all nodes. */
struct at_once {
  const struct lbm_condition *condition;
  struct rates_incoming rates;
  int equilibrium, walls;
};

static struct at_once all_of(const struct lbm *l, const struct lbm_geometry *g, const struct lbm_condition *condition)
{
  return (struct at_once){condition, rates_of_incoming(&l->task.rates), (int)l->setup.equilibrium, (int)g->walls};
}

static double close(const struct at_once *a, const struct lbm_site *s, const struct lbm_boundary_node *node,
                    const struct lbm_wall_link *cut, double *h, double f[LBM_Q], double *of_walls)
{
  return close_site_incoming(f, h, s, node, cut, a->condition, &a->rates, a->equilibrium, a->walls, of_walls);
}

void lbm_arrive(const struct lbm *l, const struct lbm_geometry *g, const struct lbm_condition *condition, size_t tile,
                int node, double h[LBM_Q], double f[LBM_Q], struct lbm_gain *gain)
{
  const struct at_once a = all_of(l, g, condition);
  struct lbm_boundary_node at[LBM_Q];
  struct lbm_site s;
  double of_walls = 0, came[LBM_Q];
  lbm_site_of(&s, at, g, tile, node);
  memcpy(came, f, sizeof came);
  for (uint32_t left = gain ? (1u << s.count) - 1 : 0; left; left &= ~s.counted) {
    const int patch = lbm_patch_of(g, at[__builtin_ctz(left)].condition);
    double again[LBM_Q];
    memcpy(again, came, sizeof again);
    s.counted = lbm_site_nodes(g, at, s.count, patch);
    gain[patch].mass += close(&a, &s, at, g->wall_link, NULL, again, &of_walls);
    gain[patch].links += links_of(at, s.counted);
  }
  close(&a, &s, at, g->wall_link, h, f, &of_walls);
  if (gain && h && s.links) {
    gain[g->domain->patches].mass += of_walls;
    gain[g->domain->patches].links += __builtin_popcount(s.links);
  }
}

/* What a site gains with these conditions, from populations f that come to it, and its own after them. */
static double gain_of(const struct at_once *a, const struct lbm_site_list *sites, size_t n, double f[2 * LBM_Q])
{
  double of_walls = 0;
  const double gain = close(a, sites->site + n, sites->node, sites->cut, sites->walls ? f + LBM_Q : NULL, f, &of_walls);
  return sites->walls ? of_walls : gain;
}

void lbm_close_sites(const struct lbm *l, const struct lbm_site_list *sites, const struct lbm_condition *condition,
                     const struct lbm_condition *lifted)
{
  const struct at_once a = all_of(l, sites->geometry, condition), b = all_of(l, sites->geometry, lifted);
  const int threads = l->setup.threads ? l->setup.threads : omp_get_max_threads();
  const size_t each = lbm_site_values(sites);
#pragma omp parallel for schedule(static) num_threads(threads) if (sites->count > 256)
  for (size_t n = 0; n < sites->count; n++) {
    double f[2 * LBM_Q], again[2 * LBM_Q];
    lbm_load_at(l->setup.precision, f, sites->values, 0, sites->at + n * each, each);
    memcpy(again, f, each * sizeof *f);
    sites->gain[n] = gain_of(&a, sites, n, f);
    sites->other[n] = lifted ? gain_of(&b, sites, n, again) : total_of_incoming(f);
  }
}

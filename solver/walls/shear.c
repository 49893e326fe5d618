/* SPDX-License-Identifier: BSD-3-Clause */
#include "shear.h"

#include "flow.h"
#include "wall_fit.h"
#include "wall_plane.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#define SCALAR double
#define REAL double
#define SITE(name) name##_shear
#define SITE_FUNC static inline __attribute__((unused))
#include "site.h"

/* ---- density and velocity --------------------------------------------------- */

static struct lbm_moments moments_of(const struct lbm_incoming *a, size_t tile, int node)
{
  const struct rates_shear k = rates_of_shear(&a->flow->task.rates);
  double h[LBM_Q], f[LBM_Q];
  struct sums_shear s;
  struct moments_shear m;
  lbm_incoming_node(a, tile, node, h, f);
  add_up_shear(&s, f);
  measure_shear(&m, f, &s, &k, (int)a->flow->setup.equilibrium);
  return (struct lbm_moments){m.rho, {m.u[0], m.u[1], m.u[2]}};
}

static int threads_of(const struct lbm_incoming *a)
{
  return a->flow->setup.threads ? a->flow->setup.threads : omp_get_max_threads();
}

static int measure_all(struct lbm_moments **to, const struct lbm_incoming *a, const size_t *begin, struct tile_error *e)
{
  const struct tile_domain *d = a->flow->domain;
  struct lbm_moments *all = *to = tile_alloc(lbm_nonsolid(a->flow), sizeof *all);
  if (!all)
    return tile_fail_memory(e, lbm_nonsolid(a->flow) * sizeof *all, "the velocities beside walls");
#pragma omp parallel for schedule(dynamic, 16) num_threads(threads_of(a))
  for (size_t t = 0; t < d->tiles; t++) {
    struct lbm_moments *at = all + begin[t];
    for (uint64_t mask = d->mask[t]; mask; mask &= mask - 1)
      *at++ = moments_of(a, t, __builtin_ctzll(mask));
  }
  return 0;
}

/* ---- the nodes beside walls -------------------------------------------------- */

/* Fills `node` with the nodes of a tile beside walls, and returns their number. If node is NULL it counts them
 * alone. */
static size_t of_tile(const struct lbm_incoming *a, size_t tile, struct lbm_wall_node *node, size_t *undefined)
{
  const struct tile_domain *d = a->flow->domain;
  size_t count = 0;
  for (uint64_t mask = d->mask[tile]; mask; mask &= mask - 1) {
    struct lbm_wall_node n = {.place = {.tile = tile, .node = __builtin_ctzll(mask)}};
    struct lbm_walls_at w;
    tile_domain_node(d, tile, n.place.node, n.place.at);
    lbm_walls_around(a, &n.place, &w);
    if (!w.links)
      continue;
    if (node && lbm_wall_plane(&n, a, &w))
      node[count++] = n;
    else if (node)
      ++*undefined;
    else
      count++;
  }
  return count;
}

/* Closes the gaps between tiles: begin has room for all nodes beside walls, made has the number of nodes that have a
 * normal. */
static void close_ranks(struct lbm_wall_nodes *w, const size_t *begin, const size_t *made, size_t tiles)
{
  for (size_t t = 0; t < tiles; t++)
    for (size_t n = 0; n < made[t]; n++)
      w->node[w->count++] = w->node[begin[t] + n];
}

static int find_all(struct lbm_wall_nodes *w, const struct lbm_incoming *a, size_t *begin, size_t *made,
                    struct tile_error *e)
{
  const size_t tiles = a->flow->domain->tiles, first = lbm_own_begin(a->flow), end = lbm_own_end(a->flow);
  const int threads = threads_of(a);
  size_t undefined = 0;
#pragma omp parallel for schedule(dynamic, 16) num_threads(threads)
  for (size_t t = first; t < end; t++)
    begin[t + 1] = of_tile(a, t, NULL, NULL);
  for (size_t t = 0; t < tiles; t++)
    begin[t + 1] += begin[t];
  w->node = tile_alloc(begin[tiles], sizeof *w->node);
  if (!w->node)
    return tile_fail_memory(e, begin[tiles] * sizeof *w->node, "the nodes beside walls");
#pragma omp parallel for schedule(dynamic, 16) num_threads(threads) reduction(+ : undefined)
  for (size_t t = first; t < end; t++)
    made[t] = of_tile(a, t, w->node + begin[t], &undefined);
  w->undefined = undefined;
  close_ranks(w, begin, made, tiles);
  return 0;
}

int lbm_wall_nodes_find(struct lbm_wall_nodes *w, const struct lbm_incoming *a, struct tile_error *e)
{
  const size_t tiles = a->flow->domain->tiles;
  size_t *begin = tile_alloc(tiles + 1, sizeof *begin), *made = tile_alloc(tiles, sizeof *made);
  *w = (struct lbm_wall_nodes){0};
  const int code =
      begin && made ? find_all(w, a, begin, made, e) : tile_fail_memory(e, 2 * tiles * sizeof *begin, "sums per tile");
  free(begin);
  free(made);
  return code;
}

void lbm_wall_nodes_free(struct lbm_wall_nodes *w)
{
  free(w->node);
  *w = (struct lbm_wall_nodes){0};
}

/* ---- their shear ---------------------------------------------------------------- */

/* With MRT the third moments take part in the slip of a slit as 1/4 of q and 3/4 of m. */
int lbm_wall_fit_make(struct lbm_wall_fit *f, const struct lbm_incoming *a, struct tile_error *e)
{
  const struct lbm_rates *r = &a->flow->task.rates;
  const double even = 1 / r->even - 0.5, odd = r->relax_third ? 0.25 / r->q + 0.75 / r->m - 0.5 : 1 / r->odd - 0.5;
  *f = (struct lbm_wall_fit){.incoming = a};
  f->viscosity = even / 3;
  f->magic = even * odd;
  memcpy(f->force, r->force, sizeof f->force);
  return tile_domain_begin(&f->begin, a->flow->domain, e);
}

void lbm_wall_fit_free(struct lbm_wall_fit *f)
{
  free(f->begin);
  *f = (struct lbm_wall_fit){0};
}

void lbm_wall_shear(double shear[3], const struct lbm *l, const double normal[3], const double slope[3], double density)
{
  const struct lbm_setup *s = &l->setup;
  double along = 0, square = 0;
  for (int k = 0; k < 3; k++)
    along += slope[k] * normal[k];
  for (int k = 0; k < 3; k++)
    square += (slope[k] - along * normal[k]) * (slope[k] - along * normal[k]);
  const double viscosity = s->fluid.kind == LBM_NEWTONIAN ? (1 / l->task.rates.even - 0.5) / 3
                                                          : lbm_fluid_viscosity(&s->fluid, s->tau, sqrt(square), NULL);
  const double mass = s->equilibrium == LBM_QUASI ? 1 + density : 1;
  for (int k = 0; k < 3; k++)
    shear[k] = mass * viscosity * (slope[k] - along * normal[k]);
}

static void find_shear(struct lbm_wall_node *n, const struct lbm_wall_fit *f, const struct lbm_moments *moments)
{
  struct lbm_wall_stencil stencil;
  double slope[3];
  lbm_wall_stencil_find(&stencil, f, n);
  n->density = lbm_wall_slope(&stencil, moments, slope);
  lbm_wall_shear(n->shear, f->incoming->flow, n->normal, slope, n->density);
}

int lbm_wall_nodes_make(struct lbm_wall_nodes *w, const struct lbm_incoming *a, struct tile_error *e)
{
  struct lbm_wall_fit f;
  struct lbm_moments *moments = NULL;
  *w = (struct lbm_wall_nodes){0};
  const int code =
      lbm_wall_fit_make(&f, a, e) || measure_all(&moments, a, f.begin, e) || lbm_wall_nodes_find(w, a, e) ? e->code : 0;
#pragma omp parallel for schedule(dynamic, 64) num_threads(threads_of(a)) if (!code)
  for (size_t n = 0; n < (code ? 0 : w->count); n++)
    find_shear(w->node + n, &f, moments);
  lbm_wall_fit_free(&f);
  free(moments);
  return code;
}

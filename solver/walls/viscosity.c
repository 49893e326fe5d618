/* SPDX-License-Identifier: BSD-3-Clause */
#include "viscosity.h"

#include "communicator.h"
#include "flow.h"

#include <omp.h>
#include <stdlib.h>

#define SCALAR double
#define REAL double
#define SITE(name) name##_viscosity
#define SITE_FUNC static inline __attribute__((unused))
#include "site.h"

/* The shear rate of a node. */
static double shear_of(const struct lbm_incoming *a, size_t tile, int node)
{
  const struct lbm_setup *setup = &a->flow->setup;
  const struct rates_viscosity k = rates_of_viscosity(&a->flow->task.rates);
  double h[LBM_Q], f[LBM_Q];
  struct sums_viscosity s;
  struct moments_viscosity m;
  struct stress_viscosity t;
  lbm_incoming_node(a, tile, node, h, f);
  add_up_viscosity(&s, f);
  measure_viscosity(&m, f, &s, &k, (int)setup->equilibrium);
  find_stress_viscosity(&t, &s, &m, &k, (int)setup->equilibrium);
  const double product = sqrt(shear_square_viscosity(&t, &m));
  return product / lbm_fluid_tau(&setup->fluid, setup->tau, product);
}

static void add_node(struct lbm_viscosities *v, const struct lbm_setup *s, double shear)
{
  bool clamped;
  const double fluid = lbm_fluid_viscosity(&s->fluid, s->tau, shear, &clamped);
  const double eddies = s->fluid.smagorinsky * s->fluid.smagorinsky * shear;
  v->least = v->nodes ? fmin(v->least, fluid) : fluid;
  v->most = v->nodes ? fmax(v->most, fluid) : fluid;
  v->nodes++;
  v->clamped += clamped;
  v->low += clamped && fluid < (LBM_MOST_TAU - 0.5) / 3;
  v->shear += shear;
  if (eddies > v->eddies) {
    v->eddies = eddies;
    v->eddies_at = fluid;
  }
}

struct parts {
  const struct lbm_viscosities *part;
  size_t tiles;
};

static void add_up(void *of_parts, void *of_all)
{
  const struct parts *parts = of_parts;
  struct lbm_viscosities *v = of_all;
  for (size_t t = 0; t < parts->tiles; t++) {
    const struct lbm_viscosities *p = parts->part + t;
    if (!p->nodes)
      continue;
    v->least = v->nodes ? fmin(v->least, p->least) : p->least;
    v->most = v->nodes ? fmax(v->most, p->most) : p->most;
    v->nodes += p->nodes;
    v->clamped += p->clamped;
    v->low += p->low;
    v->shear += p->shear;
    if (p->eddies > v->eddies) {
      v->eddies = p->eddies;
      v->eddies_at = p->eddies_at;
    }
  }
}

int lbm_viscosities(struct lbm_viscosities *v, const struct lbm_incoming *a, struct tile_error *e)
{
  const struct lbm_setup *s = &a->flow->setup;
  const size_t tiles = a->part.tiles;
  struct lbm_viscosities *part = tile_alloc(tiles, sizeof *part);
  if (!part)
    return tile_fail_memory(e, tiles * sizeof *part, "the viscosity of tiles");
#pragma omp parallel for schedule(dynamic, 16) num_threads(s->threads ? s->threads : omp_get_max_threads())
  for (size_t t = 0; t < tiles; t++)
    for (uint64_t mask = a->part.domain.mask[a->part.begin + t]; mask; mask &= mask - 1)
      add_node(part + t, s, shear_of(a, a->part.begin + t, __builtin_ctzll(mask)));
  struct parts parts = {part, tiles};
  *v = (struct lbm_viscosities){0};
  lbm_comm_ordered_reduce(v, sizeof *v, add_up, &parts);
  free(part);
  return 0;
}

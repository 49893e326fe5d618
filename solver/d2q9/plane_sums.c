/* SPDX-License-Identifier: BSD-3-Clause */
#include "plane_sums.h"

#include <math.h>
#include <stdlib.h>

#define SCALAR double
#define REAL double
#define SITE(name) name##_in_plane
#define SITE_FUNC static inline __attribute__((unused))
#include "site.h"
#include "site_plane.h"
#include "wall_links.h"

static unsigned cut_links(const struct lbm_plane_populations *p, size_t place, const uint16_t **q)
{
  const size_t block = LBM_PLANE_Q * LBM_PLANE_NODES;
  return lbm_plane_cut_links(p->plane, place / block, (int)(place % block), q);
}

/* Loads the populations of a node after the collision. */
static void load(const struct lbm_plane_populations *p, double f[LBM_PLANE_Q], size_t tile, int node)
{
  const size_t at = lbm_plane_place(p->plane, tile, node);
  for (size_t i = 0; i < LBM_PLANE_Q; i++)
    lbm_load(p->precision, f + i, p->values, at + i * LBM_PLANE_NODES, 1);
  const uint16_t *q;
  const unsigned links = cut_links(p, at, &q);
  restore_plane_cuts_in_plane(f, q, links, (int)p->plane->geometry->walls);
}

static void moments_of(const double f[LBM_PLANE_Q], double last[LBM_FIELDS], float change[LBM_FIELDS])
{
  double m[LBM_FIELDS] = {0};
  for (int i = 0; i < LBM_PLANE_Q; i++) {
    m[0] += f[i];
    m[1] += lbm_plane_c[i][0] * f[i];
    m[2] += lbm_plane_c[i][1] * f[i];
  }
  for (int k = 0; k < LBM_FIELDS; k++) {
    change[k] = (float)(m[k] - last[k]);
    last[k] = m[k];
  }
}

void lbm_plane_moments(const struct lbm_plane_populations *p, const uint32_t *first, double (*last)[LBM_FIELDS],
                       float (*change)[LBM_FIELDS])
{
  const struct tile_domain *d = p->plane->geometry->domain;
#pragma omp parallel for schedule(static) num_threads(p->threads)
  for (size_t tile = 0; tile < d->tiles; tile++) {
    double f[LBM_PLANE_Q];
    size_t n = first[tile];
    for (uint64_t mask = d->mask[tile]; mask; mask &= mask - 1, n++) {
      load(p, f, tile, __builtin_ctzll(mask));
      moments_of(f, last[n], change[n]);
    }
  }
}

void lbm_plane_add(const struct lbm_plane_populations *p, const uint32_t *first, const struct lbm_addition *a)
{
  const struct tile_domain *d = p->plane->geometry->domain;
#pragma omp parallel for schedule(static) num_threads(p->threads)
  for (size_t tile = 0; tile < d->tiles; tile++) {
    const float(*field)[LBM_FIELDS] = a->field + first[tile];
    for (uint64_t mask = d->mask[tile]; mask; mask &= mask - 1, field++) {
      const size_t at = lbm_plane_place(p->plane, tile, __builtin_ctzll(mask));
      double change[LBM_PLANE_Q];
      const uint16_t *q;
      const unsigned links = cut_links(p, at, &q);
      for (int i = 0; i < LBM_PLANE_Q; i++) {
        const double cu = lbm_plane_c[i][0] * (double)(*field)[1] + lbm_plane_c[i][1] * (double)(*field)[2];
        change[i] = a->share * lbm_plane_weight[i] * ((double)(*field)[0] - a->mean + 3 * cu);
      }
      store_plane_cuts_in_plane(change, q, links, (int)p->plane->geometry->walls);
      for (size_t i = 0; i < LBM_PLANE_Q; i++)
        lbm_add(p->precision, p->values, at + i * LBM_PLANE_NODES, change + i, 1);
    }
  }
}

/* Between time steps half of the force has to be subtracted from the first moment, as in `fields` of site.h. */
static struct lbm_totals total_tile(const struct lbm_plane_populations *p, const struct lbm_task *task, size_t tile)
{
  struct rates_in_plane k = {0};
  struct lbm_totals s = {0};
  for (int a = 0; a < 3; a++)
    k.force[a] = -task->rates.force[a];
  for (uint64_t mask = p->plane->geometry->domain->mask[tile]; mask; mask &= mask - 1) {
    double f[LBM_PLANE_Q];
    struct moments_in_plane m;
    load(p, f, tile, __builtin_ctzll(mask));
    measure_plane_in_plane(&m, f, &k, (int)task->equilibrium);
    const double speed = sqrt(m.u[0] * m.u[0] + m.u[1] * m.u[1]);
    s.mass += m.rho;
    s.velocity[0] += m.u[0];
    s.velocity[1] += m.u[1];
    s.speed += speed;
    s.fastest = fmax(s.fastest, speed);
  }
  return s;
}

void lbm_plane_totals(const struct lbm_plane_populations *p, const struct lbm_task *task, struct lbm_totals *sums)
{
#pragma omp parallel for schedule(static) num_threads(p->threads)
  for (size_t tile = 0; tile < p->plane->geometry->domain->tiles; tile++)
    sums[tile] = total_tile(p, task, tile);
}

size_t lbm_plane_bad_tile(const struct lbm_plane_populations *p)
{
  const struct tile_domain *d = p->plane->geometry->domain;
  for (size_t tile = 0; tile < d->tiles; tile++)
    for (uint64_t mask = d->mask[tile]; mask; mask &= mask - 1) {
      double f[LBM_PLANE_Q];
      load(p, f, tile, __builtin_ctzll(mask));
      if (!(f[0] > -1 && f[0] < 1))
        return tile;
    }
  return SIZE_MAX;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Totals of a flow, which do not depend on threads, subdomains and processes. */
#include "communicator.h"
#include "flow.h"

#include <math.h>
#include <stdlib.h>

/* part: [tiles of this process], totals of each. */
static int total_tiles(struct lbm *l, struct lbm_totals *part, struct tile_error *e)
{
  for (struct lbm_local *p = l->local; p < l->local + (l->end - l->begin); p++) {
    const struct lbm_task on = lbm_task_on(&l->task, p);
    if (l->backend->totals(p->state, &on, part + (p->part.first - lbm_own_begin(l)), e))
      return e->code;
  }
  return 0;
}

/* The argument of the functions that add the tiles of this process in an ordered reduction. */
struct adding {
  const struct lbm *flow;
  const struct lbm_totals *part;
  int axis;
};

static void add_up(void *of_adding, void *of_totals)
{
  const struct adding *adding = of_adding;
  struct lbm_totals *s = of_totals;
  const struct lbm_totals *part = adding->part;
  const size_t tiles = lbm_own_end(adding->flow) - lbm_own_begin(adding->flow);
  for (size_t t = 0; t < tiles; t++) {
    s->mass += part[t].mass;
    s->speed += part[t].speed;
    s->fastest = fmax(s->fastest, part[t].fastest);
    for (int a = 0; a < 3; a++)
      s->velocity[a] += part[t].velocity[a];
  }
}

/* The number of slices of the grid in a layer of tiles. */
static double slices_in(const struct tile_domain *d, int axis, int64_t layer)
{
  int64_t count = 0;
  for (int64_t padded = layer * d->edge; padded < (layer + 1) * d->edge; padded++) {
    int64_t at = padded - (d->periodic >> axis & 1 ? 0 : d->offset[axis]);
    count += at >= 0 && at < d->grid[axis];
  }
  return (double)count;
}

static void add_layers(void *of_adding, void *of_layers)
{
  const struct adding *a = of_adding;
  double *flux = of_layers;
  for (size_t t = lbm_own_begin(a->flow), begin = t; t < lbm_own_end(a->flow); t++)
    flux[a->flow->domain->coord[t][a->axis]] += a->part[t - begin].velocity[a->axis];
}

static int spread_of(struct adding *a, double total, double *spread, struct tile_error *e)
{
  const struct tile_domain *d = a->flow->domain;
  const int axis = a->axis;
  int64_t span[3];
  tile_domain_span(d, span);
  double *flux = tile_alloc((size_t)span[axis], sizeof *flux), mean = total / (double)d->grid[axis];
  if (!flux)
    return tile_fail_memory(e, (size_t)span[axis] * sizeof *flux, "the flux through each layer");
  lbm_comm_ordered_reduce(flux, (size_t)span[axis] * sizeof *flux, add_layers, a);
  *spread = 0;
  for (int64_t k = 0; k < span[axis]; k++)
    *spread = fmax(*spread, fabs(flux[k] / slices_in(d, axis, k) - mean) / fabs(mean));
  free(flux);
  return 0;
}

static void add_masses(void *of_adding, void *of_layers)
{
  const struct adding *a = of_adding;
  double *mass = of_layers;
  for (size_t t = lbm_own_begin(a->flow), begin = t; t < lbm_own_end(a->flow); t++)
    mass[a->flow->domain->coord[t][a->axis]] += a->part[t - begin].mass;
}

static int masses_of(struct adding *a, double **mass, struct tile_error *e)
{
  int64_t span[3];
  tile_domain_span(a->flow->domain, span);
  const size_t layers = (size_t)span[a->axis];
  *mass = tile_alloc(layers, sizeof **mass);
  if (!*mass)
    return tile_fail_memory(e, layers * sizeof **mass, "the mass of each layer");
  lbm_comm_ordered_reduce(*mass, layers * sizeof **mass, add_masses, a);
  return 0;
}

/* Marks are in the order of tiles, so that those of a patch in one tile follow each other, but for other patches. */
static void add_patches(void *of_adding, void *of_patches)
{
  const struct adding *a = of_adding;
  const struct tile_domain *d = a->flow->domain;
  const size_t begin = lbm_own_begin(a->flow), end = lbm_own_end(a->flow);
  double *inward = of_patches;
  for (int p = 0; p < d->patches; p++) {
    size_t last = SIZE_MAX;
    for (size_t m = 0; m < d->marks; m++) {
      const size_t t = d->mark[m].tile;
      if (d->mark[m].patch != p + 1 || t == last || t < begin || t >= end)
        continue;
      last = t;
      for (int k = 0; k < 3; k++)
        inward[p] += a->part[t - begin].velocity[k] * d->patch[p].normal[k];
    }
  }
}

/* The array for the totals of tiles, which is allocated once. */
static struct lbm_totals *room_of(struct lbm *l, struct tile_error *e)
{
  const size_t tiles = lbm_own_end(l) - lbm_own_begin(l);
  if (!l->sums && !(l->sums = tile_alloc(tiles, sizeof *l->sums)))
    tile_fail_memory(e, tiles * sizeof *l->sums, "sums per tile");
  return l->sums;
}

/* spread and mass: at most one of them is not NULL. */
static int totals(struct lbm *l, int axis, struct lbm_totals *s, double *spread, double **mass, struct tile_error *e)
{
  struct adding a = {l, room_of(l, e), axis};
  if (!l->sums || total_tiles(l, l->sums, e))
    return e->code;
  *s = (struct lbm_totals){0};
  lbm_comm_ordered_reduce(s, sizeof *s, add_up, &a);
  return spread ? spread_of(&a, s->velocity[axis], spread, e) : mass ? masses_of(&a, mass, e) : 0;
}

int lbm_totals_patches(struct lbm *l, struct lbm_totals *s, double *inward, struct tile_error *e)
{
  if (totals(l, -1, s, NULL, NULL, e))
    return e->code;
  struct adding a = {l, l->sums, -1};
  for (int p = 0; p < l->domain->patches; p++)
    inward[p] = 0;
  if (l->domain->patches)
    lbm_comm_ordered_reduce(inward, (size_t)l->domain->patches * sizeof *inward, add_patches, &a);
  return 0;
}

int lbm_totals(struct lbm *l, struct lbm_totals *s, struct tile_error *e)
{
  return totals(l, -1, s, NULL, NULL, e);
}

int lbm_totals_spread(struct lbm *l, int axis, struct lbm_totals *s, double *spread, struct tile_error *e)
{
  return totals(l, axis, s, spread, NULL, e);
}

int lbm_totals_layers(struct lbm *l, int axis, struct lbm_totals *s, double **mass, struct tile_error *e)
{
  return totals(l, axis, s, NULL, mass, e);
}

static void widen(void *of_here, void *of_all)
{
  const double *here = of_here;
  double *all = of_all;
  all[0] = fmin(all[0], here[0]);
  all[1] = fmax(all[1], here[1]);
}

static int range_here(struct lbm *l, double range[2], struct tile_error *e)
{
  double values[64 * LBM_FIELDS], field[LBM_FIELDS];
  for (size_t t = lbm_own_begin(l); t < lbm_own_end(l); t++) {
    if (lbm_get_fields(l, t, values, e))
      return e->code;
    for (size_t n = 0; n < lbm_nodes_of(l, t); n++) {
      lbm_load(lbm_fields_precision(l->setup.precision), field, values, n * LBM_FIELDS, LBM_FIELDS);
      range[0] = fmin(range[0], field[LBM_FIELD_DENSITY]);
      range[1] = fmax(range[1], field[LBM_FIELD_DENSITY]);
    }
  }
  return 0;
}

int lbm_density_range(struct lbm *l, double range[2], struct tile_error *e)
{
  double here[2] = {(double)INFINITY, -(double)INFINITY};
  range[0] = here[0];
  range[1] = here[1];
  if (range_here(l, here, e))
    return e->code;
  lbm_comm_ordered_reduce(range, sizeof here, widen, here);
  return 0;
}

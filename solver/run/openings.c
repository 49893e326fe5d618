/* SPDX-License-Identifier: BSD-3-Clause */
#include "openings.h"

#include "boundary.h"
#include "vectors.h"

#include <math.h>
#include <stdlib.h>

#define LEAST 1e-3 /* share of the flow to which smaller fluxes are compared */

struct lbm_openings {
  const struct tile_domain *domain;
  double *layer;  /* [patches]: flux divided by the flow beside an opening; 0: the patch is none */
  double *inward; /* [patches]: the flux */
  double *before; /* [patches + 1]: flow and mass before the last time step */
  bool known;     /* is that known? */
  double length;  /* the longest side of the grid */
};

static bool lets_through(const struct lbm_condition *c, const struct tile_patch *p)
{
  return c->kind == LBM_AT_PRESSURE || (lbm_sets_velocity(c->kind) && fabs(tile_dot(c->velocity, p->normal)) > 0);
}

/* The marked nodes of a patch, divided by all nodes of their tiles. An oblique cap marks up to twice as many nodes as
 * it has area. */
static double layer_of(const struct tile_domain *d, int patch)
{
  size_t last = SIZE_MAX;
  double marked = 0, nodes = 0;
  for (const struct tile_mark *m = d->mark; m < d->mark + d->marks; m++) {
    if (m->patch != patch + 1)
      continue;
    marked++;
    nodes += m->tile == last ? 0 : __builtin_popcountll(d->mask[m->tile]);
    last = m->tile;
  }
  return nodes > 0 ? marked / nodes * (tile_patch_opens(d->patch + patch) ? 0.5 : 1) : 0;
}

static int fill(struct lbm_openings *o, const struct lbm_setup *s, struct tile_error *e)
{
  const struct tile_domain *d = o->domain;
  o->layer = tile_alloc((size_t)d->patches, sizeof *o->layer);
  o->inward = tile_alloc((size_t)d->patches, sizeof *o->inward);
  o->before = tile_alloc((size_t)d->patches + 1, sizeof *o->before);
  if (!o->layer || !o->inward || !o->before)
    return tile_fail_memory(e, (size_t)d->patches * sizeof *o->layer, "the flux of openings");
  for (int p = 0; p < d->patches; p++)
    o->layer[p] = lets_through(s->condition + p, d->patch + p) ? layer_of(d, p) : 0;
  for (int a = 0; a < 3; a++)
    o->length = fmax(o->length, (double)d->grid[a]);
  return 0;
}

int lbm_openings_make(struct lbm_openings **made, const struct lbm_setup *s, const struct tile_domain *d,
                      struct tile_error *e)
{
  bool any = false;
  *made = NULL;
  for (int p = 0; p < d->patches; p++)
    any = any || lets_through(s->condition + p, d->patch + p);
  if (!any)
    return 0;
  *made = tile_alloc(1, sizeof **made);
  if (!*made)
    return tile_fail_memory(e, sizeof **made, "the flux of openings");
  (*made)->domain = d;
  return fill(*made, s, e);
}

void lbm_openings_free(struct lbm_openings *o)
{
  if (!o)
    return;
  free(o->layer);
  free(o->inward);
  free(o->before);
  free(o);
}

static double share(double part, double of)
{
  return of > 0 ? fmin(part / of, 1) : part > 0;
}

/* The largest relative change of a flux, and the growth of mass. */
static struct lbm_sample compare(const struct lbm_openings *o, const struct lbm_opening_series *s, double mass,
                                 double through, int64_t interval)
{
  const int patches = o->domain->patches;
  double inflow = 0, change = 0;
  for (int p = 0; p < patches; p++)
    inflow += fmax(o->inward[p], 0);
  const double most = fmax(inflow, through), mean = fabs(mass - s->last[patches]) / (double)interval,
               growth = o->known ? fmax(mean, fabs(mass - o->before[patches])) : mean;
  for (int p = 0; p < patches; p++)
    change = fmax(change, share(fabs(o->inward[p] - s->last[p]), fmax(fabs(o->inward[p]), LEAST * most)));
  return (struct lbm_sample){change, share(growth, fmax(inflow, LEAST * most))};
}

static int make_room(struct lbm_opening_series *s, int patches, struct tile_error *e)
{
  free(s->last);
  *s = (struct lbm_opening_series){.last = tile_alloc((size_t)patches + 1, sizeof *s->last)};
  return s->last ? 0 : tile_fail_memory(e, ((size_t)patches + 1) * sizeof *s->last, "the flux of openings");
}

static void remember(struct lbm_opening_series *s, const struct lbm_openings *o, double mass)
{
  const int patches = o->domain->patches;
  for (int p = 0; p < patches; p++)
    s->last[p] = o->inward[p];
  s->last[patches] = mass;
  s->count = patches + 1;
}

int lbm_openings_begin(struct lbm_openings *o, struct lbm *flow, struct lbm_totals *t, struct tile_error *e)
{
  o->known = false;
  if (lbm_totals_patches(flow, t, o->before, e))
    return e->code;
  o->before[o->domain->patches] = t->mass;
  o->known = true;
  return 0;
}

int lbm_openings_sample(struct lbm_openings *o, struct lbm *flow, int64_t interval, struct lbm_opening_series *s,
                        struct lbm_totals *t, struct tile_error *e)
{
  const int patches = o->domain->patches;
  if (lbm_totals_patches(flow, t, o->inward, e) || (s->count != patches + 1 && make_room(s, patches, e)))
    return e->code;
  for (int p = 0; p < patches; p++)
    o->inward[p] = o->layer[p] * (o->known ? (o->before[p] + o->inward[p]) / 2 : o->inward[p]);
  if (s->count) {
    const struct lbm_series *of = &s->series;
    struct lbm_sample now = compare(o, s, t->mass, t->speed / o->length, interval);
    now.value += of->count ? of->sample[of->count - 1].value : 0;
    lbm_series_add(&s->series, now);
  }
  remember(s, o, t->mass);
  o->known = false;
  return 0;
}

double lbm_openings_growth(const struct lbm_opening_series *s)
{
  return s->series.count ? s->series.sample[s->series.count - 1].spread : (double)INFINITY;
}

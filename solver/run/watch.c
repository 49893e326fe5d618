/* SPDX-License-Identifier: BSD-3-Clause */
#include "course.h"
#include "stages.h"

#include <math.h>

/* A window of samples takes as many time steps as the domain is long in nodes, so that sound passes through the domain
 * more than twice in LBM_SAMPLES samples. Samples are at least LEAST steps apart. */
int64_t lbm_watch_interval(const struct tile_domain *d, int axis)
{
  enum { LEAST = 10 };
  int64_t length = 0;
  for (int a = 0; a < 3; a++)
    if ((axis < 0 || a == axis) && d->grid[a] > length)
      length = d->grid[a];
  int64_t interval = (length + LBM_WINDOW - 1) / LBM_WINDOW;
  return interval > LEAST ? interval : LEAST;
}

/* The difference of the flux between layers shows motion that has not settled, where mass and volume are the same. The
 * mass that layers gain in a time step shows it beside interpolated walls too, which let a little mass through.
 * Elsewhere openings are watched. Momentum that alternates from step to step changes the speed, and flow past openings:
 * the mean of two steps is taken there. */
enum watched { TWO_STEPS, FLUX_OF_LAYERS, GAIN_OF_LAYERS };

static enum watched watched(const struct lbm_run *r)
{
  const struct lbm_setup *s = &r->parameters->setup;
  if (!r->creeping || s->equilibrium == LBM_QUASI)
    return TWO_STEPS;
  return s->walls != LBM_WALLS_HALFWAY ? GAIN_OF_LAYERS : FLUX_OF_LAYERS;
}

int lbm_watch_begin(struct lbm_run *r, const struct tile_domain *d, struct tile_error *e)
{
  r->opening_remaining = r->growth = (double)NAN;
  const bool wanted = r->converge > 0 && watched(r) == TWO_STEPS;
  return wanted ? lbm_openings_make(&r->openings, &r->parameters->setup, d, e) : 0;
}

void lbm_watch_end(struct lbm_run *r)
{
  lbm_filling_free(&r->filling);
  lbm_openings_free(r->openings);
  r->openings = NULL;
}

/* Returns whether no pressure holds the density. */
static bool floats(const struct lbm_setup *s, const struct tile_domain *d)
{
  for (int i = 0; i < d->patches; i++)
    if (s->condition[i].kind == LBM_AT_PRESSURE && !(s->course && lbm_gives_flow(s->course + i)))
      return false;
  return true;
}

static double flow_of(const struct lbm_run *r, const struct lbm_totals *s)
{
  const int axis = r->parameters->axis;
  return axis >= 0 ? s->velocity[axis] : s->speed;
}

bool lbm_watch_needs_before(const struct lbm_run *r)
{
  return watched(r) != FLUX_OF_LAYERS;
}

int lbm_watch_before(struct lbm_run *r, const struct tile_domain *d, struct tile_error *e)
{
  const struct lbm_parameters *p = r->parameters;
  struct lbm_totals s;
  if (watched(r) == GAIN_OF_LAYERS)
    return lbm_filling_begin(&r->filling, r->flow, d, p->axis, floats(&p->setup, d), e);
  if (r->openings ? lbm_openings_begin(r->openings, r->flow, &s, e) : lbm_totals(r->flow, &s, e))
    return e->code;
  r->before = flow_of(r, &s);
  return 0;
}

static int totals(struct lbm_totals *s, double *spread, struct lbm_run *r, const struct tile_domain *d,
                  int64_t interval, struct tile_error *e)
{
  const int axis = r->parameters->axis;
  *spread = 0;
  if (r->openings)
    return lbm_openings_sample(r->openings, r->flow, interval, &r->parameters->openings, s, e);
  if (watched(r) == GAIN_OF_LAYERS)
    return lbm_filling_end(&r->filling, r->flow, d, axis, s, spread, e);
  return watched(r) == FLUX_OF_LAYERS ? lbm_totals_spread(r->flow, axis, s, spread, e) : lbm_totals(r->flow, s, e);
}

double lbm_watch_nodes(const struct tile_domain *d)
{
  return (double)d->grid[0] * (double)d->grid[1] * (double)d->grid[2];
}

int lbm_watch_sample(struct lbm_sample *now, struct lbm_run *r, const struct tile_domain *d, int64_t interval,
                     struct tile_error *e)
{
  struct lbm_totals s;
  double spread;
  if (totals(&s, &spread, r, d, interval, e))
    return e->code;
  const double last = flow_of(r, &s), flow = watched(r) == TWO_STEPS ? 0.5 * (last + r->before) : last;
  *now = (struct lbm_sample){flow / lbm_watch_nodes(d), spread};
  return 0;
}

int lbm_watch_cycle(struct lbm_sample *now, struct lbm_run *r, const struct tile_domain *d, struct tile_error *e)
{
  struct lbm_totals s;
  double spread;
  if (lbm_totals_spread(r->flow, r->parameters->axis, &s, &spread, e))
    return e->code;
  *now = (struct lbm_sample){flow_of(r, &s) / lbm_watch_nodes(d), watched(r) == FLUX_OF_LAYERS ? spread : 0};
  return 0;
}

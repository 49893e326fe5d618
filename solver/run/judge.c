/* SPDX-License-Identifier: BSD-3-Clause */
#include "stages.h"

#include <math.h>

/* The effects of rounding alone: the relative range of the mean flow of a settled run, the spread of the flux between
 * its layers and the changes of the fluxes of its openings (with a margin), the least bound that a run can reach
 * with them, and the share of what it rounds that a step changes of the momentum (lbm_steady_rounded). In slits of 20 to 120
 * nodes, tubes, packings and spheres the mean flow was away from that of fp64 by at most 0.7 (fp32), 0.7 (fp64/fp32) and 0.9
 * times (fp32/fp16) what the share says. */
static const struct {
  double noise, spread, openings, least, share;
} rounding[LBM_PRECISIONS] = {[LBM_FP64] = {1e-12, 0, 1e-12, 0, 0},
                              [LBM_FP32] = {1e-6, 2e-5, 2e-5, 0, 9e-8},
                              [LBM_FP64_FP32] = {1e-6, 2e-5, 2e-5, 0, 9e-9},
                              [LBM_FP32_FP16] = {5e-4, 1e-3, 1e-2, 1e-3, 2e-5}};

double lbm_least_bound(enum lbm_precision p)
{
  return rounding[p].least;
}

static void add(struct lbm_run *r, struct lbm_sample now)
{
  struct lbm_parameters *p = r->parameters;
  now.spread = fmax(now.spread - rounding[p->setup.precision].spread, 0);
  lbm_series_add(&p->series, now);
}

/* rounded: what rounding alone may have changed. A flow that it may have changed by more than is asked for is not converged, and
 * nothing is gained by going on. */
static void conclude(struct lbm_run *r, double remaining, double rounded)
{
  struct lbm_parameters *p = r->parameters;
  const bool settled = remaining < r->converge && r->converge >= rounding[p->setup.precision].least;
  r->rounded = rounded;
  r->remaining = remaining + rounded;
  p->converged = r->remaining < r->converge && settled;
  r->limited = rounded >= r->converge && settled;
}

static double rounded_of(const struct lbm_run *r, const struct tile_domain *d, double mean)
{
  const double share = rounding[r->parameters->setup.precision].share;
  return share > 0 ? share * lbm_cycles_rounded(r, d, mean * lbm_watch_nodes(d)) : 0;
}

double lbm_openings_remaining(const struct lbm_parameters *p)
{
  const double noise = rounding[p->setup.precision].openings;
  return p->openings.count ? fmax(lbm_series_bound(&p->openings.series, 1, noise) - noise, 0) : 0;
}

double lbm_flow_remaining(const struct lbm_parameters *p)
{
  return fmax(lbm_series_remaining(&p->series, rounding[p->setup.precision].noise), lbm_openings_remaining(p));
}

static bool unrest_lasts(struct lbm_run *r)
{
  const struct lbm_parameters *p = r->parameters;
  const bool mean = lbm_unrest_lasts(&r->unrest, &p->series);
  return r->openings ? lbm_unrest_lasts(&r->opening_unrest, &p->openings.series) && mean : mean;
}

/* The flow is judged at one tau; a change of tau begins a new series. */
int lbm_judge(struct lbm_run *r, const struct tile_domain *d, int64_t interval, struct tile_error *e)
{
  const struct lbm_parameters *p = r->parameters;
  struct lbm_sample now;
  if (lbm_watch_sample(&now, r, d, interval, e))
    return e->code;
  add(r, now);
  if (r->openings) {
    r->growth = lbm_openings_growth(&p->openings);
    r->opening_remaining = lbm_openings_remaining(p);
  }
  conclude(r, lbm_flow_remaining(p), rounded_of(r, d, now.value));
  r->unsettled = r->last == INT64_MAX && unrest_lasts(r);
  return lbm_adapt(r, d, now.value, interval, e);
}

int lbm_judge_cycle(struct lbm_run *r, const struct tile_domain *d, struct tile_error *e)
{
  const struct lbm_parameters *p = r->parameters;
  struct lbm_sample now;
  if (lbm_watch_cycle(&now, r, d, e))
    return e->code;
  add(r, now);
  conclude(r,
           fmax(lbm_series_of_cycles(&p->series, rounding[p->setup.precision].noise),
                lbm_cycles_remaining(r, now.value * lbm_watch_nodes(d))),
           rounded_of(r, d, now.value));
  return p->converged ? 0 : lbm_adapt_cycles(r, now.value, e);
}

/* The flow is periodic when little is left to change. */
int lbm_judge_beat(struct lbm_run *r, const struct tile_domain *d, struct tile_error *e)
{
  struct lbm_parameters *p = r->parameters;
  if (!r->beat)
    return 0;
  if (lbm_beat_sample(r->beat, e))
    return e->code;
  if (!(r->periodic > 0) || p->beat.taken < LBM_BEAT_SAMPLES)
    return 0;
  r->remaining = lbm_beat_remaining(p, d->patches);
  p->converged = r->remaining < r->periodic;
  return 0;
}

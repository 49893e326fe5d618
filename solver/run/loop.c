#include "loop.h"

#include <math.h>
#include <omp.h>

int64_t lbm_sample_interval(const struct tile_domain *d, int axis)
{
  int64_t length = 0;
  for (int a = 0; a < 3; a++)
    if ((axis < 0 || a == axis) && d->grid[a] > length)
      length = d->grid[a];
  int64_t crossing = (int64_t)ceil(sqrt(3) * (double)length);
  return crossing > 100 ? crossing : 100;
}

/* Creeping flow is proportional to its drive: scale both rather than start again. */
static int keep_creeping(struct lbm_run *r, double superficial, struct tile_error *e)
{
  double k = fabs(lbm_permeability_of(&r->drive, superficial, 0).voxel2);
  double reynolds = fabs(superficial) * sqrt(k) / r->drive.viscosity;
  if (!(reynolds > LBM_CREEPING))
    return 0;
  double factor = LBM_CREEPING / 2 / reynolds;
  struct lbm_parameters *p = r->parameters;
  r->drive.drop *= factor;
  p->drop *= factor;
  for (int a = 0; a < 3; a++)
    p->setup.force[a] *= factor;
  lbm_series_clear(&p->series);
  return lbm_scale(r->flow, factor, e);
}

static int sample(struct lbm_run *r, const struct tile_domain *d, struct tile_error *e)
{
  struct lbm_parameters *p = r->parameters;
  struct lbm_survey survey;
  if (lbm_survey(r->flow, &survey, e))
    return e->code;
  double nodes = (double)d->grid[0] * (double)d->grid[1] * (double)d->grid[2];
  double mean = (p->axis >= 0 ? survey.velocity[p->axis] : survey.speed) / nodes;
  p->converged = lbm_series_settled(&p->series, mean, r->converge);
  r->remaining = lbm_series_remaining(&p->series);
  if (!r->creeping)
    return 0;
  int before = p->series.count;
  if (keep_creeping(r, mean, e))
    return e->code;
  if (p->series.count < before)
    p->converged = false;
  return 0;
}

static int64_t next_multiple(int64_t step, int64_t of, int64_t limit)
{
  int64_t next;
  bool beyond = !of || __builtin_mul_overflow(step / of + 1, of, &next) || next > limit;
  return beyond ? limit : next;
}

/* Steps to `until` in pieces of about a tenth of a second. */
static int advance(struct lbm_run *r, int64_t until, struct tile_error *e)
{
  int64_t piece = 1;
  while (lbm_steps_done(r->flow) < until && !r->stopped) {
    int64_t left = until - lbm_steps_done(r->flow), n = piece < left ? piece : left;
    double begin = omp_get_wtime();
    if (lbm_step(r->flow, n, e))
      return e->code;
    double took = omp_get_wtime() - begin;
    r->seconds += took;
    r->steps += n;
    if (took < 0.05)
      piece *= 2;
    else if (took > 0.2 && piece > 1)
      piece /= 2;
    r->stopped = r->tick && r->tick(r->self, lbm_steps_done(r->flow));
  }
  return 0;
}

int lbm_run(struct lbm_run *r, const struct tile_domain *d, struct tile_error *e)
{
  struct lbm_parameters *p = r->parameters;
  int64_t interval = r->converge > 0 ? lbm_sample_interval(d, p->axis) : 0;
  p->converged = false;
  r->remaining = (double)INFINITY;
  while (lbm_steps_done(r->flow) < r->last && !r->stopped && !p->converged) {
    int64_t step = lbm_steps_done(r->flow);
    int64_t until = next_multiple(step, interval, next_multiple(step, r->every, r->last));
    if (advance(r, until, e))
      return e->code;
    step = p->step = lbm_steps_done(r->flow);
    if (interval && step % interval == 0 && sample(r, d, e))
      return e->code;
    if (r->every && step % r->every == 0 && r->checkpoint && r->checkpoint(r->self, e))
      return e->code;
  }
  p->step = lbm_steps_done(r->flow);
  return 0;
}

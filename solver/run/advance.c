/* SPDX-License-Identifier: BSD-3-Clause */
#include "stages.h"

#include "communicator.h"

#include <omp.h>

void lbm_advance_end(struct lbm_run *r)
{
  lbm_stagger_free(r->stagger);
  r->stagger = NULL;
}

static void leave_undamped(struct lbm_run *r)
{
  lbm_advance_end(r);
  snprintf(r->undamped, sizeof r->undamped, "no memory: it needs 40 bytes a node of the domain");
  if (r->parameters->setup.say)
    r->parameters->setup.say(
        "no memory to take out momentum that alternates from step to step: the run goes on without");
}

/* If any process has no memory for it, the run goes on without it. */
int lbm_advance_begin(struct lbm_run *r, struct tile_error *e)
{
  const struct lbm_setup *s = &r->parameters->setup;
  *r->undamped = 0;
  if (!(r->converge > 0))
    return 0;
  if (!lbm_stagger_serves(r->flow)) {
    if (s->equilibrium == LBM_STOKES && s->walls != LBM_WALLS_HALFWAY)
      snprintf(r->undamped, sizeof r->undamped, "not on these devices: take one, or GPUs with peer access");
    return 0;
  }
  const int code = lbm_stagger_new(&r->stagger, r->flow, e);
  if (lbm_comm_any(code != 0))
    leave_undamped(r);
  return code == TILE_FAILED ? 0 : code;
}

/* Is the next step one that lbm_stagger_step makes? */
static bool calms(const struct lbm_run *r, int64_t step)
{
  return r->stagger && lbm_stagger_due(step);
}

/* Returns the number of steps to make at once: `most`, or those before the next such step, or 1 for that step. */
static int64_t steps_at_once(const struct lbm_run *r, int64_t most)
{
  const int64_t now = lbm_steps_done(r->flow);
  int64_t n = 1;
  if (calms(r, now))
    return 1;
  while (n < most && !calms(r, now + n))
    n++;
  return n;
}

/* Groups take about a tenth of a second. */
static void fit_group(struct lbm_run *r, int64_t made, double took)
{
  if (took < 0.05 && made == r->group)
    r->group *= 2;
  else if (took > 0.2 && r->group > 1)
    r->group /= 2;
}

static int make_group(struct lbm_run *r, int64_t steps, struct tile_error *e)
{
  const bool calm = calms(r, lbm_steps_done(r->flow));
  const double begin = omp_get_wtime();
  if (calm ? lbm_stagger_step(r->stagger, e) : lbm_step(r->flow, steps, e))
    return e->code;
  double took = omp_get_wtime() - begin;
  lbm_comm_share(&took, sizeof took, 0); /* all processes make the same groups */
  r->seconds += took;
  r->steps += steps;
  r->correcting += calm ? took : 0;
  r->calms += calm;
  fit_group(r, steps, took);
  return 0;
}

int lbm_advance(struct lbm_run *r, int64_t until, struct tile_error *e)
{
  r->group = r->group ? r->group : 1;
  while (lbm_steps_done(r->flow) < until && !r->stopped) {
    const int64_t left = until - lbm_steps_done(r->flow);
    if (make_group(r, steps_at_once(r, r->group < left ? r->group : left), e))
      return e->code;
    r->stopped = r->tick && r->tick(r->self, lbm_steps_done(r->flow));
  }
  return 0;
}

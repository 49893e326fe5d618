/* SPDX-License-Identifier: BSD-3-Clause */
#include "loop.h"

#include "stages.h"

#include <math.h>

static int64_t earlier(int64_t a, int64_t b)
{
  return a < b ? a : b;
}

static int64_t next_multiple(int64_t step, int64_t of, int64_t limit)
{
  int64_t next;
  bool beyond = !of || __builtin_mul_overflow(step / of + 1, of, &next) || next > limit;
  return beyond ? limit : next;
}

static int64_t next_record(const struct lbm_run *r, int64_t step)
{
  return r->next_record ? r->next_record(r->self, step) : INT64_MAX;
}

/* The step of the next sample, record, checkpoint or the last one. */
static int64_t next_stop(const struct lbm_run *r, int64_t step, int64_t interval)
{
  const int64_t next =
      next_multiple(step, interval, next_multiple(step, r->every, earlier(next_record(r, step), r->last)));
  return r->beat ? earlier(lbm_beat_next(r->beat, step), next) : next;
}

/* Nothing else reads the flow while a thread adds a sample of the beat. */
static int wait_for_beat(const struct lbm_run *r, struct tile_error *e)
{
  return r->beat ? lbm_beat_wait(r->beat, e) : 0;
}

/* Records the flow if the steps made since then lead to one that is to be recorded. */
static int record(struct lbm_run *r, int64_t since, struct tile_error *e)
{
  if (next_record(r, since) != lbm_steps_done(r->flow))
    return 0;
  return wait_for_beat(r, e) || r->record(r->self, e) ? e->code : 0;
}

/* Has the run passed a multiple of r->every since that step? */
static bool checkpoint_due(const struct lbm_run *r, int64_t since)
{
  return r->every && r->checkpoint && lbm_steps_done(r->flow) / r->every > since / r->every;
}

static int checkpoint(struct lbm_run *r, int64_t since, struct tile_error *e)
{
  if (!checkpoint_due(r, since))
    return 0;
  return wait_for_beat(r, e) || r->checkpoint(r->self, e) ? e->code : 0;
}

/* Makes the steps to the next stop; a sample there may need what was one step before. */
static int advance(struct lbm_run *r, const struct tile_domain *d, int64_t interval, struct tile_error *e)
{
  const int64_t stop = next_stop(r, lbm_steps_done(r->flow), interval);
  if (interval && stop % interval == 0 && lbm_watch_needs_before(r))
    if (lbm_advance(r, stop - 1, e) || (!r->stopped && lbm_watch_before(r, d, e)))
      return e->code;
  return lbm_advance(r, stop, e);
}

/* Is there a sample at this step, which the run has reached since that one? */
static bool sample_due(const struct lbm_run *r, int64_t since, int64_t interval)
{
  const struct lbm_parameters *p = r->parameters;
  return interval && p->step > since && p->step > p->setup.ramp && p->step % interval == 0;
}

/* Makes time steps, and the work after them. */
static int go_on(struct lbm_run *r, const struct tile_domain *d, int64_t interval, struct tile_error *e)
{
  struct lbm_parameters *p = r->parameters;
  const int64_t before = lbm_steps_done(r->flow);
  if (p->relaxation.tau > 0 && lbm_adapt_tau(r, e))
    return e->code;
  const int64_t since = lbm_steps_done(r->flow);
  if (!checkpoint_due(r, before) && advance(r, d, interval, e))
    return e->code;
  p->step = lbm_steps_done(r->flow);
  if ((p->step > since && lbm_judge_beat(r, d, e)) || record(r, since, e))
    return e->code;
  return sample_due(r, since, interval) ? lbm_judge(r, d, interval, e) : 0;
}

/* Makes a cycle, and the work after it. */
static int go_on_in_cycles(struct lbm_run *r, const struct tile_domain *d, struct tile_error *e)
{
  const int64_t since = lbm_steps_done(r->flow);
  if (lbm_cycles_make(r, e))
    return e->code;
  r->parameters->step = lbm_steps_done(r->flow);
  if (record(r, since, e) || lbm_judge_cycle(r, d, e) || lbm_cycles_leave(r, e))
    return e->code;
  r->stopped = r->tick && r->tick(r->self, lbm_steps_done(r->flow));
  return 0;
}

static int make_steps(struct lbm_run *r, const struct tile_domain *d, struct tile_error *e)
{
  struct lbm_parameters *p = r->parameters;
  const int64_t interval = r->converge > 0 ? lbm_watch_interval(d, p->axis) : 0;
  while (lbm_steps_done(r->flow) < r->last && !r->stopped && !p->converged && !r->unsettled && !r->limited) {
    const int64_t since = lbm_steps_done(r->flow);
    if ((r->steady ? go_on_in_cycles(r, d, e) : go_on(r, d, interval, e)) || checkpoint(r, since, e))
      return e->code;
  }
  p->step = lbm_steps_done(r->flow);
  return wait_for_beat(r, e);
}

static int prepare(struct lbm_run *r, const struct tile_domain *d, struct tile_error *e)
{
  r->parameters->converged = r->limited = false;
  r->remaining = (double)INFINITY;
  return lbm_watch_begin(r, d, e) || lbm_advance_begin(r, e) || (!r->steady && lbm_cycles_begin(r, e)) ? e->code : 0;
}

int lbm_run(struct lbm_run *r, const struct tile_domain *d, struct tile_error *e)
{
  const int code = prepare(r, d, e) || make_steps(r, d, e) ? e->code : 0;
  if (code || !r->keeps)
    lbm_cycles_end(r);
  lbm_advance_end(r);
  lbm_watch_end(r);
  return code;
}

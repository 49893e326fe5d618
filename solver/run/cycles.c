/* SPDX-License-Identifier: BSD-3-Clause */
#include "stages.h"

#include "communicator.h"
#include "steady.h"

#include <math.h>

#include <omp.h>

void lbm_cycles_end(struct lbm_run *r)
{
  lbm_steady_free(r->steady);
  r->steady = NULL;
}

static bool are_wanted(const struct lbm_run *r)
{
  return (r->creeping || r->inertial) && r->converge > 0;
}

static bool has_inertia(const struct lbm_run *r)
{
  return r->parameters->setup.equilibrium != LBM_STOKES;
}

static void leave_out(struct lbm_run *r, const char *why)
{
  snprintf(r->uncorrected, sizeof r->uncorrected, "%s", why);
}

static int prepare(struct lbm_run *r, struct tile_error *e)
{
  const size_t bytes = lbm_steady_bytes(r->flow);
  return (lbm_steady_on_host(r->flow) && tile_afford(bytes, 1, "the equations of Stokes", e)) ||
                 lbm_steady_new(&r->steady, r->flow, e)
             ? e->code
             : 0;
}

/* The first process needs most, and all processes report the same. */
static void leave_out_for_memory(struct lbm_run *r)
{
  double bytes = (double)lbm_steady_bytes(r->flow);
  lbm_comm_share(&bytes, sizeof bytes, 0);
  snprintf(r->uncorrected, sizeof r->uncorrected, "no memory: it needs about %.1f MB more on the %s%s", bytes * 1e-6,
           lbm_steady_on_host(r->flow) ? "host" : "GPU", lbm_comm_size() > 1 ? " of the first process" : "");
}

static void say_left(struct lbm_run *r)
{
  snprintf(r->uncorrected, sizeof r->uncorrected, "from step %lld on, where corrections no longer helped",
           (long long)r->parameters->cycles.left);
}

static const char *obstacle_of(const struct lbm_run *r)
{
  if (!are_wanted(r))
    return "";
  return r->inertial || r->parameters->setup.equilibrium == LBM_STOKES ? lbm_steady_obstacle(r->flow)
                                                                       : "it needs the equilibrium stokes";
}

/* Are there to be cycles? If not, r->uncorrected says why. */
static bool are_possible(struct lbm_run *r)
{
  struct lbm_cycles *c = &r->parameters->cycles;
  const char *obstacle = obstacle_of(r);
  leave_out(r, obstacle ? obstacle : "");
  if (obstacle)
    *c = (struct lbm_cycles){0};
  else if (c->left)
    say_left(r);
  return !obstacle && !c->left;
}

int lbm_cycles_begin(struct lbm_run *r, struct tile_error *e)
{
  const double begin = omp_get_wtime();
  struct lbm_cycles *c = &r->parameters->cycles;
  r->corrections = r->calms = 0;
  r->correcting = 0;
  if (!are_possible(r))
    return 0;
  const int code = prepare(r, e);
  if (lbm_comm_any(code != 0)) { /* if any process has no memory for corrections, the run goes on without them */
    lbm_cycles_end(r);
    *c = (struct lbm_cycles){0};
    leave_out_for_memory(r);
    return code == TILE_FAILED ? 0 : code;
  }
  const int depth = lbm_steady_depth(r->steady);
  if (c->depth != depth)
    *c = (struct lbm_cycles){.depth = depth};
  r->correcting = omp_get_wtime() - begin;
  r->seconds += r->correcting;
  return 0;
}

int lbm_cycles_make(struct lbm_run *r, struct tile_error *e)
{
  double stepping;
  const double begin = omp_get_wtime();
  const int code = lbm_steady_cycle(r->steady, &stepping, e);
  const double took = omp_get_wtime() - begin;
  r->seconds += took;
  r->correcting += took - stepping;
  r->steps += lbm_steady_steps(r->steady);
  r->corrections++;
  r->parameters->cycles.made++;
  return code;
}

/* With inertia the mean flow may rest for some cycles though the flow does not. What a cycle moves shows that: with this
 * margin the true distance was at most EPS in all of 231 cases, and up to 11 EPS without (tests/bench/RESULTS.md). */
#define MARGIN 3.

static double power_of(const struct lbm_run *r, double flow)
{
  return r->creeping ? r->drive.drop / r->drive.length * flow : 0;
}

/* The mean of a creeping flow may rest, too, where cycles hardly change the flow, as beside thin cylinders; lbm_steady_work
 * shows that. */
double lbm_cycles_remaining(const struct lbm_run *r, double flow)
{
  if (has_inertia(r))
    return MARGIN * lbm_steady_moved(r->steady);
  const double power = power_of(r, flow);
  return power != 0 ? fabs(lbm_steady_work(r->steady) / power) : 0;
}

double lbm_cycles_rounded(const struct lbm_run *r, const struct tile_domain *d, double flow)
{
  const double power = power_of(r, flow);
  if (!(power != 0) || has_inertia(r))
    return 0;
  return fabs((r->steady ? lbm_steady_rounded(r->steady) : flow * flow / lbm_watch_nodes(d)) / power);
}

struct tile_rest lbm_cycles_reading(const struct lbm_run *r)
{
  return r->steady ? lbm_steady_reading(r->steady, r->parameters->cycles.made) : (struct tile_rest){0};
}

struct tile_rest lbm_cycles_writing(const struct lbm_run *r)
{
  return r->steady ? lbm_steady_writing(r->steady, r->parameters->cycles.made) : (struct tile_rest){0};
}

int lbm_cycles_resume(struct lbm_run *r, bool found, struct tile_error *e)
{
  if (!r->steady)
    return 0;
  struct lbm_cycles *c = &r->parameters->cycles;
  if (lbm_comm_any(found))
    return lbm_steady_resume(r->steady, c->made, e);
  *c = (struct lbm_cycles){.depth = c->depth};
  return 0;
}

/* How many cycles may bring nothing. With inertia cycles either converge soon or lead nowhere. */
enum { LONG = 40, LONG_WITH_INERTIA = 20 };

static bool are_in_vain(struct lbm_run *r)
{
  struct lbm_cycles *c = &r->parameters->cycles;
  const double now = has_inertia(r) ? lbm_steady_moved(r->steady) : r->remaining;
  c->idle++;
  if (isfinite(now) && (!(c->least > 0) || now < c->least / 2)) {
    c->least = now;
    c->idle = 0;
  }
  return c->idle >= (has_inertia(r) ? LONG_WITH_INERTIA : LONG);
}

/* Do cycles lead away from the steady state? */
static bool strays(const struct lbm_run *r)
{
  enum { FIRST = 4 };
  const double moved = lbm_steady_moved(r->steady);
  return has_inertia(r) && r->corrections > FIRST && !(moved < 1);
}

/* Time steps alone then lead on; where populations are rounded more than in fp64 they would move the flow without end. Beside
 * interpolated walls the limit of cycles is about 1e-6. */
int lbm_cycles_leave(struct lbm_run *r, struct tile_error *e)
{
  const bool in_vain = are_in_vain(r);
  if (r->parameters->converged || r->limited || !(in_vain || strays(r)))
    return 0;
  r->limited = r->parameters->setup.precision != LBM_FP64 && !has_inertia(r);
  if (r->limited)
    return 0;
  const int code = has_inertia(r) ? lbm_steady_return(r->steady, e) : 0;
  lbm_cycles_end(r);
  lbm_parameters_clear_samples(r->parameters);
  r->parameters->cycles = (struct lbm_cycles){.left = lbm_steps_done(r->flow)};
  say_left(r);
  return code;
}

double lbm_correction_seconds(const struct lbm_run *r)
{
  const double steps = (double)(r->steps - r->calms);
  const double each = steps > 0 ? (r->seconds - r->correcting) / steps : 0;
  return fmax(r->correcting - (double)r->calms * each, 0);
}

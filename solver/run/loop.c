#include "loop.h"

#include "communicator.h"
#include "correction.h"
#include "steady.h"

#include <math.h>

#include <omp.h>

/* A window of samples takes as many time steps as the domain is long in nodes, so that sound passes through the domain
 * more than twice in LBM_SAMPLES samples. Samples are at least LEAST steps apart. */
int64_t lbm_sample_interval(const struct tile_domain *d, int axis)
{
  enum { LEAST = 10 };
  int64_t length = 0;
  for (int a = 0; a < 3; a++)
    if ((axis < 0 || a == axis) && d->grid[a] > length)
      length = d->grid[a];
  int64_t interval = (length + LBM_WINDOW - 1) / LBM_WINDOW;
  return interval > LEAST ? interval : LEAST;
}

int lbm_run_scale(struct lbm_run *r, double factor, struct tile_error *e)
{
  struct lbm_parameters *p = r->parameters;
  r->drive.drop *= factor;
  p->drop *= factor;
  p->converged = false;
  for (int a = 0; a < 3; a++)
    p->setup.force[a] *= factor;
  lbm_parameters_clear_samples(p);
  return lbm_scale(r->flow, factor, e);
}

/* Creeping flow is proportional to its drive, so that both are scaled instead of starting again. */
static int keep_creeping(struct lbm_run *r, double superficial, struct tile_error *e)
{
  double k = fabs(lbm_permeability_of(&r->drive, superficial, 0).voxel2);
  double reynolds = fabs(superficial) * sqrt(k) / r->drive.viscosity;
  if (!(reynolds > LBM_CREEPING))
    return 0;
  return lbm_run_scale(r, LBM_CREEPING / 2 / reynolds, e);
}

static double porosity_of(const struct lbm_run *r, const struct tile_domain *d)
{
  return (double)lbm_nonsolid(r->flow) / ((double)d->grid[0] * (double)d->grid[1] * (double)d->grid[2]);
}

/* Chooses another tau if the flow so far suggests one. */
static void judge_tau(struct lbm_run *r, const struct tile_domain *d, double superficial, int64_t interval)
{
  struct lbm_parameters *p = r->parameters;
  struct lbm_relaxation_view v = {.tau = p->setup.tau,
                                  .porosity = porosity_of(r, d),
                                  .length = r->drive.length,
                                  .now = lbm_steps_done(r->flow),
                                  .steps = interval,
                                  .trend = lbm_series_trend(&p->series)};
  v.k = lbm_permeability_of(&r->drive, v.trend.known ? v.trend.mean : superficial, 0).voxel2;
  lbm_relaxation_judge(&p->relaxation, &v);
}

static int change_tau(struct lbm_run *r, struct tile_error *e)
{
  struct lbm_parameters *p = r->parameters;
  double before = lbm_viscosity_of_tau(p->setup.tau), begin = omp_get_wtime();
  p->setup.tau = p->relaxation.tau;
  p->relaxation.tau = 0;
  r->drive.viscosity = lbm_viscosity_of_tau(p->setup.tau);
  p->units.dt *= r->drive.viscosity / before; /* the physical viscosity stays the same */
  lbm_parameters_clear_samples(p);
  int code = lbm_change_tau(r->flow, p->setup.tau, e);
  r->seconds += omp_get_wtime() - begin;
  r->steps++;
  return code;
}

/* The effects of rounding alone: the relative range of the mean flow of a settled run, the spread of the flux between
 * its layers and the changes of the fluxes of its openings (with a margin), and the least bound that a run can reach
 * with them. */
static const struct {
  double noise, spread, openings, least;
} rounding[LBM_PRECISIONS] = {[LBM_FP64] = {1e-12, 0, 1e-12, 0},
                              [LBM_FP32] = {1e-6, 2e-5, 2e-5, 0},
                              [LBM_FP64_FP32] = {1e-6, 2e-5, 2e-5, 0},
                              [LBM_FP32_FP16] = {5e-4, 1e-3, 1e-2, 1e-3}};

double lbm_least_bound(enum lbm_precision p)
{
  return rounding[p].least;
}

/* The difference of the flux between layers shows motion that has not settled, where mass and volume are the same. The
 * mass that layers gain in a time step shows it beside interpolated walls too, which let a little mass through. */
enum layers { NO_LAYERS, THEIR_FLUX, THEIR_GAIN };

static enum layers judged_by(const struct lbm_run *r)
{
  const struct lbm_setup *s = &r->parameters->setup;
  if (!r->creeping || s->equilibrium == LBM_QUASI)
    return NO_LAYERS;
  return s->walls != LBM_WALLS_HALFWAY ? THEIR_GAIN : THEIR_FLUX;
}

/* Returns whether no pressure holds the density. */
static bool floats(const struct lbm_setup *s, const struct tile_domain *d)
{
  for (int i = 0; i < d->patches; i++)
    if (s->condition[i].kind == LBM_AT_PRESSURE)
      return false;
  return true;
}

static int totals_by(enum layers by, struct lbm_totals *s, double *spread, struct lbm_run *r,
                     const struct tile_domain *d, int64_t interval, struct tile_error *e)
{
  const int axis = r->parameters->axis;
  *spread = 0;
  if (r->openings)
    return lbm_openings_sample(r->openings, r->flow, interval, &r->parameters->openings, s, e);
  if (by == THEIR_GAIN)
    return lbm_filling_end(&r->filling, r->flow, d, axis, s, spread, e);
  return by == THEIR_FLUX ? lbm_totals_spread(r->flow, axis, s, spread, e) : lbm_totals(r->flow, s, e);
}

/* Momentum that alternates from step to step changes the speed, and flow past openings: the mean of two steps is judged
 * there. */
static bool two_steps_count(const struct lbm_run *r)
{
  return r->converge > 0 && judged_by(r) == NO_LAYERS;
}

static double flow_of(const struct lbm_run *r, const struct lbm_totals *s)
{
  const int axis = r->parameters->axis;
  return axis >= 0 ? s->velocity[axis] : s->speed;
}

/* Finds the mean flow, and the spread of its flux between layers where that is meaningful. */
static int totals(struct lbm_sample *now, struct lbm_run *r, const struct tile_domain *d, int64_t interval,
                  struct tile_error *e)
{
  const struct lbm_parameters *p = r->parameters;
  struct lbm_totals s;
  double spread, nodes = (double)d->grid[0] * (double)d->grid[1] * (double)d->grid[2];
  if (totals_by(judged_by(r), &s, &spread, r, d, interval, e))
    return e->code;
  spread = fmax(spread - rounding[p->setup.precision].spread, 0);
  const double flow = flow_of(r, &s);
  *now = (struct lbm_sample){(two_steps_count(r) ? 0.5 * (flow + r->before) : flow) / nodes, spread};
  return 0;
}

/* The same bound for the fluxes of openings and the growth of mass; 0 without openings. */
static double judge_openings(struct lbm_run *r)
{
  const struct lbm_opening_series *s = &r->parameters->openings;
  const double noise = rounding[r->parameters->setup.precision].openings;
  if (!r->openings)
    return 0;
  r->growth = lbm_openings_growth(s);
  r->opening_remaining = fmax(lbm_series_bound(&s->series, 1, noise) - noise, 0);
  return r->opening_remaining;
}

static bool unrest_lasts(struct lbm_run *r)
{
  const struct lbm_parameters *p = r->parameters;
  const bool mean = lbm_unrest_lasts(&r->unrest, &p->series);
  return r->openings ? lbm_unrest_lasts(&r->opening_unrest, &p->openings.series) && mean : mean;
}

/* Judges the flow at one tau; a change of tau begins a new series. */
static void judge_convergence(struct lbm_run *r, struct lbm_sample now)
{
  struct lbm_parameters *p = r->parameters;
  lbm_series_add(&p->series, now);
  r->remaining = fmax(lbm_series_remaining(&p->series, rounding[p->setup.precision].noise), judge_openings(r));
  p->converged = r->remaining < r->converge && r->converge >= rounding[p->setup.precision].least;
  r->unsettled = r->last == INT64_MAX && unrest_lasts(r);
}

static int sample(struct lbm_run *r, const struct tile_domain *d, int64_t interval, struct tile_error *e)
{
  const struct lbm_parameters *p = r->parameters;
  struct lbm_sample now;
  if (totals(&now, r, d, interval, e))
    return e->code;
  judge_convergence(r, now);
  if (r->creeping && p->relaxation.automatic && !r->steady)
    judge_tau(r, d, now.value, interval);
  return r->creeping && p->setup.equilibrium != LBM_STOKES ? keep_creeping(r, now.value, e) : 0;
}

static int64_t next_multiple(int64_t step, int64_t of, int64_t limit)
{
  int64_t next;
  bool beyond = !of || __builtin_mul_overflow(step / of + 1, of, &next) || next > limit;
  return beyond ? limit : next;
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

static int step_or_calm(struct lbm_run *r, int64_t steps, struct tile_error *e)
{
  const int64_t now = lbm_steps_done(r->flow);
  return calms(r, now) ? lbm_stagger_step(r->stagger, e) : lbm_step(r->flow, steps, e);
}

/* Makes the steps to `until`, in groups that take about a tenth of a second. */
static int advance(struct lbm_run *r, int64_t until, struct tile_error *e)
{
  int64_t group = r->group ? r->group : 1;
  while (lbm_steps_done(r->flow) < until && !r->stopped) {
    const int64_t left = until - lbm_steps_done(r->flow), n = steps_at_once(r, group < left ? group : left);
    const bool calm = calms(r, lbm_steps_done(r->flow));
    double begin = omp_get_wtime();
    if (step_or_calm(r, n, e))
      return e->code;
    double took = omp_get_wtime() - begin;
    lbm_comm_share(&took, sizeof took, 0); /* all processes make the same groups */
    r->seconds += took;
    r->steps += n;
    r->correcting += calm ? took : 0;
    r->calms += calm;
    if (took < 0.05 && n == group)
      group *= 2;
    else if (took > 0.2 && group > 1)
      group /= 2;
    r->group = group;
    r->stopped = r->tick && r->tick(r->self, lbm_steps_done(r->flow));
  }
  return 0;
}

/* If the gain of layers or of the whole domain in a time step is judged, masses before the last step are needed; if the
 * mean of two steps is, the flow before the last one. */
static int advance_to_sample(struct lbm_run *r, const struct tile_domain *d, int64_t until, int64_t interval,
                             struct tile_error *e)
{
  const struct lbm_parameters *p = r->parameters;
  const bool samples = interval && until % interval == 0, gain = samples && judged_by(r) == THEIR_GAIN;
  const bool two = samples && two_steps_count(r);
  struct lbm_totals s;
  if ((gain || two) && advance(r, until - 1, e))
    return e->code;
  if (gain && !r->stopped && lbm_filling_begin(&r->filling, r->flow, d, p->axis, floats(&p->setup, d), e))
    return e->code;
  if (two && !r->stopped &&
      (r->openings ? lbm_openings_begin(r->openings, r->flow, &s, e) : lbm_totals(r->flow, &s, e)))
    return e->code;
  r->before = two && !r->stopped ? flow_of(r, &s) : 0;
  return advance(r, until, e);
}

/* Has the run passed a multiple of r->every since that step? */
static bool checkpoint_due(const struct lbm_run *r, int64_t since)
{
  return r->every && r->checkpoint && lbm_steps_done(r->flow) / r->every > since / r->every;
}

static int64_t next_record(const struct lbm_run *r, int64_t step)
{
  return r->next_record ? r->next_record(r->self, step) : INT64_MAX;
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

static int64_t earlier(int64_t a, int64_t b)
{
  return a < b ? a : b;
}

/* Takes a sample of the beat, if this step has one. The flow is periodic when little is left to change. */
static int sample_beat(struct lbm_run *r, const struct tile_domain *d, struct tile_error *e)
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

/* The step of the next sample, record, checkpoint or the last one. */
static int64_t next_stop(const struct lbm_run *r, int64_t step, int64_t interval)
{
  const int64_t next =
      next_multiple(step, interval, next_multiple(step, r->every, earlier(next_record(r, step), r->last)));
  return r->beat ? earlier(lbm_beat_next(r->beat, step), next) : next;
}

/* Does the work from one sample, record or checkpoint to the next. */
static int go_on(struct lbm_run *r, const struct tile_domain *d, int64_t interval, struct tile_error *e)
{
  struct lbm_parameters *p = r->parameters;
  const int64_t since = lbm_steps_done(r->flow);
  if (p->relaxation.tau > 0 && change_tau(r, e))
    return e->code;
  const int64_t step = lbm_steps_done(r->flow);
  if (!checkpoint_due(r, since) && advance_to_sample(r, d, next_stop(r, step, interval), interval, e))
    return e->code;
  p->step = lbm_steps_done(r->flow);
  if ((p->step > step && sample_beat(r, d, e)) || record(r, step, e))
    return e->code;
  const bool ramping = p->step <= p->setup.ramp;
  if (interval && !ramping && p->step > step && p->step % interval == 0 && sample(r, d, interval, e))
    return e->code;
  if (!checkpoint_due(r, since))
    return 0;
  return wait_for_beat(r, e) || r->checkpoint(r->self, e) ? e->code : 0;
}

/* Judges the flow after a cycle. */
static int sample_cycle(struct lbm_run *r, const struct tile_domain *d, struct tile_error *e)
{
  struct lbm_parameters *p = r->parameters;
  const enum lbm_precision precision = p->setup.precision;
  const double nodes = (double)d->grid[0] * (double)d->grid[1] * (double)d->grid[2];
  struct lbm_totals s;
  double spread;
  if (lbm_totals_spread(r->flow, p->axis, &s, &spread, e))
    return e->code;
  spread = judged_by(r) == THEIR_FLUX ? fmax(spread - rounding[precision].spread, 0) : 0;
  lbm_series_add(&p->series, (struct lbm_sample){s.velocity[p->axis] / nodes, spread});
  r->remaining = lbm_series_of_cycles(&p->series, rounding[precision].noise);
  p->converged = r->remaining < r->converge && r->converge >= rounding[precision].least;
  return 0;
}

/* Cycles that bring nothing for long are left: time steps alone then lead on. Beside interpolated walls their limit is
 * about 1e-6. */
static void leave_cycles(struct lbm_run *r)
{
  enum { LONG = 60 };
  if (r->corrections == 1 || r->remaining < r->least / 2) {
    r->least = r->remaining;
    r->least_at = r->corrections;
  }
  if (r->parameters->converged || r->corrections - r->least_at < LONG)
    return;
  lbm_corrections_end(r);
  lbm_parameters_clear_samples(r->parameters);
  snprintf(r->uncorrected, sizeof r->uncorrected, "from step %lld on, where corrections no longer helped",
           (long long)lbm_steps_done(r->flow));
}

/* Makes a cycle, and the work after it. */
static int go_on_in_cycles(struct lbm_run *r, const struct tile_domain *d, struct tile_error *e)
{
  struct lbm_parameters *p = r->parameters;
  const int64_t since = lbm_steps_done(r->flow);
  if (lbm_correct(r, e))
    return e->code;
  p->step = lbm_steps_done(r->flow);
  if (record(r, since, e) || sample_cycle(r, d, e))
    return e->code;
  leave_cycles(r);
  r->stopped = r->tick && r->tick(r->self, p->step);
  return checkpoint_due(r, since) ? r->checkpoint(r->self, e) : 0;
}

static int make_steps(struct lbm_run *r, const struct tile_domain *d, struct tile_error *e)
{
  struct lbm_parameters *p = r->parameters;
  const int64_t interval = r->converge > 0 ? lbm_sample_interval(d, p->axis) : 0;
  while (lbm_steps_done(r->flow) < r->last && !r->stopped && !p->converged && !r->unsettled)
    if (r->steady ? go_on_in_cycles(r, d, e) : go_on(r, d, interval, e))
      return e->code;
  if (wait_for_beat(r, e))
    return e->code;
  p->step = lbm_steps_done(r->flow);
  return 0;
}

/* Prepares damping where a steady flow is sought. If any process has no memory for it, the run goes on without it. */
static int open_stagger(struct lbm_run *r, struct tile_error *e)
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
  if (lbm_comm_any(code != 0)) {
    lbm_stagger_free(r->stagger);
    r->stagger = NULL;
    if (r->parameters->setup.say)
      r->parameters->setup.say(
          "no memory to take out momentum that alternates from step to step: the run goes on without");
    snprintf(r->undamped, sizeof r->undamped, "no memory: it needs 40 bytes a node of the domain");
  }
  return code == TILE_FAILED ? 0 : code;
}

/* Where layers are compared, they show what openings would show. */
static int open_openings(struct lbm_run *r, const struct tile_domain *d, struct tile_error *e)
{
  r->opening_remaining = r->growth = (double)NAN;
  return r->converge > 0 && judged_by(r) == NO_LAYERS ? lbm_openings_make(&r->openings, &r->parameters->setup, d, e)
                                                      : 0;
}

int lbm_run(struct lbm_run *r, const struct tile_domain *d, struct tile_error *e)
{
  r->parameters->converged = false;
  r->remaining = (double)INFINITY;
  const int code =
      open_openings(r, d, e) || open_stagger(r, e) || lbm_corrections_begin(r, e) || make_steps(r, d, e) ? e->code : 0;
  lbm_corrections_end(r);
  lbm_filling_free(&r->filling);
  lbm_openings_free(r->openings);
  r->openings = NULL;
  lbm_stagger_free(r->stagger);
  r->stagger = NULL;
  return code;
}

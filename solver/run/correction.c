#include "correction.h"

#include "communicator.h"
#include "pressure.h"

#include <math.h>

#include <omp.h>

void lbm_corrections_end(struct lbm_run *r)
{
  lbm_pressure_free(r->pressure);
  r->pressure = NULL;
}

static bool are_wanted(const struct lbm_run *r)
{
  return r->creeping && r->converge > 0 && r->parameters->relaxation.automatic;
}

static void leave_out(struct lbm_run *r, const char *why)
{
  snprintf(r->uncorrected, sizeof r->uncorrected, "%s", why);
}

static const char needless[] = "the sample is short beside its pores, and pressure settles as soon as momentum";

/* In a sample that is short compared with the length over which momentum settles, pressure settles as soon as momentum.
 * Along a periodic axis pressure settles four times as fast, so that this holds up to 32 times that length. */
#define LONG 20.
#define LONG_ROUND 32.
static double most_reach(const struct lbm_run *r)
{
  return r->drive.length / (r->drive.force ? LONG_ROUND : LONG);
}

static int prepare(struct lbm_run *r, struct tile_error *e)
{
  const size_t bytes = lbm_pressure_bytes(r->flow);
  return (lbm_pressure_on_host(r->flow) && tile_afford(bytes, 1, "the pressure correction", e)) ||
                 lbm_pressure_new(&r->pressure, r->flow, most_reach(r), e)
             ? e->code
             : 0;
}

/* The first process needs most, and all processes report the same. */
static void leave_out_for_memory(struct lbm_run *r)
{
  double bytes = (double)lbm_pressure_bytes(r->flow);
  lbm_comm_share(&bytes, sizeof bytes, 0);
  snprintf(r->uncorrected, sizeof r->uncorrected, "no memory: it needs about %.1f MB more on the %s%s", bytes * 1e-6,
           lbm_pressure_on_host(r->flow) ? "host" : "GPU", lbm_comm_size() > 1 ? " of the first process" : "");
}

/* code 0: another process has no memory for the corrections. */
static void say_without(const struct lbm_parameters *p, int code, const struct tile_error *e)
{
  char line[sizeof e->text + 64];
  if ((code && code != TILE_FAILED) || !p->setup.say)
    return;
  snprintf(line, sizeof line, "%s: the run goes on without",
           code ? e->text : "another process has no memory for the pressure correction");
  p->setup.say(line);
}

int lbm_corrections_begin(struct lbm_run *r, struct tile_error *e)
{
  struct lbm_parameters *p = r->parameters;
  const double begin = omp_get_wtime();
  const char *obstacle = are_wanted(r) ? lbm_pressure_obstacle(r->flow, r->converge) : "";
  r->corrections = r->calms = 0;
  r->correcting = 0;
  leave_out(r, obstacle ? obstacle : "");
  if (obstacle)
    return 0;
  if (lbm_pressure_estimate(r->flow) >= most_reach(r)) {
    leave_out(r, needless);
    return 0;
  }
  const int code = prepare(r, e);
  if (lbm_comm_any(code != 0)) { /* if any process has no memory for corrections, the run goes on without them */
    lbm_corrections_end(r);
    leave_out_for_memory(r);
    say_without(p, code, e);
    return code == TILE_FAILED ? 0 : code;
  }
  lbm_pressure_agree(r->pressure);
  const double tau = lbm_pressure_tau(r->pressure);
  if (lbm_pressure_reach(r->pressure) < most_reach(r))
    p->relaxation.tau = tau != p->setup.tau ? tau : 0;
  else {
    lbm_corrections_end(r);
    leave_out(r, needless);
  }
  r->correcting = omp_get_wtime() - begin;
  r->seconds += r->correcting;
  return 0;
}

double lbm_correction_seconds(const struct lbm_run *r)
{
  const double inside = (double)(r->corrections * LBM_PRESSURE_STEPS + r->calms), steps = (double)r->steps - inside;
  const double each = steps > 0 ? (r->seconds - r->correcting) / steps : 0;
  return fmax(r->correcting - inside * each, 0);
}

int64_t lbm_correction_steps(const struct lbm_run *r)
{
  return r->parameters->setup.walls != LBM_WALLS_HALFWAY ? LBM_CORRECTION_STEPS_OF_CUTS : LBM_CORRECTION_STEPS;
}

/* Beside interpolated walls the equation differs a little from that of the time steps: each correction leaves a small
 * error that fades as momentum settles. After MANY corrections they become ever rarer, so that these errors do not
 * last. */
static bool is_turn(const struct lbm_run *r, int64_t corrections)
{
  enum { MANY = 16 };
  return r->parameters->setup.walls == LBM_WALLS_HALFWAY || corrections <= MANY ||
         (corrections & (corrections - 1)) == 0;
}

bool lbm_correction_due(const struct lbm_run *r)
{
  const int64_t step = lbm_steps_done(r->flow), steps = lbm_correction_steps(r);
  return r->pressure && step && step % steps == 0 && is_turn(r, step / steps);
}

int lbm_correct(struct lbm_run *r, struct tile_error *e)
{
  const double begin = omp_get_wtime();
  const int code = lbm_pressure_correct(r->pressure, e);
  const double took = omp_get_wtime() - begin;
  r->seconds += took;
  r->correcting += took;
  r->steps += LBM_PRESSURE_STEPS;
  r->corrections++;
  return code;
}

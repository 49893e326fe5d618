/* --refine: the permeability of the same sample at half resolution, and at a quarter, before that of the domain itself. */
#include "run_job.h"
#include "run_level.h"

#include <math.h>

static const char *name_of(const struct run_level *l)
{
  return l->n == 2 ? "half resolution" : "a quarter of the resolution";
}

/* ---- what excludes it ---------------------------------------------------- */

void run_check_refine(void)
{
  if (!asked.refine)
    return;
  if (asked.axis < 0)
    cli_usage("--refine tells the error of a permeability: give --permeability");
  if (asked.benchmark)
    cli_usage("--refine and --benchmark: give one of them");
}

static bool is_at_rest(const struct lbm_condition *c)
{
  const double *u = c->velocity;
  return c->kind == LBM_AT_WALL && !(fabs(u[0]) > 0 || fabs(u[1]) > 0 || fabs(u[2]) > 0);
}

void run_check_sides(const struct run_options *o, const struct lbm_parameters *p, const struct tile_domain *d)
{
  for (int i = 0; i < d->patches; i++)
    if (d->patch[i].face[0] - 'x' != o->axis && !is_at_rest(p->setup.condition + i))
      cli_usage("--refine: patch '%s' (face %s) must be a wall at rest, --set %s:wall=0,0,0", d->patch[i].name,
                d->patch[i].face, d->patch[i].name);
}

static void no_interval(struct run_refined *r, const struct run_level *l, const char *why)
{
  if (l->n == 2)
    snprintf(r->why, sizeof r->why, "at %s %s", name_of(l), why);
}

/* Steps until it has converged; false: it does not, and why. */
static bool solve(struct run_level *l, struct run_refined *r)
{
  struct tile_error e;
  check_or_exit(run_level_set_up(l, &e), &e);
  const int code = run_level_step(l, &e);
  r->seconds += l->run.seconds;
  if (code == LBM_DIVERGED)
    no_interval(r, l, "the flow diverges");
  else
    check_or_exit(code, &e);
  if (!code && !l->parameters.converged)
    no_interval(r, l, run_caught() ? "the run was stopped" : "the flow has not converged");
  return !code && l->parameters.converged;
}

static bool flows(struct run_level *l, struct run_refined *r)
{
  char why[80];
  if (run_level_percolates(l))
    return solve(l, r);
  snprintf(why, sizeof why, "no way leads through the pore space along %c", 'x' + asked.axis);
  no_interval(r, l, why);
  return false;
}

/* k, or NaN; also the column of the tensor. */
static double compute(struct run_refined *r, int n, bool fluid, double column[3])
{
  struct run_level l = {.n = n, .fluid = fluid};
  struct tile_error e;
  double k = (double)NAN;
  const int code = tile_coarsen(&l.domain, &job.domain, n, fluid, &e);
  if (code == TILE_REJECTED)
    snprintf(r->why, sizeof r->why, "the domain %.80s", e.text);
  else
    check_or_exit(code, &e);
  if (!code && flows(&l, r)) {
    run_level_measure(&l, column);
    k = column[asked.axis];
    r->levels.bound = fmax(r->levels.bound, l.run.remaining);
    cli_say("at %s, undecided voxels %s, k along %c is %.6g voxel2", name_of(&l), fluid ? "fluid" : "solid",
            'x' + asked.axis, k);
  }
  run_level_end(&l);
  return k;
}

/* ---- all levels ---------------------------------------------------------- */

/* Nodes along every axis, at least, for a flow that says something; one slice stays one. */
enum { LEAST_GRID = 16 };
static bool quarter_is_enough(void)
{
  const int64_t *n = job.domain.grid;
  return n[0] >= 4 * LEAST_GRID && n[1] >= 4 * LEAST_GRID && (n[2] >= 4 * LEAST_GRID || n[2] == 1);
}

void run_refine(void)
{
  struct run_refined *r = &job.refined;
  double aside[3];
  *r = (struct run_refined){.asked = asked.refine && job.domain.edge == TILE_EDGE,
                            .levels.quarter = {(double)NAN, (double)NAN}};
  if (r->asked)
    run_watch_signals();
  for (int fluid = 0; fluid < 2 && r->asked && !*r->why; fluid++)
    r->levels.half[fluid] = compute(r, 2, fluid, r->half[fluid]);
  for (int fluid = 0; fluid < 2 && r->asked && !*r->why && quarter_is_enough(); fluid++)
    r->levels.quarter[fluid] = compute(r, 4, fluid, aside);
}

/* Of what is aside of the diagonal ratios say nothing. */
static void set_column_errors(struct run_refined *r, const double column[3])
{
  for (int a = 0; a < 3; a++) {
    const double mean = (r->half[0][a] + r->half[1][a]) / 2, walls = fabs(r->half[0][a] - r->half[1][a]) / 6;
    r->error[a] = a == asked.axis ? r->interval.error
                                  : fabs(column[a] - mean) + walls + r->interval.convergence + r->interval.flux;
  }
}

static void compare(struct run_refined *r, const struct run_drive *d)
{
  struct tile_error e;
  struct lbm_totals totals;
  const bool same_flux = job.parameters.setup.equilibrium != LBM_QUASI; /* there density falls along the flow */
  struct lbm_levels *l = &r->levels;
  l->fine = d->k.voxel2;
  l->bound = fmax(l->bound, d->remaining);
  l->spread = (double)NAN;
  if (same_flux)
    check_or_exit(lbm_totals_spread(job.flow, job.parameters.axis, &totals, &l->spread, &e), &e);
  if (!isfinite(l->bound))
    snprintf(r->why, sizeof r->why, "the run has not converged");
  else if (!lbm_interval_make(&r->interval, l))
    snprintf(r->why, sizeof r->why, "at half resolution k is %.4g to %.4g voxel2, not comparable", l->half[0],
             l->half[1]);
  else
    set_column_errors(r, d->column);
}

void run_refine_end(struct run_drive *d)
{
  if (job.refined.asked && !*job.refined.why)
    compare(&job.refined, d);
  d->refined = job.refined;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* --refine: the permeability of the same sample at half resolution, and at a quarter, before that of the domain itself. */
#include "run.h"
#include "run_setup.h"
#include "internal_measure.h"

#include <math.h>
#include <string.h>

/* The flow of the run at 1/n of its resolution. */
struct level {
  int n;
  bool fluid;                /* what undecided voxels become */
  bool moved;                /* walls lie LBM_MOVED of a voxel of the run deeper in the solid */
  struct tile_domain domain; /* of tile_coarsen() */
  struct lbm_parameters parameters;
  struct lbm_run loop;
  struct run_progress progress;
};

static const char *name_of(const struct level *l)
{
  return l->n == 2 ? "half resolution" : "a quarter of the resolution";
}

/* ---- checks ---------------------------------------------------------------- */

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

/* ---- one level -------------------------------------------------------------- */

/* Sets up the flow of the run at this level: from rest, even if the run continues an earlier one, and with a tau of its
 * own if tau is chosen. */
static int set_up(struct level *l, const struct run *r, struct tile_error *e)
{
  struct lbm_parameters *p = &l->parameters;
  const struct lbm_parameters *whole = &r->parameters;
  if (lbm_parameters_read(p, &l->domain, e))
    return e->code;
  struct lbm_condition *own = p->setup.condition;
  struct lbm_course *course = p->setup.course;
  p->setup = whole->setup;
  p->setup.condition = own;
  p->setup.course = course;
  if (l->moved && p->setup.walls == LBM_WALLS_HALFWAY)
    p->setup.walls = LBM_WALLS_INTERPOLATED;
  p->axis = whole->axis;
  memset(p->setup.force, 0, sizeof p->setup.force);
  if (whole->relaxation.automatic) {
    p->relaxation = lbm_relaxation_begin((double)l->domain.grid[p->axis]);
    p->setup.tau = LBM_FIRST_TAU;
  }
  if (lbm_drive_permeability(p, &l->domain, &l->loop.drive, e))
    return e->code;
  for (int i = 0; i < l->domain.patches; i++)
    if (p->setup.condition[i].kind == LBM_AT_REST)
      p->setup.condition[i] = whole->setup.condition[i];
  return 0;
}

static bool tick(void *self, int64_t step)
{
  run_progress_at(self, step);
  return run_caught() != 0;
}

/* Steps until the flow has converged, the steps of --steps are made, or a signal comes. */
static int step(struct level *l, const struct run_options *o, struct tile_error *e)
{
  struct lbm_run *loop = &l->loop;
  if (lbm_new(&loop->flow, &l->domain, &l->parameters.setup, e) ||
      lbm_drive_start(loop->flow, &l->parameters, &l->domain, e))
    return e->code;
  loop->parameters = &l->parameters;
  loop->last = run_last_step(o, 0, 0, true);
  loop->converge = o->converge;
  loop->creeping = true;
  loop->tick = tick;
  loop->self = &l->progress;
  run_progress_begin(&l->progress, "refine", o, loop, &l->domain);
  const int code = lbm_run(loop, &l->domain, e);
  run_progress_end(&l->progress);
  return code;
}

/* The column of the tensor, in voxel2 of the domain itself. */
static void measure(struct level *l, double column[3])
{
  const int64_t *n = l->domain.grid;
  struct lbm_totals totals;
  struct tile_error e;
  double superficial[3];
  check_or_exit(lbm_totals(l->loop.flow, &totals, &e), &e);
  for (int a = 0; a < 3; a++)
    superficial[a] = totals.velocity[a] / ((double)n[0] * (double)n[1] * (double)n[2]);
  lbm_permeability_column(&l->loop.drive, superficial, column);
  for (int a = 0; a < 3; a++)
    column[a] *= l->n * l->n;
}

/* Does a way lead through the pore space along the axis of the drive? */
static bool percolates(const struct level *l, int axis)
{
  struct tile_paths paths;
  struct tile_error e;
  check_or_exit(tile_paths_make(&paths, &l->domain, &e), &e);
  return paths.through[axis];
}

static void end(struct level *l)
{
  lbm_free(l->loop.flow);
  lbm_parameters_free(&l->parameters);
  tile_domain_free(&l->domain);
}

/* Only half resolution is needed for an interval. */
static void no_interval(struct run_refined *f, const struct level *l, const char *why)
{
  if (l->n == 2)
    snprintf(f->why, sizeof f->why, "at %s %s", name_of(l), why);
}

/* Has the level converged? If not, f says why. */
static bool solve(struct level *l, const struct run *r, struct run_refined *f)
{
  struct tile_error e;
  check_or_exit(set_up(l, r, &e), &e);
  const int code = step(l, &r->options, &e);
  f->seconds += l->loop.seconds;
  if (code == LBM_DIVERGED)
    no_interval(f, l, "the flow diverges");
  else
    check_or_exit(code, &e);
  if (!code && !l->parameters.converged)
    no_interval(f, l, run_caught() ? "the run was stopped" : "the flow has not converged");
  return !code && l->parameters.converged;
}

static bool flows(struct level *l, const struct run *r, struct run_refined *f)
{
  const int axis = r->options.axis;
  char why[80];
  if (percolates(l, axis))
    return solve(l, r, f);
  snprintf(why, sizeof why, "no way leads through the pore space along %c", 'x' + axis);
  no_interval(f, l, why);
  return false;
}

static int make(struct level *l, const struct run *r, struct tile_error *e)
{
  return tile_coarsen(&l->domain, &r->domain, l->n, l->fluid, e) ||
                 (l->moved && tile_move_walls(&l->domain, 0.5 + LBM_MOVED / l->n, e))
             ? e->code
             : 0;
}

/* Returns k in voxel2 of the domain, or NaN, and the column of the tensor. */
static double compute(struct run *r, struct level l, double column[3])
{
  struct run_refined *f = &r->refined;
  const int axis = r->options.axis;
  struct tile_error e;
  double k = (double)NAN;
  const int code = make(&l, r, &e);
  if (code == TILE_REJECTED)
    snprintf(f->why, sizeof f->why, "the domain %.80s", e.text);
  else
    check_or_exit(code, &e);
  if (!code && flows(&l, r, f)) {
    measure(&l, column);
    k = column[axis];
    f->levels.bound = fmax(f->levels.bound, l.loop.remaining);
    cli_say("at %s, undecided voxels %s%s, k along %c is %.6g voxel2", name_of(&l), l.fluid ? "fluid" : "solid",
            l.moved ? ", walls moved" : "", 'x' + axis, k);
  }
  end(&l);
  return k;
}

/* ---- all levels ---------------------------------------------------------- */

/* Fewer nodes along an axis do not resolve a flow. A domain of one slice keeps its one slice. */
enum { LEAST_GRID = 16 };
static bool quarter_is_enough(const struct run *r)
{
  const int64_t *n = r->domain.grid;
  return n[0] >= 4 * LEAST_GRID && n[1] >= 4 * LEAST_GRID && (n[2] >= 4 * LEAST_GRID || n[2] == 1);
}

static void measure_walls(struct lbm_levels *l, const struct tile_domain *d)
{
  struct tile_error e;
  struct tile_flatness f;
  check_or_exit(tile_flatness_of(&f, d, &e), &e);
  l->flat = f.flat;
  l->straight = f.straight;
}

static void refine(struct run *r)
{
  struct run_refined *f = &r->refined;
  struct lbm_levels *l = &f->levels;
  double ignored[3];
  for (int fluid = 0; fluid < 2 && !*f->why; fluid++)
    l->half[fluid] = compute(r, (struct level){.n = 2, .fluid = fluid}, f->half[fluid]);
  if (!*f->why)
    l->moved = compute(r, (struct level){.n = 2, .fluid = true, .moved = true}, f->moved);
  for (int fluid = 0; fluid < 2 && !*f->why && quarter_is_enough(r); fluid++)
    l->quarter[fluid] = compute(r, (struct level){.n = 4, .fluid = fluid}, ignored);
  if (!*f->why)
    measure_walls(l, &r->domain);
}

void run_refine(struct run *r)
{
  struct run_refined *f = &r->refined;
  *f = (struct run_refined){.on = r->options.refine && r->domain.edge == TILE_EDGE,
                            .levels.quarter = {(double)NAN, (double)NAN}};
  if (f->on) {
    run_watch_signals();
    refine(r);
  }
}

/* For the elements beside the diagonal, ratios of levels have no meaning: their error is a sum of differences. */
static void set_column_errors(struct run_refined *f, int axis, const double column[3])
{
  for (int a = 0; a < 3; a++) {
    const double mean = (f->half[0][a] + f->half[1][a]) / 2;
    const double walls = f->interval.shift * fabs(f->moved[a] - f->half[1][a]) / LBM_MOVED;
    f->error[a] =
        a == axis ? f->interval.error : fabs(column[a] - mean) + walls + f->interval.convergence + f->interval.flux;
  }
}

/* How the flux differs from layer to layer; NaN where the density falls along the flow. */
static double flux_spread(const struct run *r)
{
  struct tile_error e;
  struct lbm_totals totals;
  double spread = (double)NAN;
  if (r->parameters.setup.equilibrium != LBM_QUASI)
    check_or_exit(lbm_totals_spread(r->flow, r->parameters.axis, &totals, &spread, &e), &e);
  return spread;
}

static void compare(struct run *r, const struct run_drive *d)
{
  struct run_refined *f = &r->refined;
  struct lbm_levels *l = &f->levels;
  l->fine = d->k.voxel2;
  l->bound = fmax(l->bound, d->remaining);
  l->spread = flux_spread(r);
  if (!isfinite(l->bound))
    snprintf(f->why, sizeof f->why, "the run has not converged");
  else if (!lbm_interval_make(&f->interval, l))
    snprintf(f->why, sizeof f->why, "at half resolution k is %.4g to %.4g voxel2, not comparable", l->half[0],
             l->half[1]);
  else
    set_column_errors(f, r->options.axis, d->column);
}

void run_refine_end(struct run *r, struct run_drive *d)
{
  if (r->refined.on && !*r->refined.why)
    compare(r, d);
  d->refined = r->refined;
}

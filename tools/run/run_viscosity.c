/* SPDX-License-Identifier: BSD-3-Clause */
/* The viscosity of --blood and --les: its range for the report, and whether it is at a bound of tau in so many nodes that the
 * flow is that of another fluid. */
#include "communicator.h"
#include "run.h"

#include <math.h>

/* Shares of the nodes. */
#define WARNED 0.01
#define REFUSED 0.5
enum { MOMENTS = 8 }; /* of a beat: at the turn of the flow any law may be at its bound */

/* False: it does not vary, or there is no memory to find it. */
static bool find(struct lbm_viscosities *v, const struct run *r)
{
  struct tile_error e;
  struct lbm_incoming incoming;
  *v = (struct lbm_viscosities){0};
  if (!lbm_fluid_varies(&r->parameters.setup.fluid) ||
      lbm_comm_any(tile_afford(lbm_nonsolid(r->flow), TILE_LINKS * lbm_value_bytes(r->flow), "", &e) != 0))
    return false;
  check_or_exit(lbm_incoming_make(&incoming, r->flow, &e), &e);
  check_or_exit(lbm_viscosities(v, &incoming, &e), &e);
  lbm_incoming_free(&incoming);
  return true;
}

static double share(const struct lbm_viscosities *v)
{
  return v->nodes ? (double)v->clamped / (double)v->nodes : 0;
}

/* ---- what would do ------------------------------------------------------------------- */

/* At the mean shear rate the law shall have the viscosity of TAU. Below the lower bound smaller voxels do, with the same speed
 * in voxels a step; above the upper one a shorter time step. */
static void put_remedy(char text[128], const struct run *r, const struct lbm_viscosities *v)
{
  const struct lbm_parameters *p = &r->parameters;
  const bool low = 2 * v->low > v->clamped;
  const double tau = low ? LBM_TAU_LITTLE : 1, wanted = lbm_viscosity_of_tau(tau);
  const double law = lbm_fluid_law(&p->setup.fluid, p->setup.tau, v->shear / (double)v->nodes);
  const double reference = lbm_viscosity_of_tau(p->setup.tau) * wanted / law;
  char length[TILE_REAL_TEXT];
  if (low)
    snprintf(text, 128, "voxelize --voxel with %s or less", cli_length_text(length, p->units.dx * law / wanted));
  else if (lbm_tau_of_viscosity(reference) > LBM_LEAST_TAU)
    snprintf(text, 128, "give --time-step %.2gs or less", p->units.dt * wanted / law);
  else
    snprintf(text, 128, "the shear is too little for this law: take another one, or a faster flow");
}

static int refuse(const struct run *r, const struct lbm_viscosities *v, double part, struct tile_error *e)
{
  char remedy[128];
  put_remedy(remedy, r, v);
  return tile_fail(
      e, EXIT_DIVERGED,
      "step %lld: the viscosity of --blood is at a bound of tau (%g or %g) in %.3g %% of the nodes, which is "
      "another fluid: %s",
      (long long)lbm_steps_done(r->flow), LBM_LEAST_TAU, LBM_MOST_TAU, 100 * part, remedy);
}

/* ---- before the first step ---------------------------------------------------------------- */

static bool has_law(const struct run *r)
{
  return r->parameters.setup.fluid.kind != LBM_NEWTONIAN;
}

/* 8 U/d is the shear rate at the wall of developed flow: where the law is at its upper bound there, it is everywhere. */
void run_viscosity_expect(const struct run *r)
{
  const struct lbm_setup *s = &r->parameters.setup;
  const double shear = 8 * r->estimate.peak / r->estimate.diameter;
  struct lbm_viscosities v = {.nodes = 1, .clamped = 1, .shear = shear};
  bool clamped = false;
  char remedy[128];
  if (!has_law(r) || !(shear > 0) || !run_leads())
    return;
  v.low = lbm_fluid_viscosity(&s->fluid, s->tau, shear, &clamped) < lbm_viscosity_of_tau(LBM_MOST_TAU);
  put_remedy(remedy, r, &v);
  if (clamped)
    cli_warn("the viscosity of --blood is at a bound of tau (%g or %g) at the largest shear rate of %s, %.3g/s: %s",
             LBM_LEAST_TAU, LBM_MOST_TAU, r->estimate.inlet, shear / r->parameters.units.dt, remedy);
}

/* ---- while the run goes on -------------------------------------------------------------- */

/* The step from which a flow of the largest viscosity has settled across the longest side: before it, fluid that is at rest
 * yet has that viscosity. */
static int64_t settled_step(const struct run *r)
{
  const int64_t *n = r->domain.grid;
  const double longest = fmax((double)n[0], fmax((double)n[1], (double)n[2]));
  return r->parameters.setup.ramp + (int64_t)ceil(longest * longest / lbm_viscosity_of_tau(LBM_MOST_TAU));
}

/* The step of moment m of all beats, counted from step 0. */
static int64_t step_of(const struct run *r, int64_t m)
{
  return (int64_t)floor((double)m * r->parameters.period / MOMENTS + 0.5);
}

static int64_t moment_after(const struct run *r, int64_t step)
{
  int64_t m = (int64_t)((double)step * MOMENTS / r->parameters.period);
  while (step_of(r, m) <= step)
    m++;
  return m;
}

int64_t run_viscosity_next(const struct run *r, int64_t step)
{
  if (!has_law(r))
    return INT64_MAX;
  if (r->parameters.period > 0)
    return step_of(r, moment_after(r, step));
  return step < settled_step(r) ? settled_step(r) : INT64_MAX;
}

/* Of a beat it is the least share at its moments. */
int run_viscosity_watch(struct run *r, struct tile_error *e)
{
  struct run_watch *w = &r->watch;
  struct lbm_viscosities v;
  const bool beats = r->parameters.period > 0;
  if (!find(&v, r))
    return 0;
  w->least = w->moments++ ? fmin(w->least, share(&v)) : share(&v);
  if (beats && moment_after(r, lbm_steps_done(r->flow) - 1) % MOMENTS)
    return 0;
  const bool whole = !beats || w->moments == MOMENTS;
  w->moments = 0;
  w->whole = w->whole || whole;
  w->share = w->least;
  w->refused = whole && w->share > REFUSED;
  return w->refused ? refuse(r, &v, w->share, e) : 0;
}

void run_viscosity_end(struct run *r)
{
  struct tile_error e;
  const bool steady = !(r->parameters.period > 0);
  if (r->bench.done || !find(&r->viscosities, r) || !has_law(r))
    return;
  const double part = !steady && r->watch.whole ? r->watch.share : share(&r->viscosities);
  const bool low = 2 * r->viscosities.low > r->viscosities.clamped;
  if (part > REFUSED && steady && !run_caught() &&
      (low || r->parameters.converged || lbm_steps_done(r->flow) >= settled_step(r))) {
    refuse(r, &r->viscosities, part, &e);
    cli_die(&e);
  }
  if (part > WARNED && run_leads()) {
    char remedy[128];
    put_remedy(remedy, r, &r->viscosities);
    cli_warn("the viscosity of --blood is at a bound of tau (%g or %g) in %.3g %% of the nodes: %s", LBM_LEAST_TAU,
             LBM_MOST_TAU, 100 * part, remedy);
  }
}

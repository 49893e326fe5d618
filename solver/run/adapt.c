/* SPDX-License-Identifier: BSD-3-Clause */
#include "stages.h"

#include "steady.h"

#include <math.h>

#include <omp.h>

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

int lbm_adapt(struct lbm_run *r, const struct tile_domain *d, double superficial, int64_t interval,
              struct tile_error *e)
{
  if (!r->creeping)
    return 0;
  if (r->parameters->relaxation.automatic)
    judge_tau(r, d, superficial, interval);
  return r->parameters->setup.equilibrium == LBM_STOKES ? 0 : keep_creeping(r, superficial, e);
}

int lbm_adapt_cycles(struct lbm_run *r, double superficial, struct tile_error *e)
{
  const double before = r->drive.drop;
  if (!r->creeping || r->parameters->setup.equilibrium == LBM_STOKES)
    return 0;
  if (keep_creeping(r, superficial, e))
    return e->code;
  if (r->drive.drop != before) {
    lbm_steady_restart(r->steady);
    r->parameters->cycles = (struct lbm_cycles){.depth = r->parameters->cycles.depth};
  }
  return 0;
}

int lbm_adapt_tau(struct lbm_run *r, struct tile_error *e)
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

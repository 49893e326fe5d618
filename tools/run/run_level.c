/* The flow of a run at a coarser resolution, from rest to where it has converged. */
#include "run_level.h"

#include "run_job.h"

#include <string.h>

int run_level_set_up(struct run_level *l, struct tile_error *e)
{
  struct lbm_parameters *p = &l->parameters;
  const struct lbm_parameters *whole = &job.parameters;
  if (lbm_parameters_read(p, &l->domain, e))
    return e->code;
  struct lbm_condition *own = p->setup.condition;
  p->setup = whole->setup;
  p->setup.condition = own;
  p->axis = whole->axis;
  memset(p->setup.force, 0, sizeof p->setup.force);
  if (whole->relaxation.automatic) {
    p->relaxation = lbm_relaxation_begin((double)l->domain.grid[p->axis]);
    p->setup.tau = LBM_FIRST_TAU;
  }
  if (lbm_drive_permeability(p, &l->domain, &l->run.drive, e))
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

int run_level_step(struct run_level *l, struct tile_error *e)
{
  struct lbm_run *r = &l->run;
  if (lbm_new(&r->flow, &l->domain, &l->parameters.setup, e) || lbm_drive_start(r->flow, &l->parameters, &l->domain, e))
    return e->code;
  r->parameters = &l->parameters;
  r->last = run_last_step(&asked, 0, true);
  r->converge = asked.converge;
  r->creeping = true;
  r->tick = tick;
  r->self = &l->progress;
  run_progress_begin(&l->progress, r, &l->domain);
  const int code = lbm_run(r, &l->domain, e);
  run_progress_end(&l->progress);
  return code;
}

void run_level_measure(struct run_level *l, double column[3])
{
  const int64_t *n = l->domain.grid;
  struct lbm_totals totals;
  struct tile_error e;
  double superficial[3];
  check_or_exit(lbm_totals(l->run.flow, &totals, &e), &e);
  for (int a = 0; a < 3; a++)
    superficial[a] = totals.velocity[a] / ((double)n[0] * (double)n[1] * (double)n[2]);
  lbm_permeability_column(&l->run.drive, superficial, column);
  for (int a = 0; a < 3; a++)
    column[a] *= l->n * l->n;
}

bool run_level_percolates(const struct run_level *l)
{
  struct tile_paths paths;
  struct tile_error e;
  check_or_exit(tile_paths_make(&paths, &l->domain, &e), &e);
  return paths.through[asked.axis];
}

void run_level_end(struct run_level *l)
{
  lbm_free(l->run.flow);
  lbm_parameters_free(&l->parameters);
  tile_domain_free(&l->domain);
}

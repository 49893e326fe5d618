/* --force-on: what the flow does to walls, when the run has ended. */
#include "run_job.h"

#include "force.h"

#include <stdlib.h>

void run_check_forces(void)
{
  if (asked.turned && !asked.walls_of.count)
    cli_usage("--about is the point that torques are about: give --force-on NAME");
  if (!asked.walls_of.count)
    return;
  if (run_several())
    cli_usage("--force-on tells of one flow, and --permeability along several axes makes several: give one axis");
  if (asked.benchmark)
    cli_usage("--benchmark computes no flow: leave out --force-on");
}

struct lbm_wall_choice *run_chosen_walls(void)
{
  struct tile_error e, why;
  struct lbm_wall_choice *choice = tile_alloc(asked.walls_of.count, sizeof *choice);
  must(choice ? 0 : tile_fail_memory(&e, asked.walls_of.count * sizeof *choice, "names of walls"), &e);
  for (size_t i = 0; i < asked.walls_of.count; i++)
    if (lbm_wall_named(choice + i, &job.domain, job.parameters.setup.condition, asked.walls_of.value[i], &why)) {
      tile_fail(&e, why.code, "--force-on: %.900s", why.text);
      cli_die(&e);
    }
  return choice;
}

void run_check_walls(void)
{
  struct tile_error e;
  if (!asked.walls_of.count)
    return;
  free(run_chosen_walls());
  must(tile_afford(lbm_nonsolid(job.flow), TILE_LINKS * lbm_value_bytes(job.flow),
                   "the populations once more, for --force-on", &e),
       &e);
}

static void tell(struct run_report *r, const struct lbm_force *force)
{
  const struct lbm_units *u = &job.parameters.units;
  for (size_t i = 0; i < r->forces; i++) {
    r->force[i] = (struct cli_force){.name = asked.walls_of.value[i],
                                     .links = force[i].links,
                                     .newton = lbm_unit(u, LBM_FORCE),
                                     .newton_metre = lbm_unit(u, LBM_TORQUE)};
    for (int a = 0; a < 3; a++) {
      r->force[i].force[a] = force[i].force[a];
      r->force[i].torque[a] = force[i].torque[a];
      r->force[i].about[a] = asked.about[a];
    }
  }
}

void run_forces(struct run_report *r)
{
  struct tile_error e;
  struct lbm_arrivals arrivals;
  const size_t count = asked.walls_of.count;
  if (!count)
    return;
  struct lbm_wall_choice *choice = run_chosen_walls();
  struct lbm_force *force = tile_alloc(count, sizeof *force);
  r->force = tile_alloc(count, sizeof *r->force);
  must(force && r->force ? 0 : tile_fail_memory(&e, count * sizeof *r->force, "forces"), &e);
  must(lbm_arrivals_make(&arrivals, job.flow, &e), &e);
  must(lbm_forces(force, &arrivals, choice, (int)count, asked.about, &e), &e);
  lbm_arrivals_free(&arrivals);
  r->forces = count;
  tell(r, force);
  free(force);
  free(choice);
}

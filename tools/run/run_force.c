/* --force-on: what the flow does to walls, when the run has ended. */
#include "run_job.h"

#include "tell.h"

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
  check_or_exit(choice ? 0 : tile_fail_memory(&e, asked.walls_of.count * sizeof *choice, "names of walls"), &e);
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
  check_or_exit(tile_afford(lbm_nonsolid(job.flow), TILE_LINKS * lbm_value_bytes(job.flow),
                            "the populations once more, for --force-on", &e),
                &e);
}

void run_forces(struct run_report *r)
{
  struct tile_error e;
  struct lbm_incoming arrivals;
  const size_t count = asked.walls_of.count;
  if (!count)
    return;
  struct lbm_wall_choice *choice = run_chosen_walls();
  struct lbm_force *force = tile_alloc(count, sizeof *force);
  r->force = tile_alloc(count, sizeof *r->force);
  check_or_exit(force && r->force ? 0 : tile_fail_memory(&e, count * sizeof *r->force, "forces"), &e);
  check_or_exit(lbm_incoming_make(&arrivals, job.flow, &e), &e);
  check_or_exit(lbm_forces(force, &arrivals, choice, (int)count, asked.about, &e), &e);
  lbm_incoming_free(&arrivals);
  r->forces = count;
  for (size_t i = 0; i < count; i++)
    r->force[i] = tell_force(asked.walls_of.value[i], force + i, asked.about, &job.parameters.units);
  free(force);
  free(choice);
}

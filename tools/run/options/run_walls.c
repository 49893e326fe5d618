/* SPDX-License-Identifier: BSD-3-Clause */
/* --force-on and --patch-flux: the forces on walls and the fluxes through patches when the run has ended. */
#include "communicator.h"
#include "flow_report.h"
#include "frame.h"
#include "run.h"

#include <math.h>

#include <stdlib.h>

/* Forces and fluxes need the incoming populations of all nodes once more. */
static void need_memory(const struct run *r, const char *what)
{
  struct tile_error e;
  check_or_exit(tile_afford(lbm_nonsolid(r->flow), TILE_LINKS * lbm_value_bytes(r->flow), what, &e), &e);
}

/* ---- --force-on ----------------------------------------------------------- */

struct lbm_wall_choice *run_chosen_walls(const struct run *r)
{
  const struct cli_values *names = &r->options.walls_of;
  struct tile_error e, why;
  struct lbm_wall_choice *choice = tile_alloc(names->count, sizeof *choice);
  check_or_exit(choice ? 0 : tile_fail_memory(&e, names->count * sizeof *choice, "names of walls"), &e);
  for (size_t i = 0; i < names->count; i++)
    if (lbm_wall_named(choice + i, &r->domain, r->parameters.setup.condition, names->value[i], &why)) {
      tile_fail(&e, why.code, "--force-on: %.900s", why.text);
      cli_die(&e);
    }
  return choice;
}

void run_about(double voxel[3], const struct run *r)
{
  struct tile_error e;
  if (frame_find(voxel, &r->domain.header, &r->options.about, &e))
    cli_usage("--about: %s", e.text);
}

void run_check_walls(const struct run *r)
{
  double about[3];
  if (!r->options.walls_of.count)
    return;
  run_about(about, r);
  free(run_chosen_walls(r));
  need_memory(r, "the populations once more, for --force-on");
}

void run_forces(const struct run *r, struct run_report *report)
{
  const struct run_options *o = &r->options;
  struct tile_error e;
  struct lbm_incoming incoming;
  double about[3];
  const size_t count = o->walls_of.count;
  if (!count)
    return;
  run_about(about, r);
  struct lbm_wall_choice *choice = run_chosen_walls(r);
  struct lbm_force *force = tile_alloc(count, sizeof *force);
  report->force = tile_alloc(count, sizeof *report->force);
  check_or_exit(force && report->force ? 0 : tile_fail_memory(&e, count * sizeof *report->force, "forces"), &e);
  check_or_exit(lbm_incoming_make(&incoming, r->flow, &e), &e);
  check_or_exit(lbm_forces(force, &incoming, choice, (int)count, about, &e), &e);
  lbm_incoming_free(&incoming);
  report->forces = count;
  for (size_t i = 0; i < count; i++)
    report->force[i] = flow_report_force(o->walls_of.value[i], force + i, about, &r->parameters.units);
  free(force);
  free(choice);
}

/* ---- --patch-flux --------------------------------------------------------- */

void run_check_patches(const struct run *r)
{
  if (!r->options.patch_flux)
    return;
  if (!r->domain.patches)
    cli_usage("--patch-flux: this domain has no patches");
  need_memory(r, "the populations once more, for --patch-flux");
}

/* Were the openings of the flow watched, and does no process lack the memory to report their fluxes? */
static bool reports_openings(const struct run *r)
{
  struct tile_error e;
  return !r->bench.done && !isnan(r->loop.opening_remaining) &&
         !lbm_comm_any(tile_afford(lbm_nonsolid(r->flow), TILE_LINKS * lbm_value_bytes(r->flow), "fluxes", &e) != 0);
}

void run_fluxes(const struct run *r, struct run_report *report)
{
  struct tile_error e;
  struct lbm_surface patches;
  if (!r->options.patch_flux && !reports_openings(r))
    return;
  check_or_exit(lbm_flux_surface_make(&patches, r->flow, &e), &e);
  check_or_exit(lbm_incoming_copy(&patches.incoming, &e), &e);
  check_or_exit(flow_report_fluxes(&report->flux, &patches.incoming, &r->domain, &r->parameters.units, &e), &e);
  lbm_surface_free(&patches);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* tessera-run: the flow through a domain. */
#include "communicator.h"
#include "diffusion_run.h"
#include "run.h"

#include <stdlib.h>

static void check_options(const struct run_options *o)
{
  if ((o->residence.given || o->snapshots) && lbm_comm_size() > 1)
    cli_usage("--%s runs in one process", o->snapshots ? "snapshots" : "residence");
  run_check_several(o);
  run_check_processes(o->input);
  run_check_csv(o);
  run_check_series(o);
}

/* Refuses a terminal as the output before the work is done. */
static void check_terminal(const struct run_options *o)
{
  struct tile_error e;
  struct cli_output probe;
  if (run_wants_fields(o) && !o->output && run_leads())
    check_or_exit(cli_open_output(&probe, NULL, true, &e), &e);
}

/* That of a whole beat in the mean, or that of the last step. */
static int velocity_of(float *velocity[3], const struct run *r, struct tile_error *e)
{
  return r->beat && r->parameters.beat.taken == LBM_BEAT_SAMPLES
             ? beat_velocity(velocity, r->beat, e)
             : residence_velocity(velocity, r->flow, r->parameters.setup.precision, &r->values, e);
}

static void find_residence(struct run *r)
{
  struct tile_error e;
  float *velocity[3] = {0};
  if (!r->options.residence.given || run_caught())
    return;
  check_or_exit(node_values_begin(&r->values, &r->domain, &e), &e);
  check_or_exit(velocity_of(velocity, r, &e), &e);
  check_or_exit(
      residence_find(&r->residence, &r->values, (const float *const *)velocity, r->diffusivity, &r->parameters, &e),
      &e);
  residence_warn(&r->residence);
  for (int axis = 0; axis < 3; axis++)
    free(velocity[axis]);
}

/* They hold the warnings, which therefore come first. */
static void write_files(struct run *r)
{
  const struct run_options *o = &r->options;
  struct tile_error e;
  if (run_wants_fields(o) || o->checkpoint || o->average)
    cli_progress_stage("write");
  if (o->checkpoint && !o->benchmark)
    check_or_exit(run_write(r, o->checkpoint, RUN_POPULATIONS, &e), &e);
  if (run_wants_fields(o))
    run_write_fields(r, o->output);
  if (o->average)
    check_or_exit(run_write(r, o->average, RUN_AVERAGE, &e), &e);
}

/* The report goes to standard error where the fields go to standard output. */
static void print_report(struct run *r, struct run_report *report)
{
  const struct run_options *o = &r->options;
  FILE *out = run_wants_fields(o) && cli_to_stdout(o->output) ? stderr : stdout;
  if (!r->bench.done)
    run_predict(r);
  run_forces(r, report);
  run_fluxes(r, report);
  report->viscosities = r->viscosities;
  report->snapshots = r->snapshots;
  (o->json ? run_print_json : run_print)(out, report);
  run_add_row(r, report);
  free(report->force);
  free(report->flux.of);
}

/* The exit status. Everything to warn of is known now. */
static int conclude(const struct run *r, const struct run_report *report, bool converge)
{
  if (r->beat && run_leads())
    beat_warn(&report->beats);
  run_warn(report);
  if (run_caught())
    return 128 + run_caught();
  if ((!converge && !(r->options.beats.periodic > 0)) || r->parameters.converged || r->options.benchmark)
    return EXIT_SUCCESS;
  if (r->options.beats.periodic > 0) {
    cli_warn("not periodic within %.2g after %lld beats", r->options.beats.periodic,
             (long long)r->parameters.beat.beats);
    return EXIT_UNCONVERGED;
  }
  run_warn_unconverged(r);
  return EXIT_UNCONVERGED;
}

/* Makes one flow, and returns the exit status. */
static int drive_once(struct run *r)
{
  const bool converge = r->options.converge > 0;
  run_add_history(r);
  if (r->options.benchmark)
    run_measure(r);
  else {
    run_estimate(r);
    run_step(r, converge);
    run_viscosity_end(r);
  }
  find_residence(r);
  struct run_report report = run_make_report(r, converge);
  report.beats = (struct beat_report){r->beat, &r->options.beats};
  const int status = conclude(r, &report, converge);
  if (r->options.axis >= 0 && !r->bench.done)
    run_add_drive(r, &report);
  write_files(r); /* with the interval of the drive */
  print_report(r, &report);
  run_end_flow(r);
  node_values_free(&r->values);
  tile_domain_free(&r->domain);
  return status;
}

static int diffuse(const struct run *r)
{
  const struct run_options *o = &r->options;
  const struct diffusion_run how = {.input = o->input,
                                    .device = o->device,
                                    .axes = o->diffusion,
                                    .bound = o->converge,
                                    .threads = (int)o->threads,
                                    .json = o->json,
                                    .refine = o->refine,
                                    .conductivities = &o->conductivities,
                                    .output = o->output,
                                    .argc = r->argc,
                                    .argv = r->argv};
  if (lbm_comm_size() > 1)
    cli_usage("--diffusion runs in one process");
  return diffusion_run(&how);
}

int main(int argc, char **argv)
{
  run_begin_processes();
  struct run r = {.options = run_read_options(argc, argv), .argc = argc, .argv = argv};
  const struct run_options *o = &r.options;
  run_check_files(o);
  if (o->diffusion) {
    run_make_folder(o);
    return diffuse(&r);
  }
  check_options(o);
  check_terminal(o);
  r.name = cli_input_name(o->input);
  run_load(&r);
  run_watch_signals();
  if (o->forchheimer)
    return run_forchheimer(&r);
  return run_several(o) ? run_drive_along_all(&r) : drive_once(&r);
}

/* tessera-run: the flow through a domain. */
#include "forecast.h"
#include "run_series.h"

#include <config.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct run_job job;

/* ---- writing ------------------------------------------------------------ */

/* Fields go to standard output unless a file or a report alone is asked for. */
static bool wants_data(void)
{
  return !asked.benchmark && (asked.output || !(asked.json || asked.csv || run_several()));
}

static bool writes_data(void)
{
  return wants_data() || asked.checkpoint;
}

/* What is computed must not be lost for want of room to write it: a record, and what that is compressed to. */
enum { WRITING = 3 << 20 };
static void need_room_to_write(void)
{
  struct tile_error e;
  if (writes_data())
    check_or_exit(tile_afford(WRITING, 1, "writing the result", &e), &e);
}

static struct run_result result(const char *path)
{
  return (struct run_result){path, job.flow, &job.parameters, &job.domain};
}

static int checkpoint(void *self, struct tile_error *e)
{
  struct run_result r = result(asked.checkpoint);
  (void)self;
  return run_checkpoint(&r, e);
}

void run_write_fields(const char *path)
{
  struct tile_error e;
  const struct run_result r = result(path);
  check_or_exit(run_write(&r, false, &e), &e);
}

static bool tick(void *self, int64_t step)
{
  (void)self;
  run_progress_at(&job.progress, step);
  return run_agree();
}

/* The history names the instruction set: bits are the same on one. Threads do not matter. */
void run_remember_command(int argc, char **argv)
{
  struct tile_error e;
  char name[64];
  const char *device = lbm_backend_name(job.flow);
  snprintf(name, sizeof name, "%s[%.*s]", run_program.name, (int)strcspn(device, ","), device);
  check_or_exit(cli_add_history(&job.domain.header, name, argc, argv, job.digest, &e), &e);
}

/* ---- stepping ----------------------------------------------------------- */

static enum lbm_walls walls_of_job(void)
{
  return job.domain.wall_begin ? job.parameters.setup.walls : LBM_WALLS_HALFWAY;
}

static const char *remedy(void)
{
  const struct lbm_setup *s = &job.parameters.setup;
  const enum lbm_walls walls = walls_of_job();
  return s->collision != LBM_MRT      ? " or use --collision mrt"
         : walls != LBM_WALLS_HALFWAY ? " or use --walls halfway"
                                      : "";
}

/* With a physical viscosity tau sets the time step, and a higher one makes physical velocities more voxels a step. Without inertia it
 * is not the velocity: beside links that walls cut, a flow in the nooks of narrow pores grows at a high tau (stagger.h). */
static void advise(struct tile_error *e)
{
  const bool physical = asked.viscosity.physical;
  const size_t length = strlen(e->text);
  if (job.parameters.setup.equilibrium == LBM_STOKES && walls_of_job() == LBM_WALLS_INTERPOLATED)
    snprintf(e->text + length, sizeof e->text - length,
             "; links that walls cut do not bear so high a tau: lower it or use --walls halfway");
  else
    snprintf(e->text + length, sizeof e->text - length, "; lower the drive or the velocity, %s%s%s",
             physical ? "take smaller voxels" : "raise tau", remedy(),
             physical ? "; values with a unit become smaller in lattice units with a shorter time step (a lower tau)"
                      : "");
}

void run_job_step(bool converge)
{
  struct tile_error e, written;
  int64_t now = job.parameters.step, last = run_last_step(&asked, now, converge);
  job.run = (struct lbm_run){.flow = job.flow,
                             .parameters = &job.parameters,
                             .last = last,
                             .every = asked.every,
                             .converge = converge ? asked.converge : 0,
                             .creeping = asked.axis >= 0,
                             .drive = job.drive,
                             .tick = tick,
                             .checkpoint = asked.checkpoint ? checkpoint : NULL,
                             .record_every = asked.series_every,
                             .record = run_series_row};
  need_room_to_write();
  run_series_begin();
  run_progress_begin(&job.progress, &job.run, &job.domain);
  int code = lbm_run(&job.run, &job.domain, &e);
  run_progress_end(&job.progress);
  check_or_exit(run_checkpoint_end(&written), &written); /* it was begun before anything else went wrong */
  if (code == LBM_DIVERGED)
    advise(&e);
  check_or_exit(code, &e);
  run_series_end();
}

/* The speed that the copy bandwidth allows, of which each process, or GPU, has its share. */
static void predict(void)
{
  const struct lbm_setup *s = &job.parameters.setup;
  struct tile_error e;
  struct lbm_tile_statistics census;
  struct lbm_forecast f;
  const char *device;
  check_or_exit(lbm_device_name(&device, s->device, &e), &e);
  enum lbm_device_kind kind = strcmp(device, "cpu") ? LBM_ON_CUDA : LBM_ON_CPU;
  if (s->lattice == LBM_LATTICE_D2Q9) {
    check_or_exit(lbm_forecast_plane(&f, &job.domain, kind, s->precision, &e), &e);
  } else {
    check_or_exit(lbm_tile_statistics_make(&census, &job.domain, &e), &e);
    const struct lbm_choice choice = {s->collision, s->precision, s->layout, s->addressing, s->walls};
    f = lbm_forecast_of(&census, kind, &choice);
  }
  job.bench.traffic = f.traffic;
  const struct lbm_division by = lbm_division_of(job.flow);
  const double shares = kind == LBM_ON_CPU ? by.processes : by.parts;
  job.bench.predicted = 1e-6 * shares / lbm_forecast_seconds(&f, job.bench.copy / shares);
}

static void measure(void)
{
  struct tile_error e;
  check_or_exit(lbm_benchmark(job.flow, 9, job.bench.timing, &job.bench.copy, &e), &e);
  predict();
  job.bench.done = true;
}

/* Beside a run that lasted, a prediction costs next to nothing. */
enum { LASTING = 5 }; /* seconds */
static void predict_run(void)
{
  struct tile_error e;
  if (job.run.seconds < LASTING || run_caught())
    return;
  check_or_exit(lbm_copy_beside(job.flow, &job.bench.copy, &e), &e);
  if (job.bench.copy > 0)
    predict();
}

/* Where velocity is momentum over density, which falls along the flow; else NaN. */
static double density_range(void)
{
  const struct lbm_parameters *p = &job.parameters;
  struct tile_error e;
  double range[2];
  if (p->axis < 0 || p->setup.equilibrium != LBM_QUASI)
    return (double)NAN;
  check_or_exit(lbm_density_range(job.flow, range, &e), &e);
  return range[1] - range[0];
}

struct run_report run_survey_job(bool converge)
{
  struct tile_error e;
  const int64_t *n = job.domain.grid;
  const int axis = job.parameters.axis;
  struct run_report r = {.domain = &job.domain,
                         .parameters = &job.parameters,
                         .flow = job.flow,
                         .run = &job.run,
                         .bench = &job.bench,
                         .asked = converge && !job.bench.done,
                         .bound = asked.converge,
                         .density_range = (double)NAN};
  if (!job.bench.done) {
    predict_run();
    check_or_exit(lbm_totals(job.flow, &r.totals, &e), &e);
    r.density_range = density_range();
  }
  if (axis >= 0)
    r.superficial = r.totals.velocity[axis] / ((double)n[0] * (double)n[1] * (double)n[2]);
  return r;
}

static struct lbm_permeability sample_permeability(void)
{
  struct tile_error e;
  struct lbm_region r = lbm_sample_region(&job.domain, job.run.drive.axis);
  if (lbm_has_layers(&job.domain))
    check_or_exit(lbm_region_totals(&r, job.flow, &e), &e);
  return lbm_permeability_sample(&job.run.drive, &r, &job.domain);
}

void run_note_drive(struct run_report *r)
{
  const int64_t *n = job.domain.grid;
  struct run_drive *d = &job.drive_made[job.drives_made++];
  double superficial[3];
  for (int a = 0; a < 3; a++)
    superficial[a] = r->totals.velocity[a] / ((double)n[0] * (double)n[1] * (double)n[2]);
  *d = (struct run_drive){.k = lbm_permeability_of(&job.run.drive, r->superficial, job.domain.dx),
                          .steps = job.parameters.step,
                          .converged = job.parameters.converged,
                          .remaining = job.run.remaining,
                          .seconds = job.run.seconds,
                          .viscosity = lbm_viscosity_of_tau(job.parameters.setup.tau) *
                                       lbm_unit(&job.parameters.units, LBM_VISCOSITY),
                          .density = job.parameters.units.density,
                          .tau = job.parameters.setup.tau,
                          .fastest = r->totals.fastest,
                          .density_range = r->density_range};
  d->inside = lbm_permeability_inside(&d->k, &job.domain);
  d->sample = sample_permeability();
  lbm_permeability_column(&job.run.drive, superficial, d->column);
  run_refine_end(d);
  r->drive = d;
  r->drives = 1;
}

void run_note_row(const struct run_report *r)
{
  struct tile_error e;
  if (asked.csv && run_leads() && !run_caught())
    check_or_exit(run_append_csv(job.input, r, &e), &e);
}

static void report(FILE *out, bool converge)
{
  struct run_report r = run_survey_job(converge);
  if (asked.axis >= 0 && !job.bench.done)
    run_note_drive(&r);
  run_forces(&r);
  run_fluxes(&r);
  (asked.json ? run_print_json : run_print)(out, &r);
  run_note_row(&r);
  free(r.force);
  free(r.flux.of);
}

void run_warn_unconverged(void)
{
  char remains[64], along[16] = "";
  if (isfinite(job.run.remaining))
    snprintf(remains, sizeof remains, "about %.2g remains", job.run.remaining);
  else
    snprintf(remains, sizeof remains, "%s",
             job.parameters.series.count < LBM_SAMPLES ? "too few samples to tell what remains"
                                                       : "it does not settle so far");
  if (run_several())
    snprintf(along, sizeof along, " along %c", 'x' + asked.axis);
  cli_warn("not converged within %.1g%s after %lld steps (%s)%s%s", asked.converge, along,
           (long long)job.parameters.step, remains,
           job.run.unsettled ? "; it no longer settles, and only with --steps it would go on" : "",
           writes_data() ? "; the output is written" : "");
}

void run_end_flow(void)
{
  lbm_free(job.flow);
  job.flow = NULL;
  lbm_parameters_free(&job.parameters);
}

/* ---- the whole ----------------------------------------------------------- */

static int drive_once(FILE *out, bool data, bool converge)
{
  struct tile_error e;
  if (asked.benchmark)
    measure();
  else
    run_job_step(converge);
  struct run_result saved = result(asked.checkpoint);
  if (asked.checkpoint && !asked.benchmark)
    check_or_exit(run_write(&saved, true, &e), &e);
  if (data)
    run_write_fields(asked.output);
  report(out, converge);
  if (run_caught())
    return 128 + run_caught();
  if (converge && !job.parameters.converged && !asked.benchmark) {
    run_warn_unconverged();
    return EXIT_UNCONVERGED;
  }
  run_end_flow();
  tile_domain_free(&job.domain);
  return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
  struct tile_error e;
  run_begin_processes(argv);
  const char *input = cli_one_input(argc, argv, cli_start(&run_program, argc, argv));
  run_check_options(input);
  run_check_several(input);
  run_check_processes(input);
  run_check_csv();
  run_check_refine();
  run_check_forces();
  run_check_flux();
  run_check_series();
  job.input = input && strcmp(input, "-") ? input : NULL;
  job.name = cli_input_name(input);
  bool data = wants_data(), piped = data && cli_to_stdout(asked.output);
  struct cli_output probe;
  if (data && !asked.output && run_leads())
    check_or_exit(cli_open_output(&probe, NULL, true, &e), &e); /* a terminal is refused before the work */
  run_load(input);
  run_watch_signals();
  if (run_several())
    return run_drive_along_all(argc, argv);
  run_remember_command(argc, argv);
  return drive_once(piped ? stderr : stdout, data, asked.converge > 0);
}

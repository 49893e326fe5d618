/* tessera-run: the flow through a domain. */
#include "forecast.h"
#include "run.h"

#include <config.h>
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- signals: the first finishes the step, the second ends at once ------- */

static volatile sig_atomic_t caught;

static void on_signal(int number)
{
  if (caught) {
    cli_discard_outputs();
    signal(number, SIG_DFL);
    raise(number);
  }
  caught = number;
}

/* Signals that are ignored stay so. */
static void watch_signals(void)
{
  static const int numbers[] = {SIGINT, SIGTERM};
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART}, old;
  for (int i = 0; i < 2; i++)
    if (!sigaction(numbers[i], NULL, &old) && old.sa_handler != SIG_IGN)
      sigaction(numbers[i], &action, NULL);
}

/* ---- one run ------------------------------------------------------------ */

static struct {
  const char *name; /* of the input */
  char digest[33];
  struct tile_domain domain;
  struct lbm_parameters parameters;
  struct lbm *flow;
  struct lbm_drive drive;
  struct lbm_run run;
  struct run_bench bench;
  struct run_progress progress;
  bool fresh; /* neither fields nor populations in the input */
} job;

/* Content errors of the input name it. */
static void must_read(int code, struct tile_error *e)
{
  char text[sizeof e->text];
  if (code == TILE_REJECTED && strncmp(e->text, job.name, strlen(job.name))) {
    snprintf(text, sizeof text, "%s", e->text);
    tile_fail(e, code, "%s: %s", job.name, text);
  }
  must(code, e);
}

static int same_precision(const struct tile_input *in, struct tile_error *e)
{
  const char *file = tile_header_get(&job.domain.header, "precision");
  const char *now = lbm_precision_names[job.parameters.setup.precision];
  (void)in;
  return !file || !strcmp(file, now)
             ? 0
             : tile_fail(e, TILE_USAGE, "%s has %s values and continues in that precision: leave out --precision %s",
                         job.name, file, now);
}

/* Populations continue exactly; fields alone start from equilibrium. */
static void read_state(struct tile_input *in)
{
  struct tile_error e;
  struct tile_array populations = lbm_record_put(LBM_POPULATIONS_RECORD, job.flow);
  struct tile_array fields = lbm_record_put(LBM_FIELDS_RECORD, job.flow);
  bool exact = tile_input_has(in, populations.tag), some = tile_input_has(in, fields.tag);
  job.fresh = !exact && !some;
  if (!job.fresh)
    must(same_precision(in, &e), &e);
  must_read(tile_input_arrays(in, exact ? &populations : &fields, job.fresh ? 0 : 1, &e), &e);
  if (!exact && some)
    cli_say("%s contains no populations: starting from the equilibrium of its fields", job.name);
  lbm_set_steps_done(job.flow, job.parameters.step);
}

/* A GPU holds the populations; the host holds the neighbours of tiles, twice while they are copied to it. */
static void check_memory_beside_card(void)
{
  const size_t a_tile = 2 * (27 * sizeof(int32_t) + 3 * sizeof(size_t));
  struct tile_error e;
  must(tile_afford(job.domain.tiles, a_tile, "the neighbours of tiles", &e), &e);
}

/* Before the work of setting up; padding and the lists of boundaries come on top. */
static void check_memory(void)
{
  struct tile_error e;
  const char *device;
  must(lbm_device_name(&device, asked.device, &e), &e);
  if (strcmp(device, "cpu")) {
    check_memory_beside_card();
    return;
  }
  const struct lbm_setup *s = &job.parameters.setup;
  const size_t value = lbm_value_bytes_of(s->precision);
  const size_t nodes =
      lbm_layouts[s->layout].sparse ? (size_t)tile_domain_nonsolid(&job.domain) : 64 * job.domain.tiles;
  must(tile_afford(nodes, TILE_LINKS * value, "the populations", &e), &e);
}

static void load(const char *path)
{
  struct tile_error e;
  struct tile_reader *reader;
  struct tile_input *in;
  FILE *file = cli_open_input(path, &e);
  must(file ? 0 : e.code, &e);
  must(tile_reader_open(&reader, file, job.name, &e), &e);
  const char *kind = tile_header_get(tile_reader_header(reader), "kind");
  if (kind && !strcmp(kind, "voxels")) {
    tile_fail(&e, TILE_REJECTED, "%s: contains voxels, not a domain: pass it through tessera tile first", job.name);
    cli_die(&e);
  }
  must(tile_input_open(&in, &job.domain, reader, &e), &e);
  must_read(lbm_parameters_read(&job.parameters, &job.domain, &e), &e);
  must(run_set_up(&asked, &job.parameters, &job.domain, &job.drive, &e), &e);
  check_memory();
  must_read(run_check_possible(&asked, &job.parameters, &job.domain, &e), &e);
  must(lbm_new(&job.flow, &job.domain, &job.parameters.setup, &e), &e);
  read_state(in);
  tile_input_close(in);
  snprintf(job.digest, sizeof job.digest, "%s", tile_reader_digest(reader));
  tile_reader_free(reader);
  fclose(file);
  if (job.fresh)
    must(lbm_drive_start(job.flow, &job.parameters, &job.domain, &e), &e);
}

/* ---- writing ------------------------------------------------------------ */

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

static bool tick(void *self, int64_t step)
{
  (void)self;
  run_progress_at(&job.progress, step);
  return caught != 0;
}

/* The history names the instruction set: bits are the same on one. Threads do not matter. */
static void remember_command(int argc, char **argv)
{
  struct tile_error e;
  char name[64];
  const char *device = lbm_backend_name(job.flow);
  snprintf(name, sizeof name, "%s[%.*s]", run_program.name, (int)strcspn(device, ","), device);
  must(cli_add_history(&job.domain.header, name, argc, argv, job.digest, &e), &e);
}

/* ---- the whole ---------------------------------------------------------- */

static void step(bool converge)
{
  struct tile_error e, written;
  int64_t now = job.parameters.step, last = run_last_step(&asked, now, converge);
  job.run = (struct lbm_run){.flow = job.flow, .parameters = &job.parameters, .last = last, .every = asked.every,
                             .converge = converge ? asked.converge : 0, .creeping = asked.axis >= 0, .drive = job.drive,
                             .tick = tick, .checkpoint = asked.checkpoint ? checkpoint : NULL};
  run_progress_begin(&job.progress, &job.run, &job.domain);
  int code = lbm_run(&job.run, &job.domain, &e);
  run_progress_end(&job.progress);
  must(run_checkpoint_end(&written), &written); /* it was begun before anything else went wrong */
  must(code, &e);
}

/* What the forecast allows at the copy bandwidth, MFLUPS. */
static double predict(void)
{
  const struct lbm_setup *s = &job.parameters.setup;
  struct tile_error e;
  struct lbm_census census;
  const char *device;
  must(lbm_device_name(&device, s->device, &e), &e);
  must(lbm_census_make(&census, &job.domain, &e), &e);
  enum lbm_device_kind kind = strcmp(device, "cpu") ? LBM_ON_CUDA : LBM_ON_CPU;
  return job.bench.copy / lbm_forecast_of(&census, kind, s->layout, s->precision).traffic * 1e-6;
}

static void measure(void)
{
  struct tile_error e;
  must(lbm_benchmark(job.flow, 9, job.bench.timing, &job.bench.copy, &e), &e);
  job.bench.predicted = predict();
  job.bench.done = true;
}

/* Beside a run that lasted, a prediction costs next to nothing. */
enum { LASTING = 5 }; /* seconds */
static void predict_run(void)
{
  struct tile_error e;
  if (job.run.seconds < LASTING || caught)
    return;
  must(lbm_copy_beside(job.flow, &job.bench.copy, &e), &e);
  if (job.bench.copy > 0)
    job.bench.predicted = predict();
}

static void report(FILE *out, bool converge)
{
  struct tile_error e;
  const struct lbm_parameters *p = &job.parameters;
  const int64_t *n = job.domain.grid;
  struct lbm_permeability k;
  struct run_report r = {.domain = &job.domain, .parameters = p, .flow = job.flow, .run = &job.run, .bench = &job.bench,
                         .asked = converge, .bound = asked.converge};
  if (!job.bench.done) {
    predict_run();
    must(lbm_survey(job.flow, &r.survey, &e), &e);
  }
  if (p->axis >= 0)
    r.superficial = r.survey.velocity[p->axis] / ((double)n[0] * (double)n[1] * (double)n[2]);
  if (asked.axis >= 0 && !job.bench.done) {
    k = lbm_permeability_of(&job.run.drive, r.superficial, job.domain.dx);
    r.permeability = &k;
    r.inside = lbm_permeability_inside(&k, &job.domain);
  }
  (asked.json ? run_print_json : run_print)(out, &r);
}

static void warn_unconverged(void)
{
  char remains[64] = "too few samples to tell what remains";
  if (isfinite(job.run.remaining))
    snprintf(remains, sizeof remains, "about %.2g remains", job.run.remaining);
  cli_warn("not converged within %.1g after %lld steps (%s); the output is written", asked.converge,
           (long long)job.parameters.step, remains);
}

int main(int argc, char **argv)
{
  struct tile_error e;
  int first = cli_start(&run_program, argc, argv);
  const char *input = argv[first];
  if (argc - first > 1)
    cli_usage("at most one FILE, but %d are given", argc - first);
  cli_need_input(argc - first);
  run_check_options(input);
  job.name = input && strcmp(input, "-") ? input : "standard input";
  bool converge = asked.converge > 0, data = !asked.benchmark && !(asked.json && !asked.output);
  struct cli_output probe;
  if (data && !asked.output)
    must(cli_open_output(&probe, NULL, true, &e), &e); /* a terminal is refused before the work */
  load(input);
  watch_signals();
  remember_command(argc, argv);
  if (asked.benchmark)
    measure();
  else
    step(converge);
  struct run_result last = result(asked.checkpoint);
  if (asked.checkpoint && !asked.benchmark)
    must(run_write(&last, true, &e), &e);
  last = result(asked.output);
  if (data)
    must(run_write(&last, false, &e), &e);
  report(data && (!asked.output || !strcmp(asked.output, "-")) ? stderr : stdout, converge);
  if (caught)
    return 128 + caught;
  if (converge && !job.parameters.converged && !asked.benchmark) {
    warn_unconverged();
    return EXIT_UNCONVERGED;
  }
  lbm_free(job.flow);
  lbm_parameters_free(&job.parameters);
  tile_domain_free(&job.domain);
  return EXIT_SUCCESS;
}

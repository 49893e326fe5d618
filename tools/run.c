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

/* ---- options ------------------------------------------------------------ */

static struct run_options ask = {.collision = -1, .equilibrium = -1, .precision = -1, .layout = -1, .axis = -1};

static int parse_name(int *to, const char *value, const char *const *names, int count, struct tile_error *e)
{
  for (int i = 0; i < count; i++)
    if (!strcmp(value, names[i])) {
      *to = i;
      return 0;
    }
  return tile_fail(e, TILE_USAGE, "expected %s, %s%s%s", names[0], names[1], count > 2 ? " or " : "",
                   count > 2 ? names[2] : "");
}

#define PARSER(what, count)                                                           \
  static int parse_##what(void *to, const char *value, struct tile_error *e)          \
  {                                                                                   \
    return parse_name(to, value, lbm_##what##_names, count, e);                       \
  }
PARSER(collision, LBM_COLLISIONS)
PARSER(equilibrium, LBM_EQUILIBRIA)
PARSER(precision, LBM_PRECISIONS)
PARSER(layout, LBM_LAYOUTS)

static int parse_force(void *to, const char *value, struct tile_error *e)
{
  static char copy[128]; /* quantities keep their text for messages */
  char *rest = copy, *word;
  struct cli_quantity *q = to;
  int found = 0;
  if ((size_t)snprintf(copy, sizeof copy, "%s", value) >= sizeof copy)
    return tile_fail(e, TILE_USAGE, "expected X,Y,Z in fewer letters");
  while ((word = strsep(&rest, ",")) && found < 3)
    if (cli_quantity(&q[found++], word, e))
      return e->code;
  ask.forced = true;
  return word || found < 3 ? tile_fail(e, TILE_USAGE, "expected X,Y,Z") : 0;
}

static const struct cli_option options[] = {
    {"output", 'o', "FILE", "Write the domain with its fields (density, velocity) to FILE instead of standard output.",
     cli_text, &ask.output},
    {"steps", 'n', "N", "The step to reach; +N: so many more. Default: 0 without --converge, else no limit.", cli_text,
     &ask.steps},
    {"converge", 'e', "EPS",
     "Stop when the mean velocity along the drive (without a drive: the mean speed) is within EPS, relative, of the "
     "limit extrapolated from three equally spaced samples; with --steps: exit 5 when that comes first.",
     cli_positive, &ask.converge},
    {"permeability", 'p', "AXIS",
     "Find the permeability along AXIS (x, y, z): a body force if the domain is periodic along it, else pressures on "
     "its two faces; the drive is lowered until the flow creeps. Implies --converge 1e-5.",
     cli_axis, &ask.axis},
    {"pressure-drop", 0, "P", "Gauge pressure P on patch inlet and 0 on patch outlet; lattice units, or such as 10Pa.",
     cli_quantity, &ask.drop},
    {"force", 0, "X,Y,Z", "Body force per volume; lattice units, or such as 0,0,10N/m3.", parse_force, ask.force},
    {"set", 's', "NAME:KIND=VALUE",
     "Condition of patch NAME: wall=U,V,W (moving, half a node outside), velocity=U,V,W (on the nodes) or pressure=P "
     "(gauge, on the nodes); lattice units, or such as 1mm/s and 10Pa. May be given several times.",
     cli_list, &ask.sets},
    {"collision", 'c', "NAME", "bgk, trt (default) or mrt.", parse_collision, &ask.collision},
    {"equilibrium", 0, "NAME", "quasi (quasi-compressible, default) or incompressible.", parse_equilibrium,
     &ask.equilibrium},
    {"precision", 0, "NAME", "fp64 (default) or fp32.", parse_precision, &ask.precision},
    {"layout", 0, "NAME", "How populations lie in memory: packed (default), t2c or t2c-xyz.", parse_layout, &ask.layout},
    {"tau", 0, "T", "Relaxation time in steps, above 0.5. Default: 1.", cli_positive, &ask.tau},
    {"viscosity", 0, "NU", "Kinematic viscosity: such as 1e-6m2/s, which sets the time step, or a lattice value.",
     cli_quantity, &ask.viscosity},
    {"time-step", 0, "DT", "Time step such as 1us; with --viscosity it sets tau.", cli_quantity, &ask.time_step},
    {"density", 0, "RHO", "Density. Default: 1000kg/m3.", cli_quantity, &ask.density},
    {"checkpoint", 0, "FILE",
     "Write fields and populations to FILE: running FILE again continues bit for bit. May be the input.", cli_text,
     &ask.checkpoint},
    {"every", 0, "N", "Write --checkpoint at every multiple of N steps as well.", cli_count, &ask.every},
    {"device", 0, "NAME", "What computes: cpu, cuda, or cuda:N for card N. Default: cuda where there is a card, else cpu.",
     cli_text, &ask.device},
    {"threads", 't', "N", "Threads of the cpu device. Default: as OpenMP decides.", cli_count, &ask.threads},
    {"benchmark", 'b', NULL,
     "Measure instead: read and write only, propagation only and the full step, and the copy bandwidth, in one run. "
     "Writes no data.",
     cli_flag, &ask.benchmark},
    {"json", 0, NULL, "Print the report as JSON; without -o no data is written.", cli_flag, &ask.json},
    CLI_MAX_MEMORY,
    CLI_NO_HISTORY,
    {0}};

static const struct cli_program program = {
    "tessera-run", "Computes the flow through a domain with the lattice-Boltzmann method.", "[OPTION]... [FILE]",
    "FILE is a domain (tessera-tile) or an earlier result, which is continued; without FILE, or with -, standard input "
    "is read.",
    options};

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
  struct cli_progress progress;
  bool fresh; /* neither fields nor populations in the input */
} job;

static void must(int code, const struct tile_error *e)
{
  if (code)
    cli_die(e);
}

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
             : tile_fail(e, TILE_USAGE, "%s holds %s values and continues in that precision: leave out --precision %s",
                         job.name, file, now);
}

/* Populations continue exactly; fields alone start from equilibrium. */
static void read_state(struct tile_input *in)
{
  struct tile_error e;
  const size_t value = lbm_value_bytes(job.flow);
  struct tile_array populations = {"POPS", 19 * value, lbm_put_populations, job.flow, false};
  struct tile_array fields = {"FLDS", 4 * value, lbm_put_fields, job.flow, false};
  bool exact = tile_input_has(in, "POPS"), some = tile_input_has(in, "FLDS");
  job.fresh = !exact && !some;
  if (!job.fresh)
    must(same_precision(in, &e), &e);
  must_read(tile_input_arrays(in, exact ? &populations : &fields, job.fresh ? 0 : 1, &e), &e);
  if (!exact && some)
    cli_say("%s holds no populations: starting from the equilibrium of its fields", job.name);
  lbm_set_steps_done(job.flow, job.parameters.step);
}

/* A card holds the populations; here are the neighbours of tiles, twice while they are on their way to it. */
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
  must(lbm_device_name(&device, ask.device, &e), &e);
  if (strcmp(device, "cpu")) {
    check_memory_beside_card();
    return;
  }
  const struct lbm_setup *s = &job.parameters.setup;
  const size_t value = s->precision == LBM_FP32 ? sizeof(float) : sizeof(double);
  const size_t nodes =
      s->layout == LBM_PACKED ? (size_t)tile_domain_nonsolid(&job.domain) : 64 * job.domain.tiles;
  must(tile_afford(nodes, TILE_LINKS * value, "the populations", &e), &e);
}

static void load(const char *path)
{
  struct tile_error e;
  struct tile_reader *reader;
  struct tile_input in;
  FILE *file = cli_open_input(path, &e);
  must(file ? 0 : e.code, &e);
  must(tile_reader_open(&reader, file, job.name, &e), &e);
  const char *kind = tile_header_get(tile_reader_header(reader), "kind");
  if (kind && !strcmp(kind, "voxels")) {
    tile_fail(&e, TILE_REJECTED, "%s: holds voxels, not a domain: run it through tessera tile first", job.name);
    cli_die(&e);
  }
  must(tile_input_open(&in, &job.domain, reader, &e), &e);
  must_read(lbm_parameters_read(&job.parameters, &job.domain, &e), &e);
  must(run_set_up(&ask, &job.parameters, &job.domain, &job.drive, &e), &e);
  check_memory();
  must(lbm_new(&job.flow, &job.domain, &job.parameters.setup, &e), &e);
  read_state(&in);
  tile_input_close(&in);
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
  struct run_result r = result(ask.checkpoint);
  (void)self;
  return run_checkpoint(&r, e);
}

static bool tick(void *self, int64_t step)
{
  (void)self;
  cli_progress_at(&job.progress, (double)step);
  return caught != 0;
}

/* The history names the instruction set: bits are the same on one. Threads do not matter. */
static void remember_command(int argc, char **argv)
{
  struct tile_error e;
  char name[64];
  const char *device = lbm_backend_name(job.flow);
  snprintf(name, sizeof name, "%s[%.*s]", program.name, (int)strcspn(device, ","), device);
  must(cli_add_history(&job.domain.header, name, argc, argv, job.digest, &e), &e);
}

/* ---- the whole ---------------------------------------------------------- */

static void step(bool converge)
{
  struct tile_error e, written;
  int64_t now = job.parameters.step, last = run_last_step(&ask, now, converge);
  job.run = (struct lbm_run){.flow = job.flow, .parameters = &job.parameters, .last = last, .every = ask.every,
                             .converge = converge ? ask.converge : 0, .creeping = ask.axis >= 0, .drive = job.drive,
                             .tick = tick, .checkpoint = ask.checkpoint ? checkpoint : NULL};
  cli_progress_begin(&job.progress, "run", last == INT64_MAX ? 0 : (double)last,
                     (double)lbm_nonsolid(job.flow) * 1e-6, "MFLUPS");
  int code = lbm_run(&job.run, &job.domain, &e);
  cli_progress_end(&job.progress);
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
                         .asked = converge, .bound = ask.converge};
  if (!job.bench.done) {
    predict_run();
    must(lbm_survey(job.flow, &r.survey, &e), &e);
  }
  if (p->axis >= 0)
    r.superficial = r.survey.velocity[p->axis] / ((double)n[0] * (double)n[1] * (double)n[2]);
  if (ask.axis >= 0 && !job.bench.done) {
    k = lbm_permeability_of(&job.run.drive, r.superficial, job.domain.dx);
    r.permeability = &k;
  }
  (ask.json ? run_print_json : run_print)(out, &r);
}

/* A folder that is not there is better told now than after the run. */
static void need_folder(const char *path)
{
  struct tile_error e;
  const char *slash = path ? strrchr(path, '/') : NULL;
  char *folder = slash && slash != path ? strndup(path, (size_t)(slash - path)) : NULL;
  const int missing = folder && access(folder, F_OK) ? errno : 0;
  free(folder);
  if (missing) {
    tile_fail(&e, TILE_FAILED, "%s: %s", path, strerror(missing));
    cli_die(&e);
  }
}

static void check_options(const char *input)
{
  need_folder(ask.output);
  need_folder(ask.checkpoint);
  if (ask.every && !ask.checkpoint)
    cli_usage("--every needs --checkpoint FILE");
  if (cli_same_file(input, ask.output))
    cli_usage("%s is the input: give another name with -o (only --checkpoint may be the input)", ask.output);
  if (ask.output && cli_same_output(ask.output, ask.checkpoint))
    cli_usage("-o and --checkpoint both name %s: a checkpoint holds the fields too", ask.output);
  if (ask.axis >= 0 && !(ask.converge > 0))
    ask.converge = 1e-5;
}

int main(int argc, char **argv)
{
  struct tile_error e;
  int first = cli_start(&program, argc, argv);
  const char *input = argv[first];
  if (argc - first > 1)
    cli_usage("one FILE at most, but %d are given", argc - first);
  cli_need_input(argc - first);
  check_options(input);
  job.name = input && strcmp(input, "-") ? input : "standard input";
  bool converge = ask.converge > 0, data = !ask.benchmark && !(ask.json && !ask.output);
  struct cli_output probe;
  if (data && !ask.output)
    must(cli_open_output(&probe, NULL, true, &e), &e); /* a terminal is refused before the work */
  load(input);
  watch_signals();
  remember_command(argc, argv);
  if (ask.benchmark)
    measure();
  else
    step(converge);
  struct run_result last = result(ask.checkpoint);
  if (ask.checkpoint && !ask.benchmark)
    must(run_write(&last, true, &e), &e);
  last = result(ask.output);
  if (data)
    must(run_write(&last, false, &e), &e);
  report(data && (!ask.output || !strcmp(ask.output, "-")) ? stderr : stdout, converge);
  if (caught)
    return 128 + caught;
  if (converge && !job.parameters.converged && !ask.benchmark) {
    cli_warn("not converged within %.1g after %lld steps (about %.2g remains); the output is written", ask.converge,
             (long long)job.parameters.step, job.run.remaining);
    return EXIT_UNCONVERGED;
  }
  lbm_free(job.flow);
  lbm_parameters_free(&job.parameters);
  tile_domain_free(&job.domain);
  return EXIT_SUCCESS;
}

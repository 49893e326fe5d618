/* SPDX-License-Identifier: BSD-3-Clause */
/* The steps of one flow, its files and its report. */
#include "keys.h"
#include "run.h"
#include "run_setup.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- files ---------------------------------------------------------------- */

static bool writes_data(const struct run_options *o)
{
  return run_wants_fields(o) || o->checkpoint || o->average;
}

/* Bytes to write the result: a record and its compressed form. They are checked before the steps, so that no result is
 * lost for want of memory. */
enum { WRITING = 3 << 20 };
static void need_memory_to_write(const struct run_options *o)
{
  struct tile_error e;
  if (writes_data(o))
    check_or_exit(tile_afford(WRITING, 1, "writing the result", &e), &e);
}

static int checkpoint(void *self, struct tile_error *e)
{
  return run_checkpoint(self, e);
}

void run_write_fields(struct run *r, const char *path)
{
  struct tile_error e;
  check_or_exit(run_write(r, path, RUN_FIELDS, &e), &e);
}

void run_add_history(struct run *r)
{
  struct tile_error e;
  char name[64];
  const char *device = lbm_backend_name(r->flow);
  snprintf(name, sizeof name, "%s[%.*s]", run_program.name, (int)strcspn(device, ","), device);
  check_or_exit(cli_add_history(&r->domain.header, name, r->argc, r->argv, r->digest, &e), &e);
}

/* ---- advice --------------------------------------------------------------- */

static enum lbm_walls walls_of(const struct run *r)
{
  return r->domain.wall_begin ? r->parameters.setup.walls : LBM_WALLS_HALFWAY;
}

/* Beside openings of a surface the regularised collision runs where others diverge, and where it does not, only eddies help. */
static const char *remedy(const struct run *r)
{
  const struct lbm_setup *s = &r->parameters.setup;
  const bool varies = lbm_fluid_varies(&s->fluid), /* not with mrt */
      whole = varies || s->precision == LBM_FP64 || s->precision == LBM_FP32;
  if (s->collision != LBM_REGULARISED && (varies || (whole && lbm_vessel_opens(s, &r->domain))) &&
      run_plane_of_pressure(&r->parameters, &r->domain) < 0)
    return s->collision == LBM_MRT ? " or use --collision regularised --les smagorinsky:0.1"
                                   : " or use --collision regularised";
  if (varies || s->collision == LBM_REGULARISED)
    return s->fluid.smagorinsky > 0 ? "" : " or add --les smagorinsky:0.1";
  return r->parameters.setup.collision != LBM_MRT ? " or use --collision mrt"
         : walls_of(r) != LBM_WALLS_HALFWAY       ? " or use --walls halfway"
                                                  : "";
}

/* Adds advice to the message of a flow that has diverged. With a physical viscosity tau sets the time step, and a higher tau
 * makes physical velocities more voxels per step; near 1/2 a lower one does not help, as u/nu of a voxel stays. Without
 * inertia the velocity is not the cause: beside links that walls cut, a flow in nodes with few open links grows at a high tau
 * (stagger.h). */
static void advise(const struct run *r, struct tile_error *e)
{
  const bool physical = r->options.viscosity.physical, far = r->parameters.setup.tau > 0.52;
  const size_t length = strlen(e->text);
  if (r->parameters.setup.equilibrium == LBM_STOKES && walls_of(r) != LBM_WALLS_HALFWAY)
    snprintf(e->text + length, sizeof e->text - length,
             "; links that walls cut do not bear so high a tau: lower it or use --walls halfway");
  else
    snprintf(e->text + length, sizeof e->text - length, "; lower the drive or the velocity, %s%s%s",
             physical ? "take smaller voxels" : "raise tau", remedy(r),
             physical && far
                 ? "; values with a unit become smaller in lattice units with a shorter time step (a lower tau)"
                 : "");
}

static bool tick(void *self, int64_t step)
{
  struct run *r = self;
  run_progress_at(&r->progress, step);
  return run_agree();
}

/* ---- rows of --series, and --snapshots ----------------------------------------- */

static int64_t next_row(const struct run *r, int64_t step)
{
  const int64_t every = r->options.series_every;
  int64_t next;
  return !every || __builtin_mul_overflow(step / every + 1, every, &next) ? INT64_MAX : next;
}

static int64_t next_record(void *self, int64_t step)
{
  const struct run *r = self;
  const int64_t row = next_row(r, step), snapshot = r->snapshots ? snapshots_next(&r->plan, step) : INT64_MAX,
                viscosity = run_viscosity_next(r, step), file = row < snapshot ? row : snapshot;
  return file < viscosity ? file : viscosity;
}

static int record(void *self, struct tile_error *e)
{
  struct run *r = self;
  const int64_t now = lbm_steps_done(r->flow);
  if (next_row(r, now - 1) == now && run_series_row(r, e))
    return e->code;
  if (r->snapshots && snapshots_next(&r->plan, now - 1) == now && snapshots_take(r->snapshots, e))
    return e->code;
  return run_viscosity_next(r, now - 1) == now ? run_viscosity_watch(r, e) : 0;
}

/* Over beats: in every one that may be the last. Else over the steps to the last one, from step 0 or, where more steps are
 * asked for, from the present one. */
static void plan_snapshots(struct run *r)
{
  const struct run_options *o = &r->options;
  r->plan = (struct snapshots_plan){.folder = o->folder, .count = o->snapshots, .end = r->loop.last};
  if (o->beats.most) {
    r->plan.period = r->parameters.period;
    r->plan.skip = o->beats.periodic > 0 ? 0 : o->beats.most - 1;
  } else {
    r->plan.origin = *o->steps == '+' ? r->parameters.step : 0;
    r->plan.period = (double)(r->loop.last - r->plan.origin);
  }
}

static void begin_snapshots(struct run *r)
{
  struct tile_error e;
  if (!r->options.snapshots)
    return;
  plan_snapshots(r);
  check_or_exit(
      snapshots_open(&r->snapshots, &r->plan, r->flow, &r->domain, &r->parameters.setup, &r->parameters.units, &e), &e);
}

/* ---- steps ---------------------------------------------------------------- */

static void set_up_loop(struct run *r, bool converge)
{
  const struct run_options *o = &r->options;
  r->loop = (struct lbm_run){.flow = r->flow,
                             .parameters = &r->parameters,
                             .last = run_last_step(o, r->parameters.period, r->parameters.step, converge),
                             .every = o->every,
                             .keeps = o->checkpoint != NULL,
                             .converge = converge ? o->converge : 0,
                             .creeping = o->axis >= 0,
                             .drive = r->drive,
                             .inertial = o->forchheimer,
                             .tick = tick,
                             .checkpoint = o->checkpoint ? checkpoint : NULL,
                             .next_record = next_record,
                             .record = record,
                             .beat = r->beat,
                             .periodic = o->beats.periodic,
                             .self = r};
}

void run_begin_cycles(struct run *r, bool exact)
{
  struct lbm_cycles *c = &r->parameters.cycles;
  struct tile_error e;
  bool same;
  check_or_exit(lbm_keys_same_flow(&same, &r->parameters, &r->domain, &e), &e);
  if (!exact || !same)
    *c = (struct lbm_cycles){0};
  if (!c->made || r->options.benchmark)
    return;
  set_up_loop(r, r->options.converge > 0);
  check_or_exit(lbm_cycles_begin(&r->loop, &e), &e);
}

/* An error of the last checkpoint comes before an error of the steps: the checkpoint began earlier. */
static int step(struct run *r, struct tile_error *e)
{
  struct tile_error written;
  if (r->loop.creeping && r->loop.converge > 0 && r->parameters.setup.equilibrium == LBM_STOKES)
    run_phase(r, "equations of Stokes");
  run_progress_begin(&r->progress, "run", &r->options, &r->loop, &r->domain);
  const int code = lbm_run(&r->loop, &r->domain, e);
  run_progress_end(&r->progress);
  check_or_exit(run_checkpoint_end(&written), &written);
  return code;
}

void run_step(struct run *r, bool converge)
{
  struct tile_error e;
  if (!r->loop.steady)
    set_up_loop(r, converge);
  need_memory_to_write(&r->options);
  run_series_begin(r);
  run_lock_folder(&r->options);
  begin_snapshots(r);
  if (run_leads())
    run_make_folder(&r->options);
  run_lock_folder(&r->options);
  const int code = step(r, &e);
  if (code == LBM_DIVERGED && !r->watch.refused)
    advise(r, &e);
  check_or_exit(code, &e);
  run_series_end(r);
}

int run_step_inertial(struct run *r, bool creeping, struct tile_error *e)
{
  set_up_loop(r, true);
  r->loop.creeping = creeping;
  const int code = step(r, e);
  if (code == LBM_DIVERGED)
    advise(r, e);
  else
    check_or_exit(code, e);
  r->drive = r->loop.drive;
  return code;
}

/* ---- the report --------------------------------------------------------------- */

/* NaN unless the velocity is momentum over density, which falls along the flow. */
static double density_range(const struct run *r)
{
  const struct lbm_parameters *p = &r->parameters;
  struct tile_error e;
  double range[2];
  if (p->axis < 0 || p->setup.equilibrium != LBM_QUASI)
    return (double)NAN;
  check_or_exit(lbm_density_range(r->flow, range, &e), &e);
  return range[1] - range[0];
}

/* The mean velocity along an axis over the whole box, in voxels per step. */
static double superficial(const struct lbm_totals *s, const struct tile_domain *d, int axis)
{
  const int64_t *n = d->grid;
  return s->velocity[axis] / ((double)n[0] * (double)n[1] * (double)n[2]);
}

struct run_report run_make_report(struct run *r, bool converge)
{
  struct tile_error e;
  const int axis = r->parameters.axis;
  struct run_report report = {.domain = &r->domain,
                              .digest = r->digest,
                              .parameters = &r->parameters,
                              .flow = r->flow,
                              .loop = &r->loop,
                              .bench = &r->bench,
                              .estimate = &r->estimate,
                              .fit = r->fit,
                              .residence = &r->residence,
                              .to_converge = converge && !r->bench.done,
                              .bound = r->options.converge,
                              .correcting = lbm_correction_seconds(&r->loop),
                              .density_range = (double)NAN};
  if (!r->bench.done) {
    check_or_exit(lbm_totals(r->flow, &report.totals, &e), &e);
    report.density_range = density_range(r);
  }
  if (axis >= 0)
    report.superficial = superficial(&report.totals, &r->domain, axis);
  return report;
}

static struct lbm_permeability sample_permeability(const struct run *r)
{
  struct tile_error e;
  struct lbm_region region = lbm_sample_region(&r->domain, r->loop.drive.axis);
  if (lbm_has_layers(&r->domain))
    check_or_exit(lbm_region_totals(&region, r->flow, &e), &e);
  return lbm_permeability_sample(&r->loop.drive, &region, &r->domain);
}

static void set_column(const struct run *r, const struct lbm_totals *s, double column[3])
{
  double mean[3];
  for (int a = 0; a < 3; a++)
    mean[a] = superficial(s, &r->domain, a);
  lbm_permeability_column(&r->loop.drive, mean, column);
}

void run_add_drive(struct run *r, struct run_report *report)
{
  const struct lbm_parameters *p = &r->parameters;
  struct run_drive *d = &r->ended[r->drives++];
  *d = (struct run_drive){.k = lbm_permeability_of(&r->loop.drive, report->superficial, r->domain.dx),
                          .steps = p->step,
                          .corrections = r->loop.corrections,
                          .correcting = lbm_correction_seconds(&r->loop),
                          .converged = p->converged,
                          .remaining = r->loop.remaining,
                          .seconds = r->loop.seconds,
                          .viscosity = lbm_viscosity_of_tau(p->setup.tau) * lbm_unit(&p->units, LBM_VISCOSITY),
                          .density = p->units.density,
                          .tau = p->setup.tau,
                          .fastest = report->totals.fastest,
                          .density_range = report->density_range};
  d->inside = lbm_permeability_inside(&d->k, &r->domain);
  d->sample = sample_permeability(r);
  set_column(r, &report->totals, d->column);
  run_refine_end(r, d);
  report->drive = d;
  report->drives = 1;
}

void run_add_row(const struct run *r, const struct run_report *report)
{
  struct tile_error e;
  if (r->options.csv && run_leads() && !run_caught())
    check_or_exit(run_append_csv(&r->options, report, &e), &e);
}

/* ---- the end -------------------------------------------------------------------- */

static void put_remaining(char *text, size_t size, const struct run *r)
{
  if (r->loop.limited && r->loop.rounded >= r->loop.converge)
    snprintf(text, size, "rounding alone may change %.2g of it; take --precision fp64", r->loop.rounded);
  else if (r->loop.limited)
    snprintf(text, size, "corrections no longer help in this precision; take --precision fp64");
  else if (isfinite(r->loop.remaining))
    snprintf(text, size, "about %.2g remains", r->loop.remaining);
  else
    snprintf(text, size, "%s",
             r->parameters.series.count < LBM_SAMPLES ? "too few samples to tell what remains"
                                                      : "it does not settle so far");
}

void run_warn_unconverged(const struct run *r)
{
  const struct run_options *o = &r->options;
  char remains[96], along[16] = "";
  put_remaining(remains, sizeof remains, r);
  if (run_several(o))
    snprintf(along, sizeof along, " along %c", 'x' + o->axis);
  cli_warn("not converged within %.1g%s after %lld steps (%s)%s%s", o->converge, along, (long long)r->parameters.step,
           remains, r->loop.unsettled ? "; it no longer settles, and only with --steps it would go on" : "",
           writes_data(o) ? "; the output is written" : "");
}

void run_end_flow(struct run *r)
{
  snapshots_close(r->snapshots);
  r->snapshots = NULL;
  lbm_beat_close(r->beat);
  r->beat = NULL;
  lbm_cycles_end(&r->loop);
  lbm_free(r->flow);
  r->flow = NULL;
  lbm_parameters_free(&r->parameters);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* --permeability along several axes: one drive after another, their reports, and the tensor. --forchheimer: one drive
 * after another along one axis. */
#include <config.h>

#include "forchheimer_report.h"
#include "run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- checks and names of files ------------------------------------------------- */

/* Standard output and devices take one file, not several. */
static bool is_single(const char *path)
{
  struct stat s;
  return !strcmp(path, "-") || (stat(path, &s) == 0 && !S_ISREG(s.st_mode));
}

void run_check_several(const struct run_options *o)
{
  if (run_several(o) && o->output && is_single(o->output))
    cli_usage("--permeability along several axes makes a file for each: give -o a name, as flow.tile for flow-x.tile");
}

/* ---- the domain of one drive ---------------------------------------------------- */

static void *duplicate(const void *of, size_t count, size_t size)
{
  void *made = tile_alloc(count, size);
  if (made && count)
    memcpy(made, of, count * size);
  return made;
}

/* Makes the domain as it was read, with patches, walls and header of its own; it shares the other arrays with `whole`. */
static int make_view(struct tile_domain *view, const struct tile_domain *whole, struct tile_error *e)
{
  *view = *whole;
  view->patch = duplicate(whole->patch, (size_t)whole->patches, sizeof *whole->patch);
  view->mark = duplicate(whole->mark, whole->marks, sizeof *whole->mark);
  if (whole->wall_begin) { /* patches remove walls */
    view->wall = duplicate(whole->wall, whole->walls, sizeof *whole->wall);
    view->wall_begin = duplicate(whole->wall_begin, whole->tiles + 1, sizeof *whole->wall_begin);
  }
  if (tile_header_copy(&view->header, &whole->header, e))
    return e->code;
  return view->patch && view->mark && (!whole->wall_begin || (view->wall_begin && view->wall))
             ? 0
             : tile_fail_memory(e, whole->marks * sizeof *whole->mark, "the patches");
}

static void free_view(struct tile_domain *view)
{
  tile_header_free(&view->header);
  free(view->patch);
  free(view->mark);
  free(view->wall);
  free(view->wall_begin);
  *view = (struct tile_domain){0};
}

/* ---- the report of all drives ---------------------------------------------------- */

/* The sums of steps and seconds, the worst of the remaining changes, converged if all drives are. */
struct whole {
  struct run_report report;
  struct lbm_run loop;
  struct lbm_parameters parameters;
  struct lbm_tensor tensor;
};

static void add_drive(struct whole *w, const struct run_drive *d)
{
  w->loop.seconds += d->seconds;
  w->loop.steps += d->steps;
  w->loop.corrections += d->corrections;
  w->report.correcting += d->correcting;
  w->parameters.step += d->steps;
  w->loop.remaining = fmax(w->loop.remaining, d->remaining);
  w->parameters.converged = w->parameters.converged && d->converged;
  w->report.totals.fastest = fmax(w->report.totals.fastest, d->fastest);
  w->report.density_range = fmax(w->report.density_range, d->density_range); /* NaN: no drive has one */
}

static void make_tensor(struct lbm_tensor *t, const struct run_report *r)
{
  double column[3][3];
  int axis[3];
  for (int i = 0; i < r->drives; i++) {
    axis[i] = r->drive[i].k.axis;
    memcpy(column[i], r->drive[i].column, sizeof column[i]);
  }
  lbm_tensor_make(t, r->drives, axis, (const double(*)[3])column);
}

/* `last` is the report of the last drive. */
static void make_whole(struct whole *w, const struct run *r, const struct run_report *last)
{
  *w = (struct whole){.report = *last, .loop = r->loop, .parameters = r->parameters};
  w->loop.seconds = w->loop.remaining = 0;
  w->report.correcting = 0;
  w->loop.opening_remaining = w->loop.growth = (double)NAN; /* each drive has its own */
  w->loop.steps = w->loop.corrections = w->parameters.step = 0;
  w->parameters.converged = true;
  w->report.drive = r->ended;
  w->report.drives = r->drives;
  for (int i = 0; i < r->drives; i++)
    add_drive(w, r->ended + i);
  w->report.loop = &w->loop;
  w->report.parameters = &w->parameters;
  if (r->drives != __builtin_popcount(r->options.axes) || run_caught())
    return; /* a drive was stopped or is missing */
  make_tensor(&w->tensor, &w->report);
  w->report.tensor = &w->tensor;
}

/* ---- the drives ------------------------------------------------------------------ */

static bool has_axis(const struct run *r, int axis)
{
  return r->options.axes >> axis & 1;
}

static void begin_view(struct run *r, int axis)
{
  struct tile_error e;
  r->options.axis = axis;
  check_or_exit(make_view(&r->domain, &r->whole, &e), &e);
  run_set_up(r);
}

static void end_view(struct run *r)
{
  run_end_flow(r);
  free_view(&r->domain);
}

/* Refuses a drive that cannot be before the first drive begins. */
static void check_drives(struct run *r)
{
  r->whole = r->domain;
  for (int axis = 0; axis < 3; axis++) {
    if (!has_axis(r, axis))
      continue;
    begin_view(r, axis);
    if (axis == __builtin_ctz(r->options.axes))
      run_check_flow(r);
    else
      run_check_drive(r);
    end_view(r);
  }
}

static void begin_flow(struct run *r)
{
  struct tile_error e;
  run_expect(r);
  run_fit(r);
  run_afford(r);
  run_refine(r);
  run_phase(r, "tiles and their neighbours");
  check_or_exit(lbm_new(&r->flow, &r->domain, &r->parameters.setup, &e), &e);
  check_or_exit(lbm_drive_start(r->flow, &r->parameters, &r->domain, &e), &e);
  run_add_history(r);
}

static void write_fields(struct run *r)
{
  const struct run_options *o = &r->options;
  char *path = run_axis_path(o->output, o->axis);
  run_write_fields(r, path);
  free(path);
}

/* The flow is kept until the next drive begins: the report needs it. */
static struct run_report drive_along(struct run *r, int axis)
{
  begin_view(r, axis);
  begin_flow(r);
  run_step(r, true);
  struct run_report report = run_make_report(r, true);
  run_add_drive(r, &report);
  run_warn(&report);
  if (!r->parameters.converged && !run_caught())
    run_warn_unconverged(r);
  if (r->options.output)
    write_fields(r);
  run_predict(r);
  if (!r->options.json)
    run_print(stdout, &report);
  return report;
}

/* Returns the exit status. */
static int report_drives(const struct run *r, const struct run_report *last)
{
  struct whole w;
  make_whole(&w, r, last);
  if (r->options.json)
    run_print_json(stdout, &w.report);
  else if (w.report.tensor)
    run_print_tensor(stdout, &w.report);
  run_add_row(r, &w.report);
  return run_caught() ? 128 + run_caught() : w.parameters.converged ? EXIT_SUCCESS : EXIT_UNCONVERGED;
}

int run_drive_along_all(struct run *r)
{
  struct run_report last = {0};
  check_drives(r);
  for (int axis = 0; axis < 3 && !(r->drives && run_caught()); axis++) {
    if (!has_axis(r, axis))
      continue;
    if (r->drives)
      end_view(r);
    last = drive_along(r, axis);
  }
  const int status = report_drives(r, &last);
  end_view(r);
  tile_domain_free(&r->whole);
  return status;
}

/* ---- --forchheimer: drives along one axis ------------------------------------------ */

/* A sweep that is under way. */
struct sweep {
  struct forchheimer fit;
  char ended[160];
  double seconds;
};

static void end_sweep(struct sweep *s, const struct run *r, const char *why)
{
  snprintf(s->ended, sizeof s->ended, "%s at drive %.4g", why, r->loop.drive.drop / r->loop.drive.length);
}

static void add_point(struct sweep *s, struct run *r, int64_t before)
{
  struct run_report report = run_make_report(r, true);
  const struct lbm_drive *d = &r->loop.drive;
  s->fit.point[s->fit.count++] = (struct forchheimer_point){.gradient = fabs(d->drop / d->length),
                                                            .velocity = fabs(report.superficial),
                                                            .mach = lbm_mach(report.totals.fastest),
                                                            .remaining = r->loop.remaining,
                                                            .steps = r->parameters.step - before};
}

/* Makes the flow of the present drive; returns false if it has none that is steady. */
static bool drive_sweep(struct sweep *s, struct run *r)
{
  struct tile_error e;
  const int64_t before = r->parameters.step;
  const int code = run_step_inertial(r, s->fit.count == 0, &e);
  s->seconds += r->loop.seconds;
  if (code && !s->fit.count)
    cli_die(&e);
  if (code)
    end_sweep(s, r, "the flow diverges");
  else if (!r->parameters.converged)
    end_sweep(s, r, run_caught() ? "stopped" : "the flow has not converged");
  else
    add_point(s, r, before);
  return !*s->ended;
}

/* Goes on from the flow of the last drive. */
static void raise_drive(struct run *r, double factor)
{
  struct tile_error e;
  check_or_exit(lbm_run_scale(&r->loop, factor, &e), &e);
  r->parameters.cycles = (struct lbm_cycles){0}; /* what they showed was of another drive */
  r->drive = r->loop.drive;
}

static void print_sweep(const struct sweep *s, const struct run *r)
{
  const struct lbm_parameters *p = &r->parameters;
  const struct forchheimer_report report = {.fit = &s->fit,
                                            .units = p->units,
                                            .axis = p->axis,
                                            .force = p->drive == LBM_FORCE_DRIVE,
                                            .tau = p->setup.tau,
                                            .equilibrium = lbm_equilibrium_names[p->setup.equilibrium],
                                            .walls = lbm_walls_names[p->setup.walls],
                                            .device = lbm_backend_name(r->flow),
                                            .digest = r->digest,
                                            .ended = s->ended,
                                            .seconds = s->seconds};
  (r->options.json ? forchheimer_print_json : forchheimer_print)(stdout, &report);
}

int run_forchheimer(struct run *r)
{
  struct sweep s = {.fit.viscosity = lbm_viscosity_of_tau(r->parameters.setup.tau)};
  double factor = 1;
  while (factor > 0 && drive_sweep(&s, r))
    if ((factor = forchheimer_next(&s.fit)) > 0)
      raise_drive(r, factor);
  forchheimer_fit(&s.fit);
  if (*s.ended)
    cli_warn("--forchheimer: %s, which ends the sweep after %d drives", s.ended, s.fit.count);
  print_sweep(&s, r);
  const bool enough = s.fit.count >= FORCHHEIMER_LEAST;
  run_end_flow(r);
  tile_domain_free(&r->domain);
  return run_caught() ? 128 + run_caught() : enough ? EXIT_SUCCESS : EXIT_UNCONVERGED;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* What a run prints while it steps. */
#include "run.h"

#include "answer.h"
#include "bandwidth.h"
#include "communicator.h"
#include "precision.h"

#include <math.h>
#include <omp.h>
#include <stdarg.h>
#include <string.h>

static void add(char *text, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void add(char *text, size_t size, const char *format, ...)
{
  const size_t used = strlen(text);
  va_list list;
  va_start(list, format);
  vsnprintf(text + used, size - used, format, list);
  va_end(list);
}

static double box_of(const struct tile_domain *d)
{
  return (double)d->grid[0] * (double)d->grid[1] * (double)d->grid[2];
}

/* The mean flow as it is now, and the permeability that it gives. */
static void add_flow(const struct run_progress *p, char *text, size_t size)
{
  const struct lbm_run *loop = p->loop;
  const int axis = loop->parameters->axis;
  char along[16] = "";
  struct lbm_totals totals;
  struct tile_error e;
  if (lbm_comm_size() > 1 || lbm_totals(loop->flow, &totals, &e))
    return; /* all processes would have to take part in a totals, but only one prints lines */
  const double mean = (axis >= 0 ? totals.velocity[axis] : totals.speed) / box_of(p->domain);
  add(text, size, "mean %s %.4g, ", axis >= 0 ? "velocity" : "speed", mean);
  if (!loop->creeping)
    return;
  const struct lbm_permeability k = lbm_permeability_of(&loop->drive, mean, p->domain->dx);
  if (p->names_axis)
    snprintf(along, sizeof along, "along %c ", 'x' + axis);
  if (isfinite(k.m2))
    add(text, size, "k %s%.4g m2 so far, ", along, k.m2);
  else
    add(text, size, "k %s%.4g voxel2 so far, ", along, k.voxel2);
}

/* Of the change that remains; 0: the run goes to its last step. */
static double bound_of(const struct lbm_run *loop)
{
  return loop->converge > 0 ? loop->converge : loop->periodic;
}

/* Of the logarithm of what remains, between two values: less tells nothing of how it goes on. */
#define LEAST_FALL 0.05

/* Steps until the remaining change is within the bound, if it shrinks as fast as between earlier values; 0: unknown. */
static double steps_to_converge(struct run_progress *p, double step)
{
  const struct lbm_run *loop = p->loop;
  const double fallen = log(p->remained / loop->remaining);
  if (fabs(fallen) >= LEAST_FALL) {
    const double shrinks = fallen / (step - p->at);
    p->shrinks = !isfinite(shrinks) ? 0 : p->shrinks > 0 ? 0.5 * (p->shrinks + shrinks) : shrinks;
    p->remained = loop->remaining;
    p->at = step;
  }
  return p->shrinks > 0 ? fmax(log(p->remained / bound_of(loop)) / p->shrinks - (step - p->at), 0) : 0;
}

/* A run to a periodic flow ends with a beat, which is more likely one of the next than that of --beats. */
static double whole_beats(const struct run_progress *p, double step, double left)
{
  const double period = p->loop->parameters->period, first = (double)p->first;
  return p->loop->periodic > 0 ? period * ceil((first + step + left) / period - 1e-9) - first - step : left;
}

/* Of all, or of what remains. */
static double steps_of_cycles(const struct run_progress *p, double done)
{
  const struct lbm_run *loop = p->loop;
  const bool known = isfinite(loop->remaining);
  const double part = known ? loop->converge / loop->remaining : loop->converge;
  return LBM_ANSWER_STEPS * lbm_answer_cycles(part) - (known ? 0 : done);
}

static void estimate(struct cli_progress *bar, double done)
{
  struct run_progress *p = bar->self;
  const struct lbm_run *loop = p->loop;
  const double last = loop->last == INT64_MAX ? 0 : (double)(loop->last - p->first);
  bar->total = loop->periodic > 0 ? 0 : last;
  if (!(bound_of(loop) > 0))
    return;
  const double left = loop->steady ? fmax(steps_of_cycles(p, done), 0) : steps_to_converge(p, done);
  if (left > 0)
    bar->total = done + whole_beats(p, done, left);
  if (last > 0 && left > 0)
    bar->total = fmin(bar->total, last);
}

static void so_far(struct cli_progress *bar, double done, char *text, size_t size)
{
  struct run_progress *p = bar->self;
  const struct lbm_run *loop = p->loop;
  *text = 0;
  add(text, size, "step %lld, ", (long long)p->first + (long long)done);
  add_flow(p, text, size);
  if (isfinite(loop->remaining) && loop->periodic > 0)
    add(text, size, "beat %lld, %.2g of it to change (bound %.1g), ", (long long)loop->parameters->beat.beats + 1,
        loop->remaining, loop->periodic);
  else if (isfinite(loop->remaining) && loop->converge > 0)
    add(text, size, "%.2g of it to change (bound %.1g), ", loop->remaining, loop->converge);
}

void run_progress_begin(struct run_progress *p, const char *what, const struct run_options *o,
                        const struct lbm_run *loop, const struct tile_domain *d)
{
  const int64_t first = lbm_steps_done(loop->flow);
  *p = (struct run_progress){
      .loop = loop, .domain = d, .names_axis = run_several(o), .first = first, .remained = (double)INFINITY};
  cli_progress_begin(&p->bar, what, loop->last == INT64_MAX ? 0 : (double)(loop->last - first), "steps",
                     (double)lbm_nonsolid(loop->flow) * 1e-6, "MFLUPS");
  p->bar.estimate = estimate;
  p->bar.so_far = so_far;
  p->bar.self = p;
}

void run_progress_at(struct run_progress *p, int64_t step)
{
  cli_progress_at(&p->bar, (double)(step - p->first));
}

void run_progress_end(struct run_progress *p)
{
  cli_progress_end(&p->bar);
}

/* ---- before the first step ---------------------------------------------------------- */

/* A run with fewer nodes ends in seconds, and measuring the bandwidth would be a part of them. */
enum { LASTING_NODES = 1000000, MEASURED = 64 << 20 };

static bool is_answered(const struct run *r)
{
  const struct run_options *o = &r->options;
  const struct lbm_parameters *p = &r->parameters;
  struct tile_error e;
  const char *device;
  return o->axis >= 0 && o->converge > 0 && !o->benchmark && !o->refine && p->relaxation.automatic &&
         p->setup.equilibrium == LBM_STOKES && p->setup.lattice == LBM_LATTICE_D3Q19 && lbm_comm_size() == 1 &&
         !lbm_answer_obstacle(&r->domain, o->converge) && !lbm_device_name(&device, o->device, &e) &&
         !strcmp(device, "cpu");
}

void run_expect(struct run *r)
{
  const struct lbm_setup *s = &r->parameters.setup;
  const size_t nodes = (size_t)tile_domain_nonsolid(&r->domain);
  r->ends = 0;
  if (!cli_progress_shown() || nodes < LASTING_NODES || !is_answered(r))
    return;
  const double bandwidth = lbm_copy_bandwidth(MEASURED, s->threads);
  const struct lbm_answer_ask ask = {.device = LBM_ON_CPU,
                                     .nonsolid = nodes,
                                     .traffic = 2.0 * LBM_Q * (double)lbm_value_bytes_of(s->precision),
                                     .bandwidth = bandwidth,
                                     .threads = s->threads ? s->threads : lbm_threads(),
                                     .bound = r->options.converge};
  if (bandwidth > 0)
    r->ends = omp_get_wtime() + lbm_answer_of(&ask).seconds;
}

void run_phase(const struct run *r, const char *phase)
{
  cli_progress_phase("set-up", phase, r->ends > 0 ? fmax(r->ends - omp_get_wtime(), 0) : -1);
}

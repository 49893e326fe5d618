/* SPDX-License-Identifier: BSD-3-Clause */
/* --benchmark, and the prediction of the speed that the copy bandwidth allows. */
#include "forecast.h"
#include "run.h"

#include <string.h>

static enum lbm_device_kind device_kind(const struct run *r)
{
  struct tile_error e;
  const char *device;
  check_or_exit(lbm_device_name(&device, r->parameters.setup.device, &e), &e);
  return strcmp(device, "cpu") ? LBM_ON_CUDA : LBM_ON_CPU;
}

static struct lbm_forecast forecast(const struct run *r, enum lbm_device_kind kind)
{
  const struct lbm_setup *s = &r->parameters.setup;
  struct tile_error e;
  struct lbm_tile_statistics statistics;
  struct lbm_forecast f;
  if (s->lattice == LBM_LATTICE_D2Q9) {
    check_or_exit(lbm_forecast_plane(&f, &r->domain, kind, s->precision, &e), &e);
    return f;
  }
  check_or_exit(lbm_tile_statistics_make(&statistics, &r->domain, &e), &e);
  const struct lbm_choice choice = {s->collision, s->precision, s->layout, s->addressing, s->walls};
  return lbm_forecast_of(&statistics, kind, &choice);
}

/* Processes on CPUs, or subdomains on GPUs, step at the same time and divide the copy bandwidth among them. */
static void predict(struct run *r)
{
  const enum lbm_device_kind kind = device_kind(r);
  const struct lbm_forecast f = forecast(r, kind);
  const struct lbm_division by = lbm_division_of(r->flow);
  const double ranges = kind == LBM_ON_CPU ? by.processes : by.parts;
  r->bench.traffic = f.traffic;
  r->bench.predicted = 1e-6 * ranges / lbm_forecast_seconds(&f, r->bench.copy / ranges);
}

void run_measure(struct run *r)
{
  struct tile_error e;
  check_or_exit(lbm_benchmark(r->flow, 9, r->bench.timing, &r->bench.copy, &e), &e);
  predict(r);
  r->bench.done = true;
}

/* Bytes that a run moves before its time is predicted; of a shorter one the prediction would take too long. */
#define LASTING_BYTES 1e11

/* The seconds of some time steps, if only memory traffic takes time. */
static double seconds_of(struct run *r, double steps)
{
  struct tile_error e;
  const double updates = steps * (double)lbm_nonsolid(r->flow);
  double seconds = (double)NAN;
  if (!(updates * lbm_update_bytes(r->flow) > LASTING_BYTES))
    return seconds;
  check_or_exit(lbm_copy_beside(r->flow, &r->bench.copy, &e), &e);
  if (r->bench.copy > 0) {
    predict(r);
    seconds = updates / (1e6 * r->bench.predicted);
  }
  r->bench = (struct run_bench){0};
  return seconds;
}

void run_estimate(struct run *r)
{
  struct estimate *x = &r->estimate;
  const struct run_options *o = &r->options;
  const int64_t step = r->parameters.step, last = run_last_step(o, r->parameters.period, step, o->converge > 0);
  estimate_make(x, &r->parameters, &r->domain);
  if (!x->known)
    return;
  x->memory = (double)lbm_memory(r->flow);
  if (last < INT64_MAX && last > step)
    x->seconds = seconds_of(r, x->steps = (double)(last - step));
  if (!cli_quiet && run_leads())
    estimate_print(stderr, x);
  run_viscosity_expect(r);
}

enum { LASTING = 5 }; /* seconds of steps; a prediction takes much less time */
void run_predict(struct run *r)
{
  struct tile_error e;
  if (r->loop.seconds < LASTING || run_caught())
    return;
  check_or_exit(lbm_copy_beside(r->flow, &r->bench.copy, &e), &e);
  if (r->bench.copy > 0)
    predict(r);
}

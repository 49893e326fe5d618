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

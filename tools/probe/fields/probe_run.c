/* SPDX-License-Identifier: BSD-3-Clause */
#include "probe.h"

#include "keys.h"

#include <math.h>
#include <string.h>

int probe_check_run(const struct fields *f, struct tile_error *e)
{
  struct lbm_parameters p;
  struct tile_error why;
  int code = lbm_parameters_read(&p, &f->domain, &why);
  lbm_parameters_free(&p);
  return code ? tile_fail(e, code, "%s: header: %.900s", f->name, why.text) : 0;
}

/* The header may state only tau or only viscosity. */
struct probe_run probe_run_of(const struct fields *f)
{
  const double unknown = (double)NAN;
  struct probe_run run = {unknown, unknown, unknown, lbm_key_text(&f->domain, LBM_KEY_CONVERGED)};
  struct tile_error checked;
  int64_t step = -1;
  lbm_key_read(&run.tau, LBM_KEY_TAU, &f->domain, &checked);
  lbm_key_read(&run.viscosity, LBM_KEY_VISCOSITY, &f->domain, &checked);
  lbm_key_read(&step, LBM_KEY_STEP, &f->domain, &checked);
  if (step >= 0)
    run.step = (double)step;
  if (isnan(run.viscosity))
    run.viscosity = lbm_viscosity_of_tau(run.tau);
  if (isnan(run.tau))
    run.tau = lbm_tau_of_viscosity(run.viscosity);
  return run;
}

void probe_run_text(const struct fields *f, double speed, struct probe_report *r)
{
  struct probe_run run = probe_run_of(f);
  char mach[REPORT_REAL];
  if (isfinite(run.tau)) {
    probe_quantity(r, "viscosity", run.viscosity, &f->units, LBM_VISCOSITY);
    report_line(r->out, "tau", "%.6g", run.tau);
  }
  report_line(r->out, "Mach number", "%s (of the largest speed)", report_real(mach, 3, lbm_mach(speed)));
  if (run.converged)
    report_line(r->out, "converged", "%s", run.converged);
}

void probe_run_json(const struct fields *f, double speed, struct json *j)
{
  struct probe_run run = probe_run_of(f);
  json_real(j, "viscosity", run.viscosity);
  json_real(j, "viscosity_m2_s", run.viscosity * lbm_unit(&f->units, LBM_VISCOSITY));
  json_real(j, "tau", run.tau);
  json_real(j, "mach", lbm_mach(speed));
  if (run.converged)
    json_bool(j, "converged", strcmp(run.converged, "yes") == 0);
  else
    json_text(j, "converged", NULL);
}

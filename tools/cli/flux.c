/* SPDX-License-Identifier: BSD-3-Clause */
/* The report of fluxes through patches, used by run and probe. */
#include "cli.h"

#include <math.h>

static void report_flux(FILE *out, const char *label, const struct cli_flux *f, double unit)
{
  if (isfinite(unit))
    report_line(out, label, "%s: %.9g lattice = %.9g m3/s, %lld links", f->patch, f->flux, f->flux * unit,
                (long long)f->links);
  else
    report_line(out, label, "%s: %.9g lattice, %lld links", f->patch, f->flux, (long long)f->links);
}

/* Fraction of the inflow; NaN without inflow. */
static double share(const struct cli_fluxes *f, double of)
{
  return f->inflow > 0 ? of / f->inflow : (double)NAN;
}

void report_fluxes(FILE *out, const struct cli_fluxes *f)
{
  char gain[REPORT_REAL], walls[REPORT_REAL];
  for (size_t i = 0; i < f->count; i++)
    report_flux(out, i ? "" : "flux inwards", f->of + i, f->unit);
  report_line(out, "mass balance", "%s of the inflow, through interpolated walls %s",
              report_real(gain, 3, share(f, f->gain)), report_real(walls, 3, share(f, f->walls.flux)));
}

static void json_flux(struct json *j, const struct cli_flux *f, double unit)
{
  json_open(j, NULL, '{');
  json_text(j, "patch", f->patch);
  json_int(j, "links", f->links);
  json_real(j, "flux", f->flux);
  json_real(j, "flux_m3_s", f->flux * unit);
  json_close(j, '}');
}

void json_fluxes(struct json *j, const struct cli_fluxes *f)
{
  if (!f) {
    json_text(j, "patch_flux", NULL);
    return;
  }
  json_open(j, "patch_flux", '{');
  json_open(j, "patches", '[');
  for (size_t i = 0; i < f->count; i++)
    json_flux(j, f->of + i, f->unit);
  json_close(j, ']');
  json_real(j, "walls", f->walls.flux);
  json_real(j, "walls_m3_s", f->walls.flux * f->unit);
  json_real(j, "inflow", f->inflow);
  json_real(j, "gain", f->gain);
  json_real(j, "balance", share(f, f->gain));
  json_close(j, '}');
}

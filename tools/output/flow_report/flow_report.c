/* SPDX-License-Identifier: BSD-3-Clause */
#include "flow_report.h"

#include <stdlib.h>
#include <string.h>

static void fill(struct cli_fluxes *report, const struct lbm_gain *flux, const struct tile_domain *d)
{
  const struct lbm_balance b = lbm_balance_of(flux, d->patches);
  for (size_t p = 0; p < report->count; p++)
    report->of[p] = (struct cli_flux){d->patch[p].name, flux[p].mass, flux[p].links};
  report->walls = (struct cli_flux){"walls", flux[report->count].mass, flux[report->count].links};
  report->inflow = b.inflow;
  report->gain = b.gain;
}

int flow_report_fluxes(struct cli_fluxes *report, const struct lbm_incoming *a, const struct tile_domain *d,
                       const struct lbm_units *u, struct tile_error *e)
{
  const size_t count = (size_t)d->patches;
  struct lbm_gain *flux = tile_alloc(count + 1, sizeof *flux);
  *report =
      (struct cli_fluxes){.of = tile_alloc(count, sizeof *report->of), .count = count, .unit = lbm_unit(u, LBM_FLUX)};
  const int code =
      flux && report->of ? lbm_fluxes(flux, a, e) : tile_fail_memory(e, count * sizeof *report->of, "fluxes");
  if (!code)
    fill(report, flux, d);
  free(flux);
  return code;
}

struct cli_force flow_report_force(const char *name, const struct lbm_force *force, const double about[3],
                                   const struct lbm_units *u)
{
  struct cli_force report = {
      .name = name, .links = force->links, .newton = lbm_unit(u, LBM_FORCE), .newton_metre = lbm_unit(u, LBM_TORQUE)};
  memcpy(report.force, force->force, sizeof report.force);
  memcpy(report.torque, force->torque, sizeof report.torque);
  memcpy(report.about, about, sizeof report.about);
  return report;
}

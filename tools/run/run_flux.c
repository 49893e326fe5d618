/* --patch-flux: what flows through patches, when the run has ended. */
#include "run_job.h"

#include "flux.h"

#include <stdlib.h>

void run_check_flux(void)
{
  if (asked.patch_flux && run_several())
    cli_usage("--patch-flux tells of one flow, and --permeability along several axes makes several: give one axis");
  if (asked.patch_flux && asked.benchmark)
    cli_usage("--benchmark computes no flow: leave out --patch-flux");
}

void run_check_patches(void)
{
  struct tile_error e;
  if (!asked.patch_flux)
    return;
  if (!job.domain.patches)
    cli_usage("--patch-flux: this domain has no patches");
  must(tile_afford(lbm_nonsolid(job.flow), TILE_LINKS * lbm_value_bytes(job.flow),
                   "the populations once more, for --patch-flux", &e),
       &e);
}

static void measure(struct lbm_gain *flux)
{
  struct tile_error e;
  struct lbm_arrivals arrivals;
  must(lbm_arrivals_make(&arrivals, job.flow, &e), &e);
  must(lbm_fluxes(flux, &arrivals, &e), &e);
  lbm_arrivals_free(&arrivals);
}

void run_fluxes(struct run_report *r)
{
  struct tile_error e;
  const struct tile_domain *d = &job.domain;
  const size_t count = (size_t)d->patches;
  if (!asked.patch_flux)
    return;
  struct lbm_gain *flux = tile_alloc(count + 1, sizeof *flux);
  struct cli_flux *of = tile_alloc(count, sizeof *of);
  must(flux && of ? 0 : tile_fail_memory(&e, count * sizeof *of, "fluxes"), &e);
  measure(flux);
  const struct lbm_balance b = lbm_balance_of(flux, d->patches);
  for (size_t p = 0; p < count; p++)
    of[p] = (struct cli_flux){d->patch[p].name, flux[p].mass, flux[p].links};
  r->flux =
      (struct cli_fluxes){of, count, flux[count].mass, b.inflow, b.gain, lbm_unit(&job.parameters.units, LBM_FLUX)};
  free(flux);
}

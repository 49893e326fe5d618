/* --patch-flux: what flows through patches, when the run has ended. */
#include "run_job.h"

#include "tell.h"

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

void run_fluxes(struct run_report *r)
{
  struct tile_error e;
  struct lbm_arrivals arrivals;
  if (!asked.patch_flux)
    return;
  must(lbm_arrivals_make(&arrivals, job.flow, &e), &e);
  must(tell_fluxes(&r->flux, &arrivals, &job.domain, &job.parameters.units, &e), &e);
  lbm_arrivals_free(&arrivals);
}

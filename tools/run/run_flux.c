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
  check_or_exit(tile_afford(lbm_nonsolid(job.flow), TILE_LINKS * lbm_value_bytes(job.flow),
                            "the populations once more, for --patch-flux", &e),
                &e);
}

void run_fluxes(struct run_report *r)
{
  struct tile_error e;
  struct lbm_incoming arrivals;
  if (!asked.patch_flux)
    return;
  check_or_exit(lbm_incoming_make(&arrivals, job.flow, &e), &e);
  check_or_exit(tell_fluxes(&r->flux, &arrivals, &job.domain, &job.parameters.units, &e), &e);
  lbm_incoming_free(&arrivals);
}

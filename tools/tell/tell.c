#include "tell.h"

#include <stdlib.h>
#include <string.h>

static void fill(struct cli_fluxes *told, const struct lbm_gain *flux, const struct tile_domain *d)
{
  const struct lbm_balance b = lbm_balance_of(flux, d->patches);
  for (size_t p = 0; p < told->count; p++)
    told->of[p] = (struct cli_flux){d->patch[p].name, flux[p].mass, flux[p].links};
  told->walls = (struct cli_flux){"walls", flux[told->count].mass, flux[told->count].links};
  told->inflow = b.inflow;
  told->gain = b.gain;
}

int tell_fluxes(struct cli_fluxes *told, const struct lbm_incoming *a, const struct tile_domain *d,
                const struct lbm_units *u, struct tile_error *e)
{
  const size_t count = (size_t)d->patches;
  struct lbm_gain *flux = tile_alloc(count + 1, sizeof *flux);
  *told = (struct cli_fluxes){.of = tile_alloc(count, sizeof *told->of), .count = count, .unit = lbm_unit(u, LBM_FLUX)};
  const int code = flux && told->of ? lbm_fluxes(flux, a, e) : tile_fail_memory(e, count * sizeof *told->of, "fluxes");
  if (!code)
    fill(told, flux, d);
  free(flux);
  return code;
}

struct cli_force tell_force(const char *name, const struct lbm_force *force, const double about[3],
                            const struct lbm_units *u)
{
  struct cli_force told = {
      .name = name, .links = force->links, .newton = lbm_unit(u, LBM_FORCE), .newton_metre = lbm_unit(u, LBM_TORQUE)};
  memcpy(told.force, force->force, sizeof told.force);
  memcpy(told.torque, force->torque, sizeof told.torque);
  memcpy(told.about, about, sizeof told.about);
  return told;
}

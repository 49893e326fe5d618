/* Flux through the patches of a domain: the mass that each brings in with the step to come, by the populations of its links.
 *
 * Along a link i of the patch h_i leaves the domain and f_o comes in from the opposite direction o, as the closure of the
 * step makes it; the flux is the sum of f_o - h_i. Collisions and links within the domain keep mass, and so do half-way
 * walls at rest: what all patches and interpolated walls bring is what the domain gains in a step, to rounding. Of a
 * steady flow it is nothing. At density 1 the flux is a volume. */
#ifndef FLUX_H
#define FLUX_H

#include "surface.h"

/* flux[p] through patch p, flux[patches of the domain] through interpolated walls; positive into the domain. Sums per
 * tile, added in the order of tiles: neither threads nor processes matter. */
int lbm_fluxes(struct lbm_gain *flux, const struct lbm_incoming *a, struct tile_error *e);

/* The same again and again while the flow goes on: only the tiles beside patches and interpolated walls are copied. */
int lbm_flux_surface_make(struct lbm_surface *w, struct lbm *flow, struct tile_error *e);
int lbm_flux_surface_now(struct lbm_surface *w, struct lbm_gain *flux, struct tile_error *e);

/* What they come to: inflow, the sum of the patches through which something comes in; gain, of all and of the walls. */
struct lbm_balance {
  double inflow, gain;
};
struct lbm_balance lbm_balance_of(const struct lbm_gain *flux, int patches);

#endif

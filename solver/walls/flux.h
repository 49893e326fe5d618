/* The flux through each patch of a domain: the mass that comes in through its links with the next time step, in lattice
 * units. At density 1 a flux of mass is a flux of volume.
 *
 * Along link i of a patch the population h_i leaves the domain, and f_o comes in from the opposite direction o, as the
 * boundary condition of the time step sets it. The flux is the sum of f_o - h_i. Collisions, links within the domain
 * and half-way walls at rest conserve mass, so the sum over all patches and interpolated walls is the mass that the
 * domain gains in the time step, but for rounding. In steady flow it is zero. */
#ifndef FLUX_H
#define FLUX_H

#include "wall_surface.h"

/* flux[p] becomes the flux through patch p, flux[number of patches] that through interpolated walls; both are positive
 * into the domain. The sums of tiles are added by an ordered reduction, so that the result does not depend on the
 * numbers of threads and processes. All processes call it together. Errors: too little memory. */
int lbm_fluxes(struct lbm_gain *flux, const struct lbm_incoming *a, struct tile_error *e);

/* The same sums made repeatedly while the flow goes on. Only the tiles beside patches and interpolated walls are
 * copied. Release w with lbm_surface_free, also after an error. */
int lbm_flux_surface_make(struct lbm_surface *w, struct lbm *flow, struct tile_error *e);
int lbm_flux_surface_now(struct lbm_surface *w, struct lbm_gain *flux, struct tile_error *e);

/* inflow: the sum over the patches whose flux is positive. gain: the sum over all patches and interpolated walls. */
struct lbm_balance {
  double inflow, gain;
};
struct lbm_balance lbm_balance_of(const struct lbm_gain *flux, int patches);

#endif

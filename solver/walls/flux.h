/* SPDX-License-Identifier: BSD-3-Clause */
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

/* The tiles beside patches and interpolated walls alone: they are what lbm_incoming_copy(&w->incoming) copies. Release w
 * with lbm_surface_free, also after an error. */
int lbm_flux_surface_make(struct lbm_surface *w, struct lbm *flow, struct tile_error *e);

/* Flow and pressure of all openings while the flow goes on: cheap enough for every few time steps, since only the nodes
 * beside patches are looked at, on the device where it can. All functions but _close are collective.
 *
 * inflow: [patches], or [patches + 1] with `walls`: the fluxes of lbm_fluxes, to the last bit. pressure: [patches] or
 * NULL: of a patch with a pressure that pressure (of an outlet that of the last time step), of any other the mean
 * pressure of the nodes with its links as the next time step begins (NaN: it has none, or it is not known: lattice
 * d2q9, one copy of the populations on a GPU); the pressure that outlets without a holder take off all openings is added
 * (course.h: `taken`). In lattice units. Close it before lbm_free, also after an error. */
struct lbm_opening_flows;
int lbm_opening_flows_open(struct lbm_opening_flows **made, struct lbm *flow, bool walls, struct tile_error *e);
int lbm_opening_flows_now(struct lbm_opening_flows *o, double *inflow, double *pressure, struct tile_error *e);
void lbm_opening_flows_close(struct lbm_opening_flows *o);

/* inflow: the sum over the patches whose flux is positive. gain: the sum over all patches and interpolated walls. */
struct lbm_balance {
  double inflow, gain;
};
struct lbm_balance lbm_balance_of(const struct lbm_gain *flux, int patches);

#endif

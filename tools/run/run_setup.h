/* SPDX-License-Identifier: BSD-3-Clause */
/* From options and the header of the input to the parameters of a flow. Usage errors end the program. */
#ifndef TOOLS_RUN_SETUP_H
#define TOOLS_RUN_SETUP_H

#include "parameters.h"
#include "permeability.h"
#include "run_options.h"

/* Sets parameters, conditions of patches, units and the drive: options override what the header gave p. The domain gets
 * patches where a pressure drives the flow. */
int run_set_parameters(const struct run_options *o, struct lbm_parameters *p, struct tile_domain *d,
                       struct lbm_drive *drive, struct tile_error *e);
/* The first patch on a face of the grid with a pressure; -1: there is none. The populations that such a plane of nodes sets
 * are not those of the regularised collision: between two of them a third of the flow was missing. */
int run_plane_of_pressure(const struct lbm_parameters *p, const struct tile_domain *d);

/* ---- run_possible.c: flows that cannot be --------------------------------------- */

/* TILE_REJECTED if nothing can flow along the drive. */
int run_check_possible(const struct run_options *o, const struct lbm_parameters *p, const struct tile_domain *d,
                       struct tile_error *e);
/* TILE_REJECTED if the run is to converge and no steady flow exists: no wall and no velocity holds the fluid back, so
 * that its drive accelerates it for ever; or a velocity lets fluid in that cannot leave, or out. */
int run_check_steady(const struct run_options *o, const struct lbm_parameters *p, const struct tile_domain *d,
                     struct tile_error *e);

/* ---- run_conditions.c: --set NAME:KIND=VALUE ---------------------------------- */

/* Sets the conditions of patches. Patches that another axis of --permeability drives become walls at rest. */
void run_set_conditions(const struct run_options *o, struct lbm_parameters *p, const struct tile_domain *d);
/* The largest speed in m/s that --set asks for in a domain with openings of a surface; 0: none, or without a unit.
 * viscosity: in m2/s. */
double run_peak_speed(double *period, const struct run_options *o, const struct tile_domain *d, double viscosity);
/* An estimate of the same where --set gives pressures with units and nothing lets fluid in: their largest difference dp at
 * any time makes at most sqrt(2 dp / density) where it accelerates the fluid (Bernoulli), and dp R^2 / (4 mu L) on the axis
 * of a tube as wide as the largest opening and as long as the grid (Poiseuille). 0: there is no difference that is known. */
double run_pressed_speed(double *period, const struct run_options *o, const struct tile_domain *d, double viscosity,
                         double density);
/* Warns of velocities of --set that are almost parallel to their patch. */
void run_warn_of_inflows(const struct run_options *o, const struct lbm_parameters *p, const struct tile_domain *d);

#endif

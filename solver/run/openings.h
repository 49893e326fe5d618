/* SPDX-License-Identifier: BSD-3-Clause */
/* Watches the flow through the openings of a run that is to converge: patches with a pressure, or with a velocity into
 * the domain or out of it. The mean flow may have settled while the flux through a small outlet has not, or while the
 * domain still fills.
 *
 * The flow beside an opening is the sum of the velocity along its normal over all nodes of the tiles with its marks,
 * which each backend computes for each sample anyway (lbm_totals_patches). The mean of two time steps leaves out
 * momentum that alternates from step to step (stagger.h). Divided by the number of layers of these nodes it is about
 * the flux. The sum of the fluxes through all openings and interpolated walls is the growth of mass.
 *
 * A sample has the largest change of any of these fluxes since the sample before it, relative to that flux or to LEAST
 * of the inflow, and the growth of mass in a time step, relative to the inflow: the larger one of that in the last time
 * step and of the mean since the sample before, as one of them may swing from step to step. Its value is the sum of all
 * changes so far, so that the range of samples is no less than the range of any flux. All quantities are in lattice
 * units. */
#ifndef OPENINGS_H
#define OPENINGS_H

#include "parameters.h"

struct lbm_openings;
/* *o stays NULL if there is no opening. Release with lbm_openings_free. Errors: too little memory. */
int lbm_openings_make(struct lbm_openings **o, const struct lbm_setup *s, const struct tile_domain *d,
                      struct tile_error *e);
void lbm_openings_free(struct lbm_openings *o);
/* Stores flow and mass before the last time step that leads to a sample, and sets *totals. All processes call it
 * together. */
int lbm_openings_begin(struct lbm_openings *o, struct lbm *flow, struct lbm_totals *totals, struct tile_error *e);
/* Sets *totals, and adds a sample to *s. interval: number of time steps since the sample before it. All processes call
 * it together. */
int lbm_openings_sample(struct lbm_openings *o, struct lbm *flow, int64_t interval, struct lbm_opening_series *s,
                        struct lbm_totals *totals, struct tile_error *e);
/* The growth of mass at the latest sample, relative to the inflow. */
double lbm_openings_growth(const struct lbm_opening_series *s);

#endif

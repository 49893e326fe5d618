/* SPDX-License-Identifier: BSD-3-Clause */
/* Chooses the relaxation time tau of a permeability run for speed: steady Stokes flow with TRT does not depend on it.
 * All quantities are in lattice units.
 *
 * Two processes must end. Momentum settles at the rate g = nu porosity / k of friction. Pressure waves of speed c_s run
 * along the sample, of length L, at a lowest frequency of order w = c_s / L, and are damped by g: where g is much
 * smaller than w they ring, and where it is much larger the pressure creeps as in diffusion, at the rate w^2 / g. Both
 * processes end soonest where g is a few times w, at
 *
 *   tau = 1/2 + C k / (porosity L)
 *
 * with k in voxels^2. C = 17 was found by trial over packings, rocks and arrays of porosity 0.1 to 0.9
 * (tests/bench/RESULTS.md). k is that of the flow so far: while momentum still settles, after a viscous time T = sum of
 * nu over the time steps, the flow shows k (1 - exp(-porosity T / k)).
 *
 * This tau is right within a factor of about two. The samples show which process lags: while momentum settles, the flux
 * changes and is the same in all layers; while pressure settles, the flux differs between layers. Near the best tau the
 * flux changed in LBM_SAMPLES samples by 1 to 6 times its final spread over the layers; at half that tau it changed by
 * 10 to 40 times the spread, at twice that tau by 0.05 to 1 times. Where the flux swings and its range does not become
 * smaller, more friction is needed. */
#ifndef RELAXATION_H
#define RELAXATION_H

#include "converge.h"

#include <stdbool.h>
#include <stdint.h>

struct lbm_relaxation {
  bool automatic;
  int64_t next;   /* tau may change again from this step on */
  double viscous; /* sum of the viscosity over the time steps so far */
  double tau;     /* tau to change to before the next step; 0: no change */
  double bias;    /* factor of C, from the samples */
};

#define LBM_FIRST_TAU 1.

/* length: that of the domain along the drive. */
struct lbm_relaxation lbm_relaxation_begin(double length);
/* The state of a flow that is judged: k (voxel^2) as the flow shows it at step `now`, after `steps` steps at that
 * tau. */
struct lbm_relaxation_view {
  double tau, k, porosity, length;
  int64_t now, steps;
  struct lbm_trend trend;
};
/* Sets r->tau if another tau is better. */
void lbm_relaxation_judge(struct lbm_relaxation *r, const struct lbm_relaxation_view *v);

#endif

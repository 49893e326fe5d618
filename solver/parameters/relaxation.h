/* The relaxation time of a permeability run, chosen for speed: steady Stokes flow by TRT does not depend on it.
 *
 * Two processes have to end. Momentum settles at the rate g = nu porosity / k of the friction; pressure waves of speed
 * c_s run along the sample of length L at a lowest frequency of order w = c_s / L, damped by g: where g is much smaller
 * they ring, where it is much larger pressure creeps as by diffusion, at the rate w^2 / g. Both end soonest where g is
 * some times w, at tau = 1/2 + C k / (porosity L) with k in voxels^2; C = 17 was found by trial over packs, rocks and
 * arrays of porosity 0.1 to 0.9 (tests/bench/RESULTS.md). k is that of the flow so far: while momentum still settles
 * after a viscous time T = sum of nu, the flow shows k (1 - exp(-porosity T / k)).
 *
 * That is right to a factor of two or so. Which of the two lags is seen in the samples: while momentum still settles, the
 * flux is the same in all layers and changes; while pressure does, it differs between layers. Near the best tau the flux
 * changed, in LBM_SAMPLES samples, by 1 to 6 times what its spread over the layers is at their end; at half that tau by 10
 * to 40 times, at twice by 0.05 to 1. Where it swings and does not become less, friction is wanted. */
#ifndef RELAXATION_H
#define RELAXATION_H

#include "converge.h"

#include <stdbool.h>
#include <stdint.h>

struct lbm_relaxation {
  bool automatic;
  int64_t next;   /* step from which on tau may change again */
  double viscous; /* sum of the viscosity over the steps so far */
  double tau;     /* what to change to before the next step; 0: nothing */
  double bias;    /* of C, by what the samples show */
};

#define LBM_FIRST_TAU 0.6

struct lbm_relaxation lbm_relaxation_begin(double length);
/* What judges: k (voxel^2) that the flow shows at step `now`, after `steps` steps at that tau. */
struct lbm_relaxation_view {
  double tau, k, porosity, length;
  int64_t now, steps;
  struct lbm_trend trend;
};
void lbm_relaxation_judge(struct lbm_relaxation *r, const struct lbm_relaxation_view *v);

#endif

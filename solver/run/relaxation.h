/* The relaxation time of a permeability run, chosen for speed: steady Stokes flow by TRT does not depend on it.
 *
 * Two processes have to end. Momentum settles at the rate g = nu porosity / k of the friction; pressure waves of speed
 * c_s run along the sample of length L at a lowest frequency of order w = c_s / L, damped by g: where g is much smaller
 * they ring, where it is much larger pressure creeps as by diffusion, at the rate w^2 / g. Both end soonest where g is
 * some times w, at tau = 1/2 + C k / (porosity L) with k in voxels^2; C = 17 was found by trial over packs, rocks and
 * arrays of porosity 0.1 to 0.9 (tests/bench/RESULTS.md). k is that of the flow so far: while momentum still settles
 * after a viscous time T = sum of nu, the flow shows k (1 - exp(-porosity T / k)). */
#ifndef RELAXATION_H
#define RELAXATION_H

#include <stdbool.h>
#include <stdint.h>

struct lbm_relaxation {
  bool automatic;
  int64_t next;   /* step from which on tau may change again */
  double viscous; /* sum of the viscosity over the steps so far */
  double tau;     /* what to change to before the next step; 0: nothing */
};

#define LBM_FIRST_TAU 0.6

struct lbm_relaxation lbm_relaxation_begin(double length);
/* After `steps` steps at that tau: k (voxel^2) is what the flow shows at step `now`. */
void lbm_relaxation_judge(struct lbm_relaxation *r, double tau, double k, double porosity, double length, int64_t now,
                          int64_t steps);

#endif

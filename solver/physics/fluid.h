/* SPDX-License-Identifier: BSD-3-Clause */
/* Fluids whose viscosity follows the shear rate, in lattice units. The shear rate is g = sqrt(2 S:S), S the strain rate
 * without its trace.
 *
 *   carreau-yasuda  nu = b + (a - b) (1 + (l g)^y)^((n - 1)/y)    at: a, b, l, n, y
 *   casson          nu = (sqrt(t) + sqrt(m g))^2 / g               at: t (yield stress by density), m
 *   power-law       nu = k g^(n - 1)                               at: k, n
 *
 * (Cho & Kensey, Biorheology 28 (1991) 241; Boyd, Buick & Green, Phys. Fluids 19 (2007) 093103.) Their viscosity is kept
 * between bounds. An eddy viscosity (C)^2 g is added (Smagorinsky, Mon. Weather Rev. 91 (1963) 99; filter: a voxel).
 *
 * A node knows x = (tau g)^2 from the deviation of its stress from the equilibrium, which is -2 rho tau S/3. The
 * equation tau = 1/2 + 3 nu(sqrt(x)/tau) has one solution, since the stress nu g grows with g. It depends on x alone, so
 * that it is solved once, for a table. */
#ifndef FLUID_H
#define FLUID_H

#include "physics.h"

#include <stdbool.h>

/* Bounds of tau, by those of the viscosity, for the laws above. */
#define LBM_LEAST_TAU 0.501
#define LBM_MOST_TAU 10.

extern const char *const lbm_fluid_names[LBM_FLUIDS];

/* Does the viscosity vary? */
bool lbm_fluid_varies(const struct lbm_fluid *f);
/* The viscosity that the law has at a shear rate, without bounds and eddies; not finite at rest for some laws. */
double lbm_fluid_law(const struct lbm_fluid *f, double tau, double shear);
/* The viscosity at a shear rate, without that of eddies; tau: that of a Newtonian fluid. *clamped: it is at a bound;
 * NULL is accepted. */
double lbm_fluid_viscosity(const struct lbm_fluid *f, double tau, double shear, bool *clamped);
/* The relaxation time of a node; product: tau times shear rate. */
double lbm_fluid_tau(const struct lbm_fluid *f, double tau, double product);
/* The viscosity nu of developed flow Q, whose pressure falls by nu Q / Phi a length (section.h), as that of a Newtonian
 * fluid does: the law at pi/4 of the shear rate 4 Q / (pi R^3) which this fluid would have at the wall of a round vessel
 * (Schuemmer & Worthoff, Chem. Eng. Sci. 33 (1978) 759; within 2 % for power laws with n of 0.4 to 1.5), between the
 * bounds. rate: |Q| / R^3, R^2 = 8 Phi / A. Eddies are left out. */
double lbm_fluid_developed(const struct lbm_fluid *f, double tau, double rate);
void lbm_rate_table_fill(struct lbm_rate_table *t, const struct lbm_fluid *f, double tau);

#endif

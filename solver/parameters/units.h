/* SPDX-License-Identifier: BSD-3-Clause */
/* Lattice units and physical units. In lattice units the voxel, the time step and the mean density are 1; everything
 * inside the solver is in lattice units. They are converted in this module alone. */
#ifndef UNITS_H
#define UNITS_H

struct lbm_units {
  double dx;      /* voxel size in m; 0: unknown */
  double dt;      /* time step in s; 0: unknown */
  double density; /* kg/m3; 0: unknown */
};

enum lbm_quantity {
  LBM_LENGTH,
  LBM_TIME,
  LBM_DENSITY,
  LBM_VELOCITY,
  LBM_PRESSURE,
  LBM_PRESSURE_GRADIENT, /* also a body force per volume */
  LBM_VISCOSITY,         /* kinematic */
  LBM_PERMEABILITY,
  LBM_FLUX, /* volume per time */
  LBM_FORCE,
  LBM_TORQUE,
  LBM_RESISTANCE, /* pressure by volume per time */
  LBM_CAPACITY,   /* volume by pressure */
  LBM_QUANTITIES
};

/* Returns one lattice unit in SI units, or NaN if it needs a dx, dt or density that is unknown: physical = lattice *
 * lbm_unit(). */
double lbm_unit(const struct lbm_units *u, enum lbm_quantity q);
const char *lbm_unit_symbol(enum lbm_quantity q); /* for example "m/s" */

#define LBM_DARCY 9.869233e-13 /* m2 */

/* Relaxation time of BGK and TRT, and kinematic viscosity in lattice units: nu = (tau - 1/2)/3. */
double lbm_viscosity_of_tau(double tau);
double lbm_tau_of_viscosity(double viscosity);
/* Returns the time step (s) that makes lattice viscosity nu the physical viscosity (m2/s) at voxel size dx (m). */
double lbm_time_step(double nu, double physical, double dx);
double lbm_mach(double speed);                     /* speed divided by c_s = 1/sqrt 3 */
double lbm_gauge_pressure(double density_minus_1); /* c_s^2 (rho - 1) */

#endif

/* Lattice and physical units. In lattice units the voxel, the time step and
 * the mean density are 1; everything inside the solver is in them. Here is the
 * one place where they are converted. */
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
  LBM_QUANTITIES
};

/* How much one lattice unit is in SI; NaN where dx, dt or density is needed
 * and unknown. physical = lattice * lbm_unit(). */
double lbm_unit(const struct lbm_units *u, enum lbm_quantity q);
const char *lbm_unit_symbol(enum lbm_quantity q); /* "m/s" */

#define LBM_DARCY 9.869233e-13 /* m2 */

/* Single relaxation time and kinematic viscosity, lattice units: nu = (tau - 1/2)/3. */
double lbm_viscosity_of_tau(double tau);
double lbm_tau_of_viscosity(double viscosity);
/* The time step (s) that makes lattice viscosity nu the physical one (m2/s) at voxel size dx (m). */
double lbm_time_step(double nu, double physical, double dx);
double lbm_mach(double speed);                     /* speed over c_s = 1/sqrt 3 */
double lbm_gauge_pressure(double density_minus_1); /* c_s^2 (rho - 1) */

#endif

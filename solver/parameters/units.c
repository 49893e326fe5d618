/* SPDX-License-Identifier: BSD-3-Clause */
#include "units.h"

#include "physics.h"

#include <math.h>

/* One lattice unit is dx^length dt^time density^mass. */
static const struct {
  int length, time, mass;
  const char *symbol;
} quantity[LBM_QUANTITIES] = {
    [LBM_LENGTH] = {1, 0, 0, "m"},        [LBM_TIME] = {0, 1, 0, "s"},
    [LBM_DENSITY] = {0, 0, 1, "kg/m3"},   [LBM_VELOCITY] = {1, -1, 0, "m/s"},
    [LBM_PRESSURE] = {2, -2, 1, "Pa"},    [LBM_PRESSURE_GRADIENT] = {1, -2, 1, "Pa/m"},
    [LBM_VISCOSITY] = {2, -1, 0, "m2/s"}, [LBM_PERMEABILITY] = {2, 0, 0, "m2"},
    [LBM_FLUX] = {3, -1, 0, "m3/s"},      [LBM_FORCE] = {4, -2, 1, "N"},
    [LBM_TORQUE] = {5, -2, 1, "Nm"},      [LBM_RESISTANCE] = {-1, -1, 1, "Pa.s/m3"},
    [LBM_CAPACITY] = {1, 2, -1, "m3/Pa"},
};

static double power(double base, int exponent)
{
  if (exponent == 0)
    return 1;
  return base > 0 ? pow(base, exponent) : (double)NAN;
}

double lbm_unit(const struct lbm_units *u, enum lbm_quantity q)
{
  return power(u->dx, quantity[q].length) * power(u->dt, quantity[q].time) * power(u->density, quantity[q].mass);
}

const char *lbm_unit_symbol(enum lbm_quantity q)
{
  return quantity[q].symbol;
}

double lbm_viscosity_of_tau(double tau)
{
  return (tau - 0.5) / 3;
}

double lbm_tau_of_viscosity(double viscosity)
{
  return 3 * viscosity + 0.5;
}

double lbm_time_step(double nu, double physical, double dx)
{
  return nu * dx * dx / physical;
}

double lbm_mach(double speed)
{
  return speed * LBM_MACH;
}

double lbm_gauge_pressure(double density_minus_1)
{
  return density_minus_1 / 3;
}

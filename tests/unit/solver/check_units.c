/* SPDX-License-Identifier: BSD-3-Clause */
/* Conversion between lattice and physical units, and permeability from a header. */
#include "permeability.h"
#include "units.h"
#include "suite.h"

#include <math.h>
#include <stdlib.h>

#define NEAR(a, b, relative) ck_assert_double_le(fabs((a) - (b)), (relative)*fabs(b))

/* Water (1e-6 m2/s, 1000 kg/m3) at 5 um and tau 1: dt = dx^2 / (6 nu). */
static const double dx = 5e-6, nu = 1e-6;

TEST(a_lattice_unit_in_si)
{
  double dt = lbm_time_step(lbm_viscosity_of_tau(1), nu, dx);
  struct lbm_units u = {dx, dt, 1000};
  NEAR(dt, 25e-12 / 6e-6, 1e-15);
  NEAR(lbm_unit(&u, LBM_VELOCITY), dx / dt, 1e-14);
  NEAR(lbm_unit(&u, LBM_PRESSURE), 1000 * dx * dx / (dt * dt), 1e-14);
  NEAR(lbm_unit(&u, LBM_PRESSURE_GRADIENT), 1000 * dx / (dt * dt), 1e-14);
  NEAR(lbm_unit(&u, LBM_VISCOSITY) / 6, nu, 1e-14);
  NEAR(lbm_unit(&u, LBM_PERMEABILITY), 25e-12, 1e-14);
  NEAR(lbm_unit(&u, LBM_FLUX), dx * dx * dx / dt, 1e-14);
  NEAR(lbm_unit(&u, LBM_FORCE), 1000 * dx * dx * dx * dx / (dt * dt), 1e-14);
  NEAR(lbm_unit(&u, LBM_TORQUE), 1000 * dx * dx * dx * dx * dx / (dt * dt), 1e-14);
  NEAR(lbm_unit(&u, LBM_TIME), dt, 1e-15);
}

TEST(unknown_units_are_nan)
{
  struct lbm_units u = {.dx = dx, .density = 1000};
  ck_assert(isnan(lbm_unit(&u, LBM_VELOCITY)));
  ck_assert(isnan(lbm_unit(&u, LBM_PRESSURE)));
  NEAR(lbm_unit(&u, LBM_PERMEABILITY), 25e-12, 1e-15);
  NEAR(lbm_unit(&u, LBM_LENGTH), dx, 1e-15);
}

TEST(lattice_numbers)
{
  NEAR(lbm_viscosity_of_tau(1), 1.0 / 6, 1e-15);
  NEAR(lbm_tau_of_viscosity(lbm_viscosity_of_tau(0.8)), 0.8, 1e-15);
  NEAR(lbm_mach(0.1), 0.17320508075688773, 1e-15);
  NEAR(lbm_gauge_pressure(3e-5), 1e-5, 1e-15);
}

/* Darcy's definition of the darcy: 1 cP, 1 atm/cm, 1 cm/s give 9.869233e-13 m2. */
TEST(one_darcy)
{
  NEAR(1e-3 * 1e-2 / (101325 / 1e-2), LBM_DARCY, 1e-6);
}

TEST(permeability_of_a_drive)
{
  /* a slit of width h: k = h^2/12 = <u> nu / g with <u> = g h^2/(12 nu) */
  double h = 20, g = 1e-6, viscosity = 0.1, mean = g * h * h / (12 * viscosity);
  struct lbm_drive drive = {.axis = 2, .length = 99, .drop = 99 * g, .viscosity = viscosity};
  struct lbm_permeability k = lbm_permeability_of(&drive, mean, 1e-6);
  ck_assert_int_eq(k.axis, 2);
  NEAR(k.voxel2, 400.0 / 12, 1e-14);
  NEAR(k.m2, 400e-12 / 12, 1e-14);
  NEAR(k.darcy, 400e-12 / 12 / 9.869233e-13, 1e-14);
  k = lbm_permeability_of(&drive, -mean, 1e-6); /* with the inlet at the far face */
  NEAR(k.voxel2, 400.0 / 12, 1e-14);
  k = lbm_permeability_of(&drive, mean, 0);
  ck_assert(isnan(k.m2) && isnan(k.darcy));
}

static void set(struct tile_domain *d, const char *key, const char *value)
{
  struct tile_error e;
  ck_assert_int_eq(tile_header_set(&d->header, &e, key, "%s", value), 0);
}

TEST(drive_from_the_header)
{
  struct tile_error e;
  struct tile_patch inlet = {.name = "inlet", .face = "y-"};
  struct tile_domain d = {.grid = {10, 20, 30}, .patches = 1, .patch = &inlet};
  struct lbm_drive drive;

  ck_assert_int_eq(lbm_drive_of(&drive, &d, &e), TILE_REJECTED);
  set(&d, "drive", "force");
  set(&d, "tau", "1.1");
  ck_assert_int_eq(lbm_drive_of(&drive, &d, &e), TILE_REJECTED);
  set(&d, "force", "0 0 1e-6");
  ck_assert_int_eq(lbm_drive_of(&drive, &d, &e), 0);
  ck_assert_int_eq(drive.axis, 2);
  NEAR(drive.length, 30.0, 0);
  NEAR(drive.drop, 3e-5, 1e-15);
  NEAR(drive.viscosity, 0.2, 1e-14);

  set(&d, "force", "0 1e-6 1e-6");
  ck_assert_int_eq(lbm_drive_of(&drive, &d, &e), TILE_REJECTED);
  set(&d, "drive", "pressure");
  set(&d, "pressure-drop", "1e-4");
  set(&d, "viscosity", "0.25");
  ck_assert_int_eq(lbm_drive_of(&drive, &d, &e), 0);
  ck_assert_int_eq(drive.axis, 1);
  NEAR(drive.length, 19.0, 0);
  NEAR(drive.viscosity, 0.25, 0);
  NEAR(drive.drop, 1e-4, 1e-15);
  set(&d, "axis", "x");
  ck_assert_int_eq(lbm_drive_of(&drive, &d, &e), 0);
  ck_assert_int_eq(drive.axis, 0);
  NEAR(drive.length, 9.0, 0);
  set(&d, "axis", "w");
  ck_assert_int_eq(lbm_drive_of(&drive, &d, &e), TILE_REJECTED);
  set(&d, "axis", "x");
  set(&d, "pressure-drop", "0");
  ck_assert_int_eq(lbm_drive_of(&drive, &d, &e), TILE_REJECTED);
  tile_header_free(&d.header);
}

int main(void)
{
  return run_tests("units", 0, CK_FORK_GETENV);
}

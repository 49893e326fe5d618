/* SPDX-License-Identifier: BSD-3-Clause */
#include "permeability.h"

#include "keys.h"
#include "nodes.h"

#include <math.h>
#include <string.h>

struct lbm_permeability lbm_permeability_of(const struct lbm_drive *drive, double superficial, double dx)
{
  double k = drive->viscosity * superficial * drive->length / drive->drop;
  if (!drive->force) /* the inlet may be either face; the flow itself gives the sign of the drop */
    k = fabs(k);
  double m2 = dx > 0 ? k * dx * dx : (double)NAN;
  return (struct lbm_permeability){.axis = drive->axis, .voxel2 = k, .m2 = m2, .darcy = m2 / LBM_DARCY};
}

/* The number is <u> sqrt(k) / nu, with <u> = k G / (rho nu). */
double lbm_creeping_gradient(double m2, double viscosity, double density)
{
  return density > 0 ? LBM_CREEPING * density * viscosity * viscosity / pow(fabs(m2), 1.5) : (double)NAN;
}

struct lbm_permeability lbm_permeability_inside(const struct lbm_permeability *k, const struct tile_domain *d)
{
  double nodes = (double)d->grid[0] * (double)d->grid[1] * (double)d->grid[2],
         more = d->inside ? nodes / (double)d->inside : (double)NAN;
  return (struct lbm_permeability){k->axis, k->voxel2 * more, k->m2 * more, k->darcy * more};
}

static int axis_of_letter(char letter)
{
  const char *at = letter ? strchr("xyz", letter) : NULL;
  return at ? (int)(at - "xyz") : -1;
}

/* Returns the axis of the force, or -1 if there is no force, or it acts along several axes. */
static int axis_of_force(const double force[3])
{
  int axis = -1;
  for (int a = 0; a < 3; a++)
    if (force[a] != 0)
      axis = axis == -1 ? a : -2;
  return axis < 0 ? -1 : axis;
}

static int axis_of_inlet(const struct tile_domain *d)
{
  const int inlet = tile_patch_named(d, "inlet");
  return inlet < 0 ? -1 : axis_of_letter(d->patch[inlet].face[0]);
}

static int no_run(struct tile_error *e, const char *why)
{
  return tile_fail(e, TILE_REJECTED, "contains no permeability run (%s): tessera run makes one", why);
}

static int read_axis(const struct tile_domain *d, int fallback, int *axis, struct tile_error *e)
{
  *axis = fallback;
  if (lbm_key_read(axis, LBM_KEY_AXIS, d, e))
    return e->code;
  return *axis < 0 ? no_run(e, "it was not driven along one axis") : 0;
}

static int by_force(struct lbm_drive *drive, const struct tile_domain *d, struct tile_error *e)
{
  double force[3];
  if (!lbm_key_text(d, LBM_KEY_FORCE))
    return no_run(e, "no body force in its header");
  if (lbm_key_read(force, LBM_KEY_FORCE, d, e) || read_axis(d, axis_of_force(force), &drive->axis, e))
    return e->code;
  drive->force = true;
  drive->length = (double)d->grid[drive->axis];
  drive->drop = force[drive->axis] * drive->length;
  return 0;
}

static int by_pressure(struct lbm_drive *drive, const struct tile_domain *d, struct tile_error *e)
{
  if (!lbm_key_text(d, LBM_KEY_PRESSURE_DROP))
    return no_run(e, "no pressure drop in its header");
  if (lbm_key_read(&drive->drop, LBM_KEY_PRESSURE_DROP, d, e) || read_axis(d, axis_of_inlet(d), &drive->axis, e))
    return e->code;
  drive->force = false;
  drive->length = (double)(d->grid[drive->axis] - 1);
  return 0;
}

static int read_viscosity(double *viscosity, const struct tile_domain *d, struct tile_error *e)
{
  double tau;
  if (lbm_key_text(d, LBM_KEY_VISCOSITY))
    return lbm_key_read(viscosity, LBM_KEY_VISCOSITY, d, e);
  if (!lbm_key_text(d, LBM_KEY_TAU))
    return no_run(e, "neither `viscosity` nor `tau` in its header");
  if (lbm_key_read(&tau, LBM_KEY_TAU, d, e))
    return e->code;
  *viscosity = lbm_viscosity_of_tau(tau);
  return 0;
}

int lbm_drive_of(struct lbm_drive *drive, const struct tile_domain *d, struct tile_error *e)
{
  enum lbm_drive_kind kind;
  if (!lbm_key_text(d, LBM_KEY_DRIVE))
    return no_run(e, "nothing drives it");
  if (lbm_key_read(&kind, LBM_KEY_DRIVE, d, e))
    return e->code;
  int status = kind == LBM_FORCE_DRIVE      ? by_force(drive, d, e)
               : kind == LBM_PRESSURE_DRIVE ? by_pressure(drive, d, e)
                                            : no_run(e, "key `drive` is neither force nor pressure");
  if (status || read_viscosity(&drive->viscosity, d, e))
    return e->code;
  if (!(fabs(drive->drop) > 0 && isfinite(drive->drop) && drive->viscosity > 0))
    return no_run(e, "its drive or its viscosity is zero");
  return 0;
}

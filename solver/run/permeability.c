#include "permeability.h"

#include "units.h"

#include <math.h>
#include <string.h>

struct lbm_permeability lbm_permeability_of(const struct lbm_drive *drive, double superficial, double dx)
{
  double k = drive->viscosity * superficial * drive->length / drive->drop;
  if (!drive->force) /* the inlet may be either face: the flow itself tells the sign of the drop */
    k = fabs(k);
  double m2 = dx > 0 ? k * dx * dx : (double)NAN;
  return (struct lbm_permeability){.axis = drive->axis, .voxel2 = k, .m2 = m2, .darcy = m2 / LBM_DARCY};
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

/* The only axis with a force; -1: none or several. */
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
  for (int p = 0; p < d->patches; p++)
    if (strcmp(d->patch[p].name, "inlet") == 0)
      return axis_of_letter(d->patch[p].face[0]);
  return -1;
}

static int no_run(struct tile_error *e, const char *why)
{
  return tile_fail(e, TILE_REJECTED,
                   "contains no permeability run (%s): make one with `tessera run --permeability AXIS`", why);
}

static int read_axis(const struct tile_domain *d, int fallback, int *axis, struct tile_error *e)
{
  const char *text = tile_header_get(&d->header, "axis");
  *axis = text ? (strlen(text) == 1 ? axis_of_letter(text[0]) : -1) : fallback;
  if (*axis < 0)
    return no_run(e, text ? "key `axis` is not x, y or z" : "it was not driven along one axis");
  return 0;
}

static int by_force(struct lbm_drive *drive, const struct tile_domain *d, struct tile_error *e)
{
  const char *text = tile_header_get(&d->header, "force");
  double force[3];
  if (!text || sscanf(text, "%lf %lf %lf", &force[0], &force[1], &force[2]) != 3)
    return no_run(e, "no body force in its header");
  if (read_axis(d, axis_of_force(force), &drive->axis, e))
    return e->code;
  drive->force = true;
  drive->length = (double)d->grid[drive->axis];
  drive->drop = force[drive->axis] * drive->length;
  return 0;
}

static int by_pressure(struct lbm_drive *drive, const struct tile_domain *d, struct tile_error *e)
{
  if (!tile_header_get(&d->header, "pressure-drop"))
    return no_run(e, "no pressure drop in its header");
  if (tile_header_get_real(&d->header, "pressure-drop", &drive->drop, e) ||
      read_axis(d, axis_of_inlet(d), &drive->axis, e))
    return e->code;
  drive->force = false;
  drive->length = (double)(d->grid[drive->axis] - 1);
  return 0;
}

static int read_viscosity(double *viscosity, const struct tile_header *h, struct tile_error *e)
{
  double tau;
  if (tile_header_get(h, "viscosity"))
    return tile_header_get_real(h, "viscosity", viscosity, e);
  if (!tile_header_get(h, "tau"))
    return no_run(e, "neither `viscosity` nor `tau` in its header");
  if (tile_header_get_real(h, "tau", &tau, e))
    return e->code;
  *viscosity = lbm_viscosity_of_tau(tau);
  return 0;
}

int lbm_drive_of(struct lbm_drive *drive, const struct tile_domain *d, struct tile_error *e)
{
  const char *text = tile_header_get(&d->header, "drive");
  if (!text)
    return no_run(e, "nothing drives it");
  int status = strcmp(text, "force") == 0      ? by_force(drive, d, e)
               : strcmp(text, "pressure") == 0 ? by_pressure(drive, d, e)
                                               : no_run(e, "key `drive` is neither force nor pressure");
  if (status || read_viscosity(&drive->viscosity, &d->header, e))
    return e->code;
  if (!(fabs(drive->drop) > 0 && isfinite(drive->drop) && drive->viscosity > 0))
    return no_run(e, "its drive or its viscosity is zero");
  return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* The drive of a permeability run. */
#include "loop.h"
#include "nodes.h"
#include "tile_make.h"

#include <math.h>
#include <string.h>

static int patch_on(const struct tile_domain *d, int axis, char side)
{
  for (int i = 0; i < d->patches; i++)
    if (d->patch[i].face[0] == 'x' + axis && d->patch[i].face[1] == side)
      return i;
  return -1;
}

static void set_pressure(struct lbm_condition *c, double gauge)
{
  *c = (struct lbm_condition){.kind = LBM_AT_PRESSURE, .density = 3 * gauge};
}

int lbm_drive_pressure(struct lbm_parameters *p, const struct tile_domain *d, double drop, struct tile_error *e)
{
  int in = tile_patch_named(d, "inlet"), out = tile_patch_named(d, "outlet");
  if (in < 0 || out < 0)
    return tile_fail(e, TILE_USAGE,
                     "a pressure drop needs patches named inlet and outlet: tessera tile marks two faces so");
  if (tile_patch_opens(&d->patch[in]) || tile_patch_opens(&d->patch[out]))
    return tile_fail(e, TILE_USAGE, "a pressure drop is one between faces: inlet or outlet is an opening of a vessel");
  set_pressure(p->setup.condition + in, drop);
  set_pressure(p->setup.condition + out, 0);
  p->drive = LBM_PRESSURE_DRIVE;
  p->axis = d->patch[in].face[0] - 'x';
  p->drop = drop;
  return 0;
}

/* Finds the patch on a face of the axis, or adds one if there is none. */
static int face_patch(struct tile_domain *d, int axis, char side, int *patch, struct tile_error *e)
{
  struct tile_patch added = {.face = {(char)('x' + axis), side, 0}};
  *patch = patch_on(d, axis, side);
  if (*patch >= 0)
    return 0;
  const char *name = side == '-' ? "inlet" : "outlet";
  snprintf(added.name, sizeof added.name, "%s%s", name, tile_patch_named(d, name) < 0 ? "" : "-along-axis");
  *patch = d->patches;
  return tile_domain_add_patch(d, &added, e);
}

/* The drive is small. Populations are stored as f - w, so small flows lose no digits, and creeping runs lower the drive
 * further where pores are wide. */
#define GRADIENT 1e-6
/* Populations in 16 bits are best in the upper half of their range. Stokes flow allows larger drives, as long as the
 * density stays in that range. */
#define GRADIENT_OF_HALVES 1e-4
#define MOST_DROP 0.25

static double gradient_of(const struct lbm_setup *s, double length)
{
  return s->precision == LBM_FP32_FP16 && s->equilibrium == LBM_STOKES ? fmin(GRADIENT_OF_HALVES, MOST_DROP / length)
                                                                       : GRADIENT;
}

int lbm_drive_permeability(struct lbm_parameters *p, struct tile_domain *d, struct lbm_drive *drive,
                           struct tile_error *e)
{
  int axis = p->axis, in, out;
  *drive = (struct lbm_drive){.axis = axis, .viscosity = lbm_viscosity_of_tau(p->setup.tau)};
  if (d->periodic >> axis & 1) {
    drive->force = true;
    drive->length = (double)d->grid[axis];
    p->drive = LBM_FORCE_DRIVE;
    p->setup.force[axis] = gradient_of(&p->setup, drive->length);
  } else {
    if (d->grid[axis] < 2)
      return tile_fail(e, TILE_USAGE, "a permeability along %c needs at least two slices along it", 'x' + axis);
    if (face_patch(d, axis, '-', &in, e) || face_patch(d, axis, '+', &out, e) || lbm_parameters_fit(p, d, e))
      return e->code;
    drive->length = (double)(d->grid[axis] - 1);
    p->drive = LBM_PRESSURE_DRIVE;
    p->drop = gradient_of(&p->setup, drive->length) * drive->length;
    set_pressure(p->setup.condition + in, p->drop);
    set_pressure(p->setup.condition + out, 0);
  }
  drive->drop = gradient_of(&p->setup, drive->length) * drive->length;
  return 0;
}

static bool at_pressure(const struct lbm_parameters *p, int patch)
{
  return patch >= 0 && p->setup.condition[patch].kind == LBM_AT_PRESSURE;
}

/* Pressures that suddenly act on a fluid at rest leave a mode behind whose velocity changes its sign from node to node
 * and from step to step, and which is not damped between pressure planes. */
int lbm_drive_start(struct lbm *flow, const struct lbm_parameters *p, const struct tile_domain *d, struct tile_error *e)
{
  const struct lbm_condition *c = p->setup.condition;
  for (int axis = 0; axis < 3; axis++) {
    int first = patch_on(d, axis, '-'), last = patch_on(d, axis, '+');
    if (at_pressure(p, first) && at_pressure(p, last))
      return lbm_start_gradient(flow, axis, c[first].density, c[last].density, e);
  }
  return 0;
}

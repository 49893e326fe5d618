/* Darcy permeability k = nu <u> L / dp, in lattice units with density 1, so
 * that dp / L may as well be a body force per volume. <u> is superficial:
 * averaged over the whole box, where solid counts as zero velocity. */
#ifndef PERMEABILITY_H
#define PERMEABILITY_H

#include "internal.h"

/* What drives the flow of a permeability run, and across which length. */
struct lbm_drive {
  int axis;         /* 0, 1, 2 */
  bool force;       /* body force on a periodic axis; else a pressure drop */
  double length;    /* L in voxels: N if periodic, N - 1 between pressure planes */
  double drop;      /* dp over that length, lattice; force * L for a force */
  double viscosity; /* kinematic, lattice */
};

/* From the header keys of a result: drive, axis, force or pressure-drop, and
 * viscosity or tau. Without `axis`: the only axis along which a force acts, or
 * the axis of the patch `inlet`. TILE_REJECTED when the domain was not driven
 * along one axis, or a value is senseless; the text does not name the file. */
int lbm_drive_of(struct lbm_drive *drive, const struct tile_domain *d, struct tile_error *e);

struct lbm_permeability {
  int axis;
  double voxel2;
  double m2, darcy; /* NaN: voxel size unknown */
};
/* superficial: <u> along drive->axis, lattice; dx in m, 0: unknown. */
struct lbm_permeability lbm_permeability_of(const struct lbm_drive *drive, double superficial, double dx);

/* The same of the nodes that count alone (the core, not its box); all NaN where the domain says of none. */
struct lbm_permeability lbm_permeability_inside(const struct lbm_permeability *k, const struct tile_domain *d);

/* A flow creeps up to this Reynolds number <u> sqrt(k) / nu. */
#define LBM_CREEPING 0.01
/* The gradient dp / L at which it has that number, in Pa/m: k in m2, viscosity kinematic in m2/s, density in kg/m3. NaN:
 * one of them is unknown. */
double lbm_creeping_gradient(double m2, double viscosity, double density);

#endif

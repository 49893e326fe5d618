/* SPDX-License-Identifier: BSD-3-Clause */
/* The Darcy permeability k = nu <u> L / dp, in lattice units with density 1, so that dp / L may also be a body force
 * per volume. <u> is the superficial velocity: the mean over the whole box, in which solid nodes count as zero
 * velocity. */
#ifndef PERMEABILITY_H
#define PERMEABILITY_H

#include "memory.h"
#include "tile_domain.h"

/* The drive of a permeability run, and the length that it acts over. */
struct lbm_drive {
  int axis;         /* 0, 1, 2 */
  bool force;       /* a body force on a periodic axis; else a pressure drop */
  double length;    /* L in voxels: N if periodic, N - 1 between pressure planes */
  double drop;      /* dp over that length, in lattice units; for a force it is the force times L */
  double viscosity; /* kinematic, in lattice units */
};

/* Reads the drive from the header keys of a result: drive, axis, force or pressure-drop, and viscosity or tau. Without
 * key axis it is the only axis along which a force acts, or the axis of patch `inlet`. Error TILE_REJECTED: the domain
 * was not driven along one axis, or a value is senseless; the text does not name the file. */
int lbm_drive_of(struct lbm_drive *drive, const struct tile_domain *d, struct tile_error *e);

struct lbm_permeability {
  int axis;
  double voxel2;
  double m2, darcy; /* in m2 and darcy; NaN: the voxel size is not known */
};
/* Returns the permeability. superficial: <u> along drive->axis, in lattice units; dx: voxel size in m, 0 if it is not
 * known. */
struct lbm_permeability lbm_permeability_of(const struct lbm_drive *drive, double superficial, double dx);

/* Returns the permeability with <u> averaged over the nodes inside the sample alone (the core, not its box). It is NaN
 * if the domain does not say which nodes are inside. */
struct lbm_permeability lbm_permeability_inside(const struct lbm_permeability *k, const struct tile_domain *d);

/* A flow is creeping up to this Reynolds number <u> sqrt(k) / nu. */
#define LBM_CREEPING 0.01
/* Returns the gradient dp / L, in Pa/m, at which the flow has that number: k in m2, kinematic viscosity in m2/s,
 * density in kg/m3. NaN if one of them is not known. */
double lbm_creeping_gradient(double m2, double viscosity, double density);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* The viscosity of a flow in which it varies, over all nodes. */
#ifndef VISCOSITY_H
#define VISCOSITY_H

#include "incoming.h"

struct lbm_viscosities {
  int64_t nodes, clamped;   /* clamped: the law of the fluid is at one of its bounds there */
  int64_t low;              /* of these: at the lower one */
  double shear;             /* sum of the shear rates */
  double least, most;       /* of the fluid, without eddies */
  double eddies, eddies_at; /* the largest eddy viscosity, and that of the fluid at its node; 0: there is none */
};
/* Finds them in the populations of the next time step. Collective. */
int lbm_viscosities(struct lbm_viscosities *v, const struct lbm_incoming *a, struct tile_error *e);

#endif

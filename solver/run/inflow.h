/* SPDX-License-Identifier: BSD-3-Clause */
/* Adjusts the velocity of an inflow through an opening that is not on a face, so that the flux is right. */
#ifndef INFLOW_H
#define INFLOW_H

#include "lbm.h"

/* In each time step a link carries 6 w c.u, with u the velocity of its patch (Ladd, J. Fluid Mech. 271 (1994) 285). The
 * links that leave through an oblique cap form a staircase, and their sum differs by several per cent from the flux
 * through the cap. This function scales the velocity of condition[patch] so that the links carry the velocity times the
 * area of the cap, which the header of the domain gives. It changes nothing if the patch is not an opening with an
 * area, the voxel size is not known, or the velocity is within 6 degrees of the cap. */
int lbm_fit_inflow(struct lbm_condition *condition, const struct tile_domain *d, int patch, struct tile_error *e);

#endif

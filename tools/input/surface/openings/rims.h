/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether a flat rim is an end of the surface, which a cap may close. */
#ifndef RIMS_H
#define RIMS_H

#include "pieces.h"

/* Whether the cap would cut the surface, or lie upon a part of it: an edge that does not begin at the rim passes through
 * the polygon, or lies in its plane. Inner walls may do so. `p` holds the triangles that count. */
bool rim_cuts(const struct pieces *p, const struct loop *l, const bool *rim);
/* Whether the cap would lie inside another piece of the surface. */
bool rim_inside(struct pieces *p, const struct loop *l);

#endif

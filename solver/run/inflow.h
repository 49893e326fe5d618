/* What flows in through an opening that is not on a face. */
#ifndef INFLOW_H
#define INFLOW_H

#include "lbm.h"

/* Links bring 6 w c.u each step, u the velocity of their patch (Ladd 1994); those that leave through an oblique cap are a
 * staircase, whose sum differs by several per cent from what passes the cap. Scales the velocity of condition[patch] so that the
 * links of the patch carry velocity times area of the cap, as the header of the domain says it. Nothing is changed where
 * the patch is no opening with an area, the voxel size is not known, or the velocity lies in the cap (within 6 degrees). */
int lbm_fit_inflow(struct lbm_condition *condition, const struct tile_domain *d, int patch, struct tile_error *e);

#endif

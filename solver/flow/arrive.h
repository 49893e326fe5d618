/* What the boundary conditions of the next time step make of the populations that come to a node, on the host. */
#ifndef ARRIVE_H
#define ARRIVE_H

#include "flow.h"

/* Mass that comes in with the next time step, beside the mass that links within the domain move. */
struct lbm_gain {
  double mass;
  int64_t links; /* number of links that bring it */
};

/* Applies the boundary conditions of a node of a geometry to its incoming populations f, with these values of the
 * conditions. h: its populations as they are stored, which become those after the last collision; NULL: unknown. gain:
 * NULL, or the mass that they bring is added, gain[p] through patch p, and if h is known gain[number of patches] through
 * interpolated walls. */
void lbm_arrive(const struct lbm *l, const struct lbm_geometry *g, const struct lbm_condition *condition, size_t tile,
                int node, double h[LBM_Q], double f[LBM_Q], struct lbm_gain *gain);

#endif

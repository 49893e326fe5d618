/* SPDX-License-Identifier: BSD-3-Clause */
/* What the boundary conditions of the next time step make of the populations that come to a node, on the host. */
#ifndef ARRIVE_H
#define ARRIVE_H

#include "flow.h"
#include "sites.h"

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

/* Finds the boundary nodes of a node, in the order of action, and its cut links in g->wall_link; none counts. */
void lbm_site_of(struct lbm_site *s, struct lbm_boundary_node node[LBM_Q], const struct lbm_geometry *g, size_t tile,
                 int number);
/* The bits of those of `count` boundary nodes that belong to a patch. */
uint32_t lbm_site_nodes(const struct lbm_geometry *g, const struct lbm_boundary_node *node, size_t count, int patch);

/* Does the same as lbm_arrive for all sites of a list, whose populations are there. Sets sites->gain, the mass that the
 * boundary nodes of each site bring that count, or that interpolated walls bring; and sites->other, that mass with the
 * conditions `lifted`, or density - 1 if they are NULL. */
void lbm_close_sites(const struct lbm *l, const struct lbm_site_list *sites, const struct lbm_condition *condition,
                     const struct lbm_condition *lifted);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Where walls cut the links of a domain with wall distances, for operations_cut.h. */
#ifndef CUT_LINKS_H
#define CUT_LINKS_H

#include "graph.h"

/* Fills cut[first[tiles]], an array of the device, portion by portion. A link to a solid node without a distance is cut
 * half-way, and one that leaves the grid is not cut. first: tiles + 1 values, the first node of each tile. */
int lbm_cut_links_send(const struct lbm_device *d, uint16_t (*cut)[LBM_CUTS], const struct tile_domain *domain,
                       const uint32_t *first, struct tile_error *e);

#endif

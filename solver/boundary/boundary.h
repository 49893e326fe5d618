/* SPDX-License-Identifier: BSD-3-Clause */
/* The boundaries of a subdomain: nodes of patches with their boundary conditions, links that walls cut, and profiles of
 * inflows. */
#ifndef BOUNDARY_H
#define BOUNDARY_H

#include "cap.h"
#include "geometry.h"

/* Makes the geometry of a subdomain with its boundaries. part: not copied, it must outlive the geometry. condition:
 * [patches of the domain], copied; it also decides which patch owns a link that leaves through two faces. walls:
 * those that are not half-way have an effect only if the domain has wall distances. Release with lbm_geometry_free, after an
 * error too. Errors as lbm_tiles_place. */
int lbm_geometry_make(struct lbm_geometry *g, const struct lbm_subdomain *part, const struct lbm_storage *storage,
                      const struct lbm_condition *condition, enum lbm_walls walls, struct tile_error *e);
void lbm_geometry_free(struct lbm_geometry *g);

/* Those links of mark m that belong to its patch. mark: [marks], all marks of one node. */
uint32_t lbm_own_links(const struct tile_mark *mark, size_t marks, size_t m, const struct lbm_condition *condition);

/* The links of a node that interpolated walls cut. q: [link], the distance as in struct lbm_wall_link. Links that
 * bounce back whatever q are left out (wall_links.h); their q may be set too. */
uint32_t lbm_wall_links(const struct lbm_geometry *g, size_t tile, int node, uint16_t q[LBM_Q]);

/* The index of the first wall of a node or of a later node of the tile; wall_begin[tile + 1]: there is none. */
size_t lbm_first_wall(const struct tile_domain *d, size_t tile, int node);

/* Makes the conditions of patches and of single nodes, before the boundary nodes, in profile.c. whole: the domain to
 * which the subdomain belongs. Errors as lbm_geometry_make. */
int lbm_conditions_make(struct lbm_geometry *g, const struct tile_domain *whole, const struct lbm_condition *condition,
                        struct tile_error *e);
/* The index of the condition of a node of a patch, or of the first of its links. at: the coordinates of the node. */
uint32_t lbm_condition_of(const struct lbm_geometry *g, int patch, const int64_t at[3]);
/* The index of the patch to which a condition belongs. */
int lbm_patch_of(const struct lbm_geometry *g, uint32_t condition);

/* Make the boundary nodes, in boundary.c, and then the links that walls cut, in wall_links.c. */
int lbm_boundary_nodes_make(struct lbm_geometry *g, const struct lbm_condition *condition, struct tile_error *e);
int lbm_wall_links_make(struct lbm_geometry *g, struct tile_error *e);

#endif

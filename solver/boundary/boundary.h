/* Boundaries of a subdomain: nodes of patches with what closes them, links that walls cut, profiles of inflows. */
#ifndef BOUNDARY_H
#define BOUNDARY_H

#include "geometry.h"
#include "rim.h"

/* The geometry of a subdomain with its boundaries: `condition` (one per patch of the domain) decides which patch owns a
 * link that leaves through two faces. Walls are interpolated where that is asked for and the domain has their distances.
 * Release with lbm_geometry_free, also after an error. */
int lbm_geometry_make(struct lbm_geometry *g, const struct lbm_subdomain *part, const struct lbm_storage *storage,
                      const struct lbm_condition *condition, enum lbm_walls walls, struct tile_error *e);
void lbm_geometry_free(struct lbm_geometry *g);

/* The links of mark m of `marks` marks of one node that are its own; see lbm_geometry_make. */
uint32_t lbm_own_links(const struct tile_mark *mark, size_t marks, size_t m, const struct lbm_condition *condition);

/* The links of a node that interpolated walls cut, and where: q[link] as in lbm_wall_link. Without those that bounce back
 * whatever q (wall_links.h). */
uint32_t lbm_wall_links(const struct lbm_geometry *g, size_t tile, int node, uint16_t q[LBM_Q]);

/* The first of a node's walls, or of those after it. */
size_t lbm_first_wall(const struct tile_domain *d, size_t tile, int node);

/* profile.c: before the boundary nodes, from the whole domain that the part is of. The condition of a node of a patch. */
int lbm_conditions_make(struct lbm_geometry *g, const struct tile_domain *whole, const struct lbm_condition *condition,
                        struct tile_error *e);
uint16_t lbm_condition_of(const struct lbm_geometry *g, int patch, const int64_t at[3]);
/* The patch that a condition is of. */
int lbm_patch_of(const struct lbm_geometry *g, uint16_t condition);

/* boundary.c; wall_links.c, which needs the boundary nodes */
int lbm_boundary_nodes_make(struct lbm_geometry *g, const struct lbm_condition *condition, struct tile_error *e);
int lbm_wall_links_make(struct lbm_geometry *g, struct tile_error *e);

#endif

/* The rim of an opening that is not on a face, and the profile of an inflow, which is zero at the rim. */
#ifndef RIM_H
#define RIM_H

#include "internal.h"

struct lbm_rim {
  size_t count; /* number of points */
  /* Points of the rim in voxels: the places at which walls cut links of the nodes of the opening, projected into a
   * plane parallel to the opening. Room for 18 for each mark of the patch. */
  double (*at)[3];
  double normal[3]; /* unit normal of the opening */
  double widest;    /* largest distance from the rim in the opening, in voxels */
};

/* Copies the opening of a patch from the header; area 0: the header does not state one. Errors as
 * tile_surfaces_read. */
int lbm_opening_of(struct tile_opening *o, const struct tile_domain *d, int patch, struct tile_error *e);

/* Makes the rim of a patch. d: the whole domain. Memory: 432 bytes for each node of the opening. Release with
 * lbm_rim_free, after an error too. TILE_USAGE: the domain has no wall distances there. Other errors as
 * tile_surfaces_read. */
int lbm_rim_make(struct lbm_rim *r, const struct tile_domain *d, int patch, struct tile_error *e);
void lbm_rim_free(struct lbm_rim *r);

/* The profile has this many levels, which are evenly spaced from 0 to 1. */
enum { LBM_RIM_LEVELS = 1024 };
/* The level of a node, 0 ... LBM_RIM_LEVELS - 1: t (2 - t), where t is its distance from the rim divided by the largest
 * one. In a round tube this is the parabola of developed flow. at: coordinates of the node. */
int lbm_rim_level(const struct lbm_rim *r, const int64_t at[3]);
/* The velocity at a level, relative to the largest one. */
static inline double lbm_rim_share(int level)
{
  return level / (LBM_RIM_LEVELS - 1.0);
}

#endif

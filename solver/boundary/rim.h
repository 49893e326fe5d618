/* The rim of an opening that is on no face, and the profile of an inflow that falls to zero there. */
#ifndef RIM_H
#define RIM_H

#include "internal.h"

struct lbm_rim {
  size_t count;
  double (*at)[3]; /* where walls cut links of the nodes of the opening, voxels; moved into one plane parallel to it */
  double normal[3];
  double widest; /* largest distance from the rim */
};

/* The opening of a patch as the header has it; area 0: it does not say. */
int lbm_opening_of(struct tile_opening *o, const struct tile_domain *d, int patch, struct tile_error *e);

/* Of a patch of a whole domain. TILE_USAGE: the domain has no distances of walls there. Memory: 432 bytes a node of the
 * opening. */
int lbm_rim_make(struct lbm_rim *r, const struct tile_domain *d, int patch, struct tile_error *e);
void lbm_rim_free(struct lbm_rim *r);

/* t (2 - t) of the distance t from the rim by the largest one, the parabola of a round tube: 0 ... LBM_RIM_LEVELS - 1. */
enum { LBM_RIM_LEVELS = 1024 };
int lbm_rim_level(const struct lbm_rim *r, const int64_t at[3]);
static inline double lbm_rim_share(int level)
{
  return level / (LBM_RIM_LEVELS - 1.0);
}

#endif

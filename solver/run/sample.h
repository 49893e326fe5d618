/* The permeability of a sample without the layers that were added to its image (voxelize --pad: chambers, walls). */
#ifndef SAMPLE_H
#define SAMPLE_H

#include "permeability.h"
#include "region.h"

/* Were there any? */
bool lbm_has_layers(const struct tile_domain *d);
/* What to add up for it, with nothing added yet. */
struct lbm_region lbm_sample_region(const struct tile_domain *d, int axis);
/* Of the sums over that region: k = nu <u> (n - 1) / drop with <u> over the sample and the n slices that it has along
 * the axis, drop being the difference of the mean pressures on the first and the last of them, and what a body force adds
 * between these. Without layers along the axis the drive is that of the box. NaN: a domain
 * without layers, a slice alone, or a solid one. */
struct lbm_permeability lbm_permeability_sample(const struct lbm_drive *drive, const struct lbm_region *r,
                                                const struct tile_domain *d);

#endif

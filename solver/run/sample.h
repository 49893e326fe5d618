/* SPDX-License-Identifier: BSD-3-Clause */
/* The permeability of a sample without the layers that were added to its image (voxelize --pad: chambers, walls). */
#ifndef SAMPLE_H
#define SAMPLE_H

#include "permeability.h"
#include "region.h"

/* Returns whether layers were added. */
bool lbm_has_layers(const struct tile_domain *d);
/* Returns the region whose sums are needed, with all sums still zero. */
struct lbm_region lbm_sample_region(const struct tile_domain *d, int axis);
/* Returns k = nu <u> (n - 1) / drop from the sums over that region. <u> is the mean over the sample, n is the number of
 * slices of the sample along the axis, and drop is the difference of the mean pressures on the first and last of these
 * slices, plus the effect of a body force between them. Without layers along the axis the drive is that of the box. The
 * result is NaN if the domain has no layers, or the sample is a single slice, or solid. */
struct lbm_permeability lbm_permeability_sample(const struct lbm_drive *drive, const struct lbm_region *r,
                                                const struct tile_domain *d);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Diffusion in the sample without the layers that were added to its image (voxelize --pad: chambers, walls), as
 * solver/run/sample.h defines it for a flow. */
#ifndef DIFFUSION_SAMPLE_H
#define DIFFUSION_SAMPLE_H

#include "conductivity.h"
#include "diffusion.h"

struct diffusion_sample {
  double relative; /* D_eff / D; NaN: no layers were added, or the sample is a single slice */
  double open;     /* the mean of the conductivity over its box, 0 in solid: without conductivities its porosity */
};

/* From the solution along an axis: flux (n - 1) / drop, with the mean flux between the n slices of the sample, and the
 * difference of the mean concentrations of its first and last slice; without layers along the axis the drop is that of
 * the box. Memory: 12 bytes a node, only with layers. */
int diffusion_sample_make(struct diffusion_sample *m, const struct lbm_diffusion *s, const struct tile_domain *d,
                          const struct conductivity *c, int axis, struct tile_error *e);

#endif

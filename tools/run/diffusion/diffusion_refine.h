/* SPDX-License-Identifier: BSD-3-Clause */
/* --refine with --diffusion: D_eff of the same sample at half resolution. */
#ifndef DIFFUSION_REFINE_H
#define DIFFUSION_REFINE_H

#include "cli.h"
#include "diffusion.h"
#include "interval.h"

struct diffusion_refined {
  char why[200]; /* why there is no interval; "": there is one */
  struct lbm_levels levels;
  double at_half; /* as levels.half[1], with walls half-way as cut cells */
  struct lbm_interval interval;
};

/* Solves at the coarser levels along these axes (a set), to `bound`, and fills *f for each of them. Errors of a level
 * become `why`; other errors end the program. */
void diffusion_refine(struct diffusion_refined f[3], const struct tile_domain *d, unsigned axes, double bound,
                      const struct lbm_device *device);
/* Makes the interval of an axis from its result at full resolution. */
void diffusion_refine_end(struct diffusion_refined *f, const struct lbm_diffused *r);

/* D_eff / D; there is no interval without --refine, where f is NULL. */
struct cli_result diffusion_result_of(const struct diffusion_refined *f, double relative);
void diffusion_print_interval(FILE *out, const struct diffusion_refined *f);
/* f: NULL without --refine */
void diffusion_json_interval(struct json *j, const struct diffusion_refined *f);

#endif

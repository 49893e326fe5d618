/* SPDX-License-Identifier: BSD-3-Clause */
/* Solving with progress. */
#ifndef DIFFUSION_PROGRESS_H
#define DIFFUSION_PROGRESS_H

#include "diffusion.h"

/* lbm_diffusion_solve. Errors end the program. */
void diffusion_solve(struct lbm_diffusion *d, int axis, double bound, struct lbm_diffused *r);

#endif

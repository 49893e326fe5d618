/* SPDX-License-Identifier: BSD-3-Clause */
/* The noise of an image. */
#ifndef NOISE_H
#define NOISE_H

#include "source.h"

/* The standard deviation of white noise, from the second difference along all axes, (1 -2 1) along x, y and z one after
 * the other, that structures hardly have (Immerkaer 1996, in three dimensions; in one slice in two): its median
 * magnitude in up to 16 slices, and the median of these. What is not a number is left out, and so are neighbourhoods of one
 * value, the most frequent one of the slice: what surrounds a core. Correlated noise is underestimated. 0: there is none;
 * TILE_USAGE if the source cannot be read twice. */
int noise_estimate(struct source *s, double *sigma, struct tile_error *e);

#endif

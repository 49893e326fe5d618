/* SPDX-License-Identifier: BSD-3-Clause */
/* The CPU side of the arrangements: checks and counts. */
#ifndef LAYOUTS_COUNT_H
#define LAYOUTS_COUNT_H

#include "layouts.h"

static const struct lbm_rates layouts_rates = {.even = 1 / 0.8, .odd = 1 / 0.8};

/* Values that differ from a naive step, in a small box. */
int layouts_check_fp32(int arrangement, int mode, bool closed);
int layouts_check_fp64(int arrangement, int mode, bool closed);

/* Sectors of 32 bytes that a cache reads from the memory for a tile of a periodic box of `side` tiles along each axis, while
 * all tiles are updated once; the cache holds that many sectors, and drops the oldest one. `together` tiles are updated
 * side by side, but not in step. -1: no memory. */
double layouts_cached(int arrangement, int bytes, int side, uint64_t sectors, int together);

#endif

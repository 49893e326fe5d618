/* SPDX-License-Identifier: BSD-3-Clause */
/* Anderson's method (J. ACM 12 (1965) 547) for a fixed point m = G(m): the changes G(m) - m of the last cycles are
 * combined so that little of the present one is left, and what G made of them is combined in the same way (type II in
 * Fang & Saad, Numer. Linear Algebra Appl. 16 (2009) 197). */
#ifndef ANDERSON_H
#define ANDERSON_H

#include "graph.h"

/* How many cycles it remembers: LBM_ANDERSON_DEPTH, or fewer where there is no memory for them, but LBM_ANDERSON_LEAST. */
enum { LBM_ANDERSON_LEAST = 2, LBM_ANDERSON_DEPTH = 5 };

/* The caller sets it to zero, then device and count, the number of floats of m. */
struct lbm_anderson {
  const struct lbm_device *device;
  size_t count; /* a multiple of 4 */
  int depth, begun, next;
  float *change[LBM_ANDERSON_DEPTH], *result[LBM_ANDERSON_DEPTH]; /* differences from cycle to cycle */
  double gram[LBM_ANDERSON_DEPTH][LBM_ANDERSON_DEPTH];
};

/* Release with lbm_anderson_free, also after an error. */
int lbm_anderson_make(struct lbm_anderson *a, struct tile_error *e);
void lbm_anderson_free(struct lbm_anderson *a);
/* change: G(m) - m, an array of the device. more: becomes what is to be added to G(m), which the caller then does. */
int lbm_anderson_mix(struct lbm_anderson *a, float *change, float *more, struct tile_error *e);

#endif

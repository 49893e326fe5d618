/* SPDX-License-Identifier: BSD-3-Clause */
/* Anderson's method (J. ACM 12 (1965) 547) for a fixed point m = G(m): the changes G(m) - m of the last cycles are
 * combined so that little of the present one is left, and what G made of them is combined in the same way (type II in
 * Fang & Saad, Numer. Linear Algebra Appl. 16 (2009) 197). */
#ifndef ANDERSON_H
#define ANDERSON_H

#include "graph.h"

/* How many cycles it remembers: `most`, or fewer where there is no memory for them, but LBM_ANDERSON_LEAST. */
enum { LBM_ANDERSON_LEAST = 2, LBM_ANDERSON_MOST = 10 };

/* The caller sets it to zero, then device, count, the number of floats of m, and most. */
struct lbm_anderson {
  const struct lbm_device *device;
  size_t count; /* a multiple of 4 */
  int most, depth, next;
  int64_t begun;
  float *change[LBM_ANDERSON_MOST], *result[LBM_ANDERSON_MOST]; /* differences from cycle to cycle */
  double gram[LBM_ANDERSON_MOST][LBM_ANDERSON_MOST];
};

/* Release with lbm_anderson_free, also after an error. */
int lbm_anderson_make(struct lbm_anderson *a, struct tile_error *e);
void lbm_anderson_free(struct lbm_anderson *a);
/* Forgets all cycles. */
void lbm_anderson_restart(struct lbm_anderson *a);
/* change: G(m) - m, an array of the device. more: becomes what is to be added to G(m), which the caller then does. */
int lbm_anderson_mix(struct lbm_anderson *a, float *change, float *more, struct tile_error *e);

/* What it remembers, as bytes on the host: their number after `cycles` cycles, and copies of a part of them. Once all were
 * put, _resume goes on as after that many cycles. TILE_REJECTED: a number is not finite. */
uint64_t lbm_anderson_bytes(const struct lbm_anderson *a, int64_t cycles);
int lbm_anderson_get(const struct lbm_anderson *a, uint64_t at, void *data, size_t length, struct tile_error *e);
void lbm_anderson_put(struct lbm_anderson *a, uint64_t at, const void *data, size_t length);
int lbm_anderson_resume(struct lbm_anderson *a, int64_t cycles, struct tile_error *e);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* A periodic curve through the points of a wave: cubic between two points (Hermite), with the slopes of the periodic
 * spline. Each is limited to three times the smaller slope of the two chords beside it, and where the curvature does not
 * change its sign at least to that of the parabola through three points. So a smooth curve stays as it is, and one with
 * a jump does not overshoot. */
#ifndef WAVE_H
#define WAVE_H

#include "course.h"

struct lbm_curve {
  const struct lbm_wave *wave; /* not owned */
  double *slope;               /* [points]; NULL: the curve is 1 */
};

/* The wave must outlive the curve. Release with lbm_curve_free, after an error too. */
int lbm_curve_make(struct lbm_curve *c, const struct lbm_wave *w, struct tile_error *e);
void lbm_curve_free(struct lbm_curve *c);
double lbm_curve_period(const struct lbm_curve *c);
double lbm_curve_at(const struct lbm_curve *c, double time);

/* The harmonics of the curve: its value is the real part of the sum of (re[k] + i im[k]) exp(2 pi i k t / T), k = 0 ...
 * count - 1, and of what is left. */
void lbm_curve_harmonics(const struct lbm_curve *c, double *re, double *im, int count);
/* Harmonics of a flow with the profile of Womersley, the mean included; the rest of the flow has the shape of the mean. */
enum { LBM_HARMONICS = 21 };
/* The root mean square of that rest, relative to that of the curve; 0: the curve is 0. */
double lbm_curve_missed(const struct lbm_curve *c);

#endif

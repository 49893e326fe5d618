/* SPDX-License-Identifier: BSD-3-Clause */
/* Decides whether a slowly converging number has converged. It may approach its limit from one side, or swing about it,
 * as pressure waves make the mean flow do. The decision uses the range R of the samples of the last two windows, and r,
 * the larger of the last two ratios of this range to the range one window earlier. The remaining change is R r/(1-r)
 * for a geometric series, and less than 4 R for decaying swings of which two windows show a tenth or more. Twice the
 * first value is required, since a slow part hides behind a faster one. A window is LBM_WINDOW samples.
 *
 * A sample also has the spread of the flux over the layers of the domain. In slow creeping flow between two pressures
 * the final flux is a mean of the fluxes of the layers, weighted by their resistance, so it differs from their mean by
 * no more than the spread. Only the spread shows dead ends that still fill. */
#ifndef CONVERGE_H
#define CONVERGE_H

#include <stdbool.h>
#include <stdint.h>

enum { LBM_WINDOW = 4, LBM_SAMPLES = 4 * LBM_WINDOW + 1 };

struct lbm_sample {
  double value;
  double spread; /* relative; 0 where there are no layers to compare */
};

struct lbm_series {
  struct lbm_sample sample[LBM_SAMPLES]; /* the first `count` are set, the latest one last */
  int count;
};

void lbm_series_clear(struct lbm_series *s);
void lbm_series_add(struct lbm_series *s, struct lbm_sample sample);
/* Returns a bound of the relative change that remains, or infinity if it is not known. noise: the relative range within
 * which rounding keeps a settled flow moving, where ratios of ranges mean nothing. */
double lbm_series_remaining(const struct lbm_series *s, double noise);

/* A bound of the relative change that remains where each sample is of a cycle of steady.h, or infinity if it is not
 * known: such cycles converge by a factor of a few each, though unevenly, so that what remains is less than the changes
 * of the last few. noise: as above. */
double lbm_series_of_cycles(const struct lbm_series *s, double noise);

/* The same relative to `scale` in place of the latest sample. */
double lbm_series_bound(const struct lbm_series *s, double scale, double noise);

/* Detects motion that lasts, as in a flow that swings for ever. Each time the number of samples has doubled, the mean
 * range of two windows and the mean spread are compared with those before; motion that fades makes them smaller. Motion
 * lasts if neither has become smaller by a hundredth four times in a row, from 256 samples on. */
struct lbm_unrest {
  int64_t samples; /* number of samples of this series that have a range */
  struct lbm_unrest_part {
    double range, spread; /* sums */
  } now, before;
  int lasting; /* how many times in a row neither was smaller */
};
/* Returns whether the motion lasts. The caller calls it after each sample. */
bool lbm_unrest_lasts(struct lbm_unrest *u, const struct lbm_series *s);

/* How a flow approaches its limit, as LBM_SAMPLES samples show. */
struct lbm_trend {
  bool known; /* there are enough samples, with a spread */
  double mean;
  double change;  /* range of the samples, relative */
  double balance; /* `change` divided by the latest spread */
  int turns;      /* number of times that the samples turned back */
  bool lasting;   /* the range has hardly become smaller */
};
struct lbm_trend lbm_series_trend(const struct lbm_series *s);

#endif

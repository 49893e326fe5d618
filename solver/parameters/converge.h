/* Has a slowly converging number converged? It may approach its limit from one side, or swing about it, as pressure
 * waves make the mean flow do. Judged by the range R of the samples of the last two windows, and by the larger r of the
 * last two ratios of that range to the one a window earlier: what remains is R r/(1-r) for a geometric series, and less
 * than 4 R for decaying swings of which two windows show a tenth or more. Twice the first is asked for, since a slow part
 * hides behind a faster one. A window is LBM_WINDOW samples.
 *
 * Each sample brings the spread of the flux over the layers of the domain besides. In slow creeping flow between two
 * pressures the final flux is a mean of those of the layers (weighted by their resistance), so that it differs from
 * their mean by no more; dead ends that still fill are seen there alone. */
#ifndef CONVERGE_H
#define CONVERGE_H

#include <stdbool.h>
#include <stdint.h>

enum { LBM_WINDOW = 4, LBM_SAMPLES = 4 * LBM_WINDOW + 1 };

struct lbm_sample {
  double value;
  double spread; /* relative; 0 where there is no such thing */
};

struct lbm_series {
  struct lbm_sample sample[LBM_SAMPLES]; /* the first `count`, latest last */
  int count;
};

void lbm_series_clear(struct lbm_series *s);
void lbm_series_add(struct lbm_series *s, struct lbm_sample sample);
/* Bound of the relative change that remains; infinity while it is not known. noise: the relative range within which
 * rounding keeps a settled flow moving, and ratios of ranges say nothing. */
double lbm_series_remaining(const struct lbm_series *s, double noise);

/* Does what moves the number last, as in a flow that swings for ever? The mean range of two windows, and the mean spread,
 * are compared with those before, each time the samples have doubled. What fades is less then: it lasts if neither has
 * become less, by a hundredth, four times in a row, from 256 samples on. */
struct lbm_unrest {
  int64_t samples; /* of this series, with a range */
  struct lbm_unrest_part {
    double range, spread; /* sums */
  } now, before;
  int lasting; /* how often in a row neither was less */
};
/* To be called after each sample. */
bool lbm_unrest_lasts(struct lbm_unrest *u, const struct lbm_series *s);

/* How a flow approaches its limit, seen in LBM_SAMPLES samples. */
struct lbm_trend {
  bool known; /* there are that many, with a spread */
  double mean;
  double change;  /* the range of the samples, relative */
  double balance; /* that over their latest spread */
  int in_place;   /* how often they turned back */
  bool lasting;   /* their range has hardly become less */
};
struct lbm_trend lbm_series_trend(const struct lbm_series *s);

#endif

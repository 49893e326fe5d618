/* SPDX-License-Identifier: BSD-3-Clause */
/* Otsu's threshold from a histogram whose bins adapt to the values. */
#ifndef THRESHOLD_H
#define THRESHOLD_H

#include "memory.h"

/* A histogram of 65536 bins. Their width is a power of two that doubles whenever the range of the values exceeds the
 * bins, so one reading is enough for any type. It is exact for 8 and 16-bit integers, and never coarser than 1/32768 of
 * the range. */
struct histogram;
int histogram_new(struct histogram **h, bool integers, struct tile_error *e);
void histogram_free(struct histogram *h);
void histogram_add(struct histogram *h, const double *values, size_t count); /* finite values; NaN is skipped */
/* Adds tally[i] times the value first + i. */
void histogram_add_tally(struct histogram *h, int first, const uint64_t *tally, size_t count);

/* Finds the T for which `value < T` and `value >= T` have the greatest variance between them (Otsu 1979); of equal ones
 * the least. For integers T = t + 1, where t is the greatest value of the lower class. TILE_REJECTED if all values are
 * equal. */
int histogram_otsu(const struct histogram *h, double *threshold, struct tile_error *e);
enum { HISTOGRAM_LIMITS = 8 };
/* Finds the limits between classes, as histogram_classes does. */
typedef int histogram_limits(const struct histogram *h, int classes, double *limit, double *share,
                             struct tile_error *e);
/* Whether the least values, the greatest ones or both move Otsu's threshold, or those between more than two classes,
 * although they may be no part of the sample: a border, padding or dead pixels. These are one value, where there are more
 * than 16, and others of at most 1e-4 of all; without them more than a tenth of the rest would change its class, or have no
 * classes. find: for more than two classes. */
struct histogram_ends {
  bool low, high;
  double share;                                               /* of all values that are at these ends */
  int limits;                                                 /* one less than classes */
  double threshold[HISTOGRAM_LIMITS], rest[HISTOGRAM_LIMITS]; /* with them; without (NaN: there are no classes) */
};
bool histogram_ends(const struct histogram *h, int classes, histogram_limits *find, struct histogram_ends *ends);
/* The number of bins with values; unless NULL, the upper end and the count of each, in rising order. */
size_t histogram_bins(const struct histogram *h, double *end, double *count);
double histogram_width(const struct histogram *h); /* of a bin */
/* The means of the values below the threshold and of the others, by the middles of the bins (of integers their values);
 * NaN if there are none. */
void histogram_means(const struct histogram *h, double threshold, double mean[2]);
/* Counts the values in each of `count` equal intervals of low ... high; a bin that crosses an end of an interval is
 * divided. */
void histogram_bars(const struct histogram *h, double low, double high, int count, double *bars);
/* The value below which this fraction of all values is, to the width of a bin; 0 if there are none. */
double histogram_quantile(const struct histogram *h, double share);

#endif

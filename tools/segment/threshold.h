/* Otsu's threshold, from a histogram that fits itself to the values. */
#ifndef THRESHOLD_H
#define THRESHOLD_H

#include "own.h"

/* 65536 bins whose width is a power of two, doubled whenever the range of the values
 * outgrows them: exact for 8 and 16-bit integers, and never coarser than 1/32768 of the
 * range. One pass, whatever the type. */
struct histogram;
int histogram_new(struct histogram **h, bool integers, struct tile_error *e);
void histogram_free(struct histogram *h);
void histogram_add(struct histogram *h, const double *values, size_t count); /* finite; NaNs are left out */
/* The values first, first + 1 ..., tally[i] times each. */
void histogram_add_tally(struct histogram *h, int first, const uint64_t *tally, size_t count);

/* The T for which `value < T` and `value >= T` have the greatest variance between
 * them (Otsu 1979); of equal ones the least. For integers T = t + 1, where t is
 * the greatest value of the lower class. TILE_REJECTED when all values are equal. */
int histogram_otsu(const struct histogram *h, double *threshold, struct tile_error *e);
/* How many values lie in each of `count` equal parts of low ... high; a bin that spans the end of a part
 * is divided. */
void histogram_bars(const struct histogram *h, double low, double high, int count, double *bars);
/* The value that a share of all values lies below, to the width of a bin; 0 when there are none. */
double histogram_quantile(const struct histogram *h, double share);

#endif

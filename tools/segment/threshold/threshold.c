/* SPDX-License-Identifier: BSD-3-Clause */
#include "threshold.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BINS = 65536 };

/* Bin i holds (first + i)*width <= value < (first + i + 1)*width. */
struct histogram {
  bool integers;
  double width, first;
  double low, high; /* least and greatest value so far */
  uint64_t total, bin[BINS], moved[BINS];
};

int histogram_new(struct histogram **h, bool integers, struct tile_error *e)
{
  *h = tile_alloc(1, sizeof **h);
  if (!*h)
    return tile_fail_memory(e, sizeof **h, "a histogram");
  (*h)->integers = integers;
  return TILE_OK;
}

void histogram_free(struct histogram *h)
{
  free(h);
}

/* Small enough to separate neighbouring 32-bit floats, or integers below 2^53; doubled later as needed. */
static double first_width(const struct histogram *h, double value)
{
  return h->integers  ? fabs(value) > 0x1p53 ? 0x1p12 : 1
         : value == 0 ? 0x1p-149
                      : fmax(ldexp(1, ilogb(value) - 24), 0x1p-149);
}

static void begin(struct histogram *h, double value)
{
  h->width = first_width(h, value);
  h->first = floor(value / h->width) - BINS / 2;
  h->low = h->high = value;
}

/* Moves the bins so that low ... high is in their middle, and makes them wider if necessary. */
static void fit(struct histogram *h)
{
  double width = h->width, low, high;
  while (low = floor(h->low / width), high = floor(h->high / width), high - low >= BINS)
    width *= 2;
  double first = low - floor((BINS - 1 - (high - low)) / 2), ratio = width / h->width;
  for (int i = 0; i < BINS; i++)
    h->moved[i] = 0;
  for (int i = 0; i < BINS; i++)
    if (h->bin[i])
      h->moved[(int)(floor((h->first + i) / ratio) - first)] += h->bin[i];
  for (int i = 0; i < BINS; i++)
    h->bin[i] = h->moved[i];
  h->width = width;
  h->first = first;
}

/* Makes the bins cover low to high. */
static void reach(struct histogram *h, double low, double high)
{
  if (!h->total)
    begin(h, low);
  h->low = fmin(h->low, low);
  h->high = fmax(h->high, high);
  if (floor(h->low / h->width) < h->first || floor(h->high / h->width) >= h->first + BINS)
    fit(h);
}

/* All values are covered. The width is a power of two, so the multiplication is exact. */
static void count_values(struct histogram *h, const double *values, size_t count)
{
  const double per_width = 1 / h->width;
  const int64_t first = (int64_t)h->first;
  for (size_t i = 0; i < count; i++) {
    double at = values[i] * per_width;
    int64_t whole = (int64_t)at;
    h->bin[whole - (at < (double)whole) - first]++; /* floor */
  }
  h->total += count;
}

enum { SOME = 4096 };

/* Copies the values that are not NaN. */
static size_t get_numbers(double *to, const double *values, size_t count)
{
  size_t taken = 0;
  for (size_t i = 0; i < count; i++) {
    to[taken] = values[i];
    taken += values[i] == values[i];
  }
  return taken;
}

static void add_numbers(struct histogram *h, const double *values, size_t count)
{
  double low = values[0], high = low;
#pragma omp simd reduction(min : low) reduction(max : high)
  for (size_t i = 0; i < count; i++) {
    low = values[i] < low ? values[i] : low;
    high = values[i] > high ? values[i] : high;
  }
  reach(h, low, high);
  count_values(h, values, count);
}

void histogram_add(struct histogram *h, const double *values, size_t count)
{
  for (size_t at = 0, now; at < count; at += now) {
    double numbers[SOME];
    now = count - at < SOME ? count - at : SOME;
    const size_t taken = get_numbers(numbers, values + at, now);
    if (taken)
      add_numbers(h, numbers, taken);
  }
}

void histogram_add_tally(struct histogram *h, int first, const uint64_t *tally, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (tally[i]) {
      double value = (double)first + (double)i;
      reach(h, value, value);
      h->bin[(int)(floor(value / h->width) - h->first)] += tally[i];
      h->total += tally[i];
    }
}

/* Of the bins begin <= i < end; false: there is no threshold. */
static bool otsu_within(const struct histogram *h, int begin, int end, double *threshold)
{
  double moment = 0, all = 0, below = 0, moment_below = 0, best = 0;
  for (int i = begin; i < end; i++) {
    all += (double)h->bin[i];
    moment += (double)h->bin[i] * i;
  }
  for (int i = begin; i < end; i++) {
    below += (double)h->bin[i];
    moment_below += (double)h->bin[i] * i;
    if (below == 0 || below == all)
      continue;
    double apart = moment_below / below - (moment - moment_below) / (all - below);
    double variance = below * (all - below) * apart * apart;
    if (variance > best) {
      best = variance;
      *threshold = (h->first + i + 1) * h->width;
    }
  }
  return best > 0;
}

int histogram_otsu(const struct histogram *h, double *threshold, struct tile_error *e)
{
  if (!otsu_within(h, 0, BINS, threshold))
    return tile_fail(e, TILE_REJECTED, "no threshold separates the voxels: all have the value %g",
                     h->total ? h->low : (double)NAN);
  return TILE_OK;
}

/* ---- the ends ---- */

enum { FEW = 16 };
static const double tail = 1e-4, moved = 0.1;

static double count_within(const struct histogram *h, int begin, int end)
{
  double count = 0;
  for (int i = begin; i < end; i++)
    count += (double)h->bin[i];
  return count;
}

/* The bin behind the values at an end, going from there: the first value, and what is at most the tail. */
static int behind_end(const struct histogram *h, bool high)
{
  const int way = high ? -1 : 1;
  int i = high ? BINS - 1 : 0;
  while (!h->bin[i])
    i += way;
  double more = 0;
  for (i += way; i >= 0 && i < BINS; i += way)
    if ((more += (double)h->bin[i]) > tail * (double)h->total)
      break;
  return i;
}

/* Of the bins begin <= i < end, as otsu_within. */
static bool limits_within(const struct histogram *h, int begin, int end, int classes, histogram_limits *find,
                          double *limit)
{
  double share[HISTOGRAM_LIMITS + 1];
  struct tile_error e;
  if (classes == 2)
    return otsu_within(h, begin, end, limit);
  struct histogram *part = tile_alloc(1, sizeof *part);
  if (!part)
    return false;
  *part = *h;
  memset(part->bin, 0, (size_t)begin * sizeof *part->bin);
  memset(part->bin + end, 0, (size_t)(BINS - end) * sizeof *part->bin);
  const int code = find(part, classes, limit, share, &e);
  free(part);
  return !code;
}

static int class_of(const struct histogram *h, int i, const double *limit, int limits)
{
  int class = 0;
  while (class < limits && (h->first + i + 1) * h->width > limit[class])
    class ++;
  return class;
}

/* Whether what is left decides otherwise. */
static bool moves(const struct histogram *h, int begin, int end, histogram_limits *find, struct histogram_ends *ends)
{
  const double rest = count_within(h, begin, end), all = (double)h->total;
  double changed = 0;
  ends->share = (all - rest) / all;
  if (!limits_within(h, begin, end, ends->limits + 1, find, ends->rest)) {
    *ends->rest = (double)NAN;
    return rest > 0 && ends->share <= 2 * tail;
  }
  for (int i = begin; i < end; i++)
    if (class_of(h, i, ends->threshold, ends->limits) != class_of(h, i, ends->rest, ends->limits))
      changed += (double)h->bin[i];
  return changed > moved * rest && (ends->share <= 2 * tail || histogram_bins(h, NULL, NULL) > FEW);
}

bool histogram_ends(const struct histogram *h, int classes, histogram_limits *find, struct histogram_ends *ends)
{
  *ends = (struct histogram_ends){.limits = classes - 1};
  if (!limits_within(h, 0, BINS, classes, find, ends->threshold))
    return false;
  const int begin = behind_end(h, false), end = behind_end(h, true) + 1;
  for (int which = 1; which <= 3; which++) {
    ends->low = which & 1;
    ends->high = which >> 1;
    if (moves(h, ends->low ? begin : 0, ends->high ? end : BINS, find, ends))
      return true;
  }
  return false;
}

size_t histogram_bins(const struct histogram *h, double *end, double *count)
{
  size_t bins = 0;
  for (int i = 0; i < BINS; i++)
    if (h->bin[i]) {
      if (end)
        end[bins] = (h->first + i + 1) * h->width;
      if (count)
        count[bins] = (double)h->bin[i];
      bins++;
    }
  return bins;
}

double histogram_width(const struct histogram *h)
{
  return h->width;
}

/* What a value in bin i is taken to be. */
static double middle_of(const struct histogram *h, int i)
{
  return (h->first + i + (h->integers && h->width == 1 ? 0 : 0.5)) * h->width;
}

void histogram_means(const struct histogram *h, double threshold, double mean[2])
{
  double sum[2] = {0}, count[2] = {0};
  for (int i = 0; i < BINS; i++) {
    const double value = middle_of(h, i);
    const int upper = value >= threshold;
    sum[upper] += (double)h->bin[i] * value;
    count[upper] += (double)h->bin[i];
  }
  for (int k = 0; k < 2; k++)
    mean[k] = sum[k] / count[k];
}

/* The fraction of bin i below `value`, 0 ... 1. */
static double part_below(const struct histogram *h, int i, double value)
{
  return fmin(fmax(value / h->width - (h->first + i), 0), 1);
}

void histogram_bars(const struct histogram *h, double low, double high, int count, double *bars)
{
  double step = (high - low) / count;
  for (int k = 0; k < count; k++)
    bars[k] = 0;
  for (int i = 0; i < BINS; i++)
    if (h->bin[i]) {
      double from = (h->first + i) * h->width, to = from + h->width;
      int k = (int)fmax(floor((from - low) / step), 0);
      for (; k < count && low + k * step < to; k++)
        bars[k] += (double)h->bin[i] * (part_below(h, i, low + (k + 1) * step) - part_below(h, i, low + k * step));
    }
}

double histogram_quantile(const struct histogram *h, double share)
{
  double below = 0;
  for (int i = 0; i < BINS; i++) {
    below += (double)h->bin[i];
    if (h->bin[i] && below >= share * (double)h->total)
      return fmin(fmax((h->first + i) * h->width, h->low), h->high);
  }
  return 0;
}

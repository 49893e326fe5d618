/* SPDX-License-Identifier: BSD-3-Clause */
#include "multi_otsu.h"

#include <stdlib.h>
#include <string.h>

/* The bins that have values, in rising order. Sums of `count` bins are differences of the sums before them. */
struct bins {
  size_t count;
  double *end, *before, *moment; /* end of each; sums of counts and of counts times positions, one more than bins */
  /* best[i]: what the first i bins give in as many classes as are made; the same with one class less; the first bin of
   * the last class, for each number of classes. */
  double *best, *less;
  uint32_t *from[MULTI_OTSU_MOST];
};

/* The part of a class of the bins begin <= i < end in the sum whose greatest value is looked for. */
static double gain(const struct bins *b, size_t begin, size_t end)
{
  const double count = b->before[end] - b->before[begin], moment = b->moment[end] - b->moment[begin];
  return moment * moment / count;
}

/* Finds best[i] for the ends low <= i < high, whose last class begins at one of first ... last: that of the middle
 * divides those of both sides. */
static void divide(struct bins *b, int class, size_t low, size_t high, size_t first, size_t last)
{
  if (low >= high)
    return;
  const size_t middle = (low + high) / 2;
  size_t at = first;
  double best = -1;
  for (size_t k = first; k <= last && k < middle; k++) {
    const double value = b->less[k] + gain(b, k, middle);
    if (value > best) {
      best = value;
      at = k;
    }
  }
  b->best[middle] = best;
  b->from[class][middle] = (uint32_t)at;
  divide(b, class, low, middle, first, at);
  divide(b, class, middle + 1, high, at, last);
}

static void find(struct bins *b, int classes)
{
  const size_t n = b->count;
  for (size_t i = 1; i <= n; i++)
    b->best[i] = gain(b, 0, i);
  for (int class = 1; class < classes; class ++) {
    double *kept = b->less;
    b->less = b->best;
    b->best = kept;
    divide(b, class, (size_t) class + 1, n + 1, (size_t) class, n - 1);
  }
}

static void read_limits(const struct bins *b, int classes, double *limit, double *share)
{
  size_t end = b->count;
  for (int class = classes - 1; class >= 0; class --) {
    const size_t begin = class ? b->from[class][end] : 0;
    share[class] = (b->before[end] - b->before[begin]) / b->before[b->count];
    if (class)
      limit[class - 1] = b->end[begin - 1];
    end = begin;
  }
}

static bool make(struct bins *b, const struct histogram *h, int classes)
{
  b->count = histogram_bins(h, NULL, NULL);
  const size_t room = b->count + 1;
  bool made = (b->end = tile_alloc(room, sizeof *b->end)) && (b->before = tile_alloc(room, sizeof *b->before)) &&
              (b->moment = tile_alloc(room, sizeof *b->moment)) && (b->best = tile_alloc(room, sizeof *b->best)) &&
              (b->less = tile_alloc(room, sizeof *b->less));
  for (int i = 1; i < classes && made; i++)
    made = (b->from[i] = tile_alloc(room, sizeof *b->from[i]));
  return made;
}

/* Positions are numbers of bins from the first one: with small numbers sums are exact for all but huge images. */
static void fill(struct bins *b, const struct histogram *h)
{
  double *count = b->best, *position = b->less;
  histogram_bins(h, b->end, count);
  for (size_t i = 0; i < b->count; i++)
    position[i] = (b->end[i] - b->end[0]) / histogram_width(h);
  for (size_t i = 0; i < b->count; i++) {
    b->before[i + 1] = b->before[i] + count[i];
    b->moment[i + 1] = b->moment[i] + count[i] * position[i];
  }
}

static void free_bins(struct bins *b)
{
  free(b->end);
  free(b->before);
  free(b->moment);
  free(b->best);
  free(b->less);
  for (int i = 0; i < MULTI_OTSU_MOST; i++)
    free(b->from[i]);
}

int histogram_classes(const struct histogram *h, int classes, double *limit, double *share, struct tile_error *e)
{
  struct bins b = {0};
  int code = make(&b, h, classes) ? TILE_OK : tile_fail_memory(e, b.count * 64, "a histogram");
  if (!code && b.count < (size_t)classes)
    code = tile_fail(e, TILE_REJECTED, "%zu different values do not make %d classes", b.count, classes);
  if (!code) {
    fill(&b, h);
    find(&b, classes);
    read_limits(&b, classes, limit, share);
  }
  free_bins(&b);
  return code;
}

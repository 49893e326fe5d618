/* SPDX-License-Identifier: BSD-3-Clause */
#include "converge.h"

#include <math.h>
#include <string.h>

#define LASTING 0.75

void lbm_series_clear(struct lbm_series *s)
{
  *s = (struct lbm_series){0};
}

void lbm_series_add(struct lbm_series *s, struct lbm_sample sample)
{
  if (s->count == LBM_SAMPLES)
    memmove(s->sample, s->sample + 1, (size_t)--s->count * sizeof *s->sample);
  s->sample[s->count++] = sample;
}

/* Returns the range of the samples of that many windows, the last of which ends `before` samples before the latest
 * one. */
static double range(const struct lbm_series *s, int windows, int before)
{
  const struct lbm_sample *end = s->sample + s->count - before, *v = end - windows * LBM_WINDOW - 1;
  double least = v->value, most = least;
  for (; v < end; v++) {
    if (!isfinite(v->value))
      return (double)INFINITY;
    least = fmin(least, v->value);
    most = fmax(most, v->value);
  }
  return most - least;
}

static double largest_spread(const struct lbm_series *s)
{
  double most = 0;
  for (int i = s->count - LBM_WINDOW; i < s->count; i++)
    most = fmax(most, s->sample[i].spread);
  return most;
}

double lbm_series_bound(const struct lbm_series *s, double scale, double noise)
{
  if (s->count < LBM_SAMPLES)
    return (double)INFINITY;
  double last = range(s, 2, 0), before = range(s, 2, LBM_WINDOW), first = range(s, 2, 2 * LBM_WINDOW);
  if (!isfinite(last) || !isfinite(before) || !isfinite(first))
    return (double)INFINITY;
  double ratio = fmax(last / before, before / first), rest;
  if (last <= noise * scale)
    rest = last;
  else
    rest = ratio < 1 ? last * fmax(4, 2 * ratio / (1 - ratio)) : (double)INFINITY;
  return scale > 0 ? fmax(rest / scale, largest_spread(s)) : last > 0 ? (double)INFINITY : 0;
}

double lbm_series_remaining(const struct lbm_series *s, double noise)
{
  return lbm_series_bound(s, s->count ? fabs(s->sample[s->count - 1].value) : 0, noise);
}

double lbm_series_of_cycles(const struct lbm_series *s, double noise)
{
  enum { CHANGES = 3 };
  const double margin = 2;
  double most = 0;
  if (s->count <= CHANGES)
    return (double)INFINITY;
  const struct lbm_sample *last = s->sample + s->count - 1;
  for (const struct lbm_sample *v = last - CHANGES; v < last; v++)
    most = fmax(most, fabs(v[1].value - v[0].value) / fabs(last->value));
  if (!isfinite(most))
    return (double)INFINITY;
  return fmax(most <= noise ? most : margin * most, last->spread);
}

static bool is_power_of_two(int64_t n)
{
  return (n & (n - 1)) == 0;
}

/* Compares with the previous sums when the number of samples has doubled. */
static bool judge_unrest(struct lbm_unrest *u)
{
  enum { FIRST = 256, IN_A_ROW = 4 };
  const double less = 2 * 0.99; /* the sums are of twice as many samples */
  const bool lasts = u->now.range >= less * u->before.range && u->now.spread >= less * u->before.spread;
  u->lasting = lasts && u->samples > FIRST ? u->lasting + 1 : 0;
  u->before = u->now;
  u->now = (struct lbm_unrest_part){0};
  return u->lasting == IN_A_ROW;
}

bool lbm_unrest_lasts(struct lbm_unrest *u, const struct lbm_series *s)
{
  if (s->count < LBM_SAMPLES) {
    *u = (struct lbm_unrest){0};
    return false;
  }
  u->samples++;
  u->now.range += range(s, 2, 0);
  u->now.spread += s->sample[s->count - 1].spread;
  return is_power_of_two(u->samples) && judge_unrest(u);
}

static int turns(const struct lbm_series *s)
{
  int count = 0;
  for (const struct lbm_sample *v = s->sample + 2; v < s->sample + s->count; v++)
    count += (v[0].value - v[-1].value) * (v[-1].value - v[-2].value) < 0;
  return count;
}

struct lbm_trend lbm_series_trend(const struct lbm_series *s)
{
  struct lbm_trend t = {.known = s->count == LBM_SAMPLES && largest_spread(s) > 0};
  if (!t.known)
    return t;
  for (int i = 0; i < LBM_SAMPLES; i++)
    t.mean += s->sample[i].value / LBM_SAMPLES;
  t.change = range(s, 4, 0) / fabs(t.mean);
  t.balance = t.change / largest_spread(s);
  t.turns = turns(s);
  t.lasting = range(s, 2, 0) > LASTING * range(s, 2, 2 * LBM_WINDOW);
  t.known = isfinite(t.balance) && t.balance > 0;
  return t;
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "wave.h"

#include <math.h>
#include <stdlib.h>

void lbm_wave_free(struct lbm_wave *w)
{
  free(w->time);
  free(w->value);
  *w = (struct lbm_wave){0};
}

int lbm_wave_make(struct lbm_wave *w, int points, struct tile_error *e)
{
  *w = (struct lbm_wave){points, tile_alloc((size_t)points, sizeof *w->time),
                         tile_alloc((size_t)points, sizeof *w->value)};
  return w->time && w->value ? 0 : tile_fail_memory(e, 2 * (size_t)points * sizeof *w->time, "a wave");
}

const char *lbm_wave_fault(const struct lbm_wave *w)
{
  double most = 0;
  if (w->points < 3)
    return "has fewer than three points";
  for (int i = 0; i < w->points; i++) {
    if (!isfinite(w->time[i]) || !isfinite(w->value[i]))
      return "has a gap";
    if (i && !(w->time[i] > w->time[i - 1]))
      return "has times that do not increase";
    most = fmax(most, fabs(w->value[i]));
  }
  return fabs(w->value[w->points - 1] - w->value[0]) > 1e-3 * most ? "does not end with the value with which it begins"
                                                                   : NULL;
}

static double length_of(const struct lbm_wave *w, int i)
{
  return w->time[i + 1] - w->time[i];
}

static double chord(const struct lbm_wave *w, int i)
{
  return (w->value[i + 1] - w->value[i]) / length_of(w, i);
}

/* The equations of the slopes are diagonally dominant: each turn of Gauss and Seidel halves the error at least. */
static void find_slopes(const struct lbm_wave *w, double *slope)
{
  const int n = w->points - 1; /* the last point is the first one of the next period */
  enum { TURNS = 64 };
  for (int i = 0; i < n; i++)
    slope[i] = chord(w, i);
  for (int turn = 0; turn < TURNS; turn++)
    for (int i = 0; i < n; i++) {
      const int last = (i + n - 1) % n;
      const double h = length_of(w, last), g = length_of(w, i);
      slope[i] =
          (3 * (g * chord(w, last) + h * chord(w, i)) - g * slope[last] - h * slope[(i + 1) % n]) / (2 * (g + h));
    }
}

/* The largest slope at a point. */
static double most_at(const struct lbm_wave *w, int i)
{
  const int n = w->points - 1, last = (i + n - 1) % n;
  const double h = length_of(w, last), g = length_of(w, i),
               d[4] = {chord(w, (i + n - 2) % n), chord(w, last), chord(w, i), chord(w, (i + 1) % n)};
  const double bend = d[2] - d[1], most = 3 * fmin(fabs(d[1]), fabs(d[2]));
  const bool bends = (d[1] - d[0]) * bend > 0 && (d[3] - d[2]) * bend > 0;
  return bends ? fmax(most, fabs(g * d[1] + h * d[2]) / (g + h)) : most;
}

static void limit_slopes(const struct lbm_wave *w, double *slope)
{
  const int n = w->points - 1;
  for (int i = 0; i < n; i++) {
    const double most = most_at(w, i);
    slope[i] = fmax(fmin(slope[i], most), -most);
  }
  slope[n] = slope[0];
}

int lbm_curve_make(struct lbm_curve *c, const struct lbm_wave *w, struct tile_error *e)
{
  *c = (struct lbm_curve){.wave = w};
  if (!w->points)
    return 0;
  c->slope = tile_alloc((size_t)w->points, sizeof *c->slope);
  if (!c->slope)
    return tile_fail_memory(e, (size_t)w->points * sizeof *c->slope, "a wave");
  find_slopes(w, c->slope);
  limit_slopes(w, c->slope);
  return 0;
}

void lbm_curve_free(struct lbm_curve *c)
{
  free(c->slope);
  *c = (struct lbm_curve){0};
}

double lbm_curve_period(const struct lbm_curve *c)
{
  return c->slope ? c->wave->time[c->wave->points - 1] - c->wave->time[0] : INFINITY;
}

/* The last point that is not later; times increase. */
static int point_before(const struct lbm_wave *w, double time)
{
  int low = 0, high = w->points - 1;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    if (w->time[middle] <= time)
      low = middle;
    else
      high = middle;
  }
  return low;
}

double lbm_curve_at(const struct lbm_curve *c, double time)
{
  const struct lbm_wave *w = c->wave;
  if (!c->slope)
    return 1;
  const double period = lbm_curve_period(c), phase = fmod(time - w->time[0], period);
  const double at = w->time[0] + (phase < 0 ? phase + period : phase);
  const int i = point_before(w, at);
  const double h = length_of(w, i), t = (at - w->time[i]) / h, s = 1 - t;
  return w->value[i] * s * s * (1 + 2 * t) + w->value[i + 1] * t * t * (1 + 2 * s) +
         h * t * s * (c->slope[i] * s - c->slope[i + 1] * t);
}

enum { SAMPLES = 4096 };

void lbm_curve_harmonics(const struct lbm_curve *c, double *re, double *im, int count)
{
  const double turn = 2 * acos(-1);
  for (int k = 0; k < count; k++)
    re[k] = im[k] = 0;
  for (int n = 0; n < SAMPLES; n++) {
    const double value = c->slope ? lbm_curve_at(c, lbm_curve_period(c) * n / SAMPLES) : 1;
    for (int k = 0; k < count; k++) {
      const double angle = turn * (double)((int64_t)k * n % SAMPLES) / SAMPLES;
      re[k] += (k ? 2 : 1) * value * cos(angle) / SAMPLES;
      im[k] -= (k ? 2 : 1) * value * sin(angle) / SAMPLES;
    }
  }
}

double lbm_curve_missed(const struct lbm_curve *c)
{
  const double turn = 2 * acos(-1);
  double re[LBM_HARMONICS], im[LBM_HARMONICS], all = 0, left = 0;
  lbm_curve_harmonics(c, re, im, LBM_HARMONICS);
  for (int n = 0; n < SAMPLES; n++) {
    const double value = c->slope ? lbm_curve_at(c, lbm_curve_period(c) * n / SAMPLES) : 1;
    double rest = value;
    for (int k = 0; k < LBM_HARMONICS; k++) {
      const double angle = turn * (double)((int64_t)k * n % SAMPLES) / SAMPLES;
      rest -= re[k] * cos(angle) - im[k] * sin(angle);
    }
    all += value * value;
    left += rest * rest;
  }
  return all > 0 ? sqrt(left / all) : 0;
}

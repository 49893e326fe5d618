/* SPDX-License-Identifier: BSD-3-Clause */
#include "interval.h"

#include <math.h>

#define LEAST_ORDER 0.5
#define MOST_ORDER 3
#define ASSUMED_ORDER 2
/* Voxels that walls move from undecided nodes all solid to all fluid: found by trial with arrays of spheres. */
#define UNDECIDED 1.2
/* Shifts of walls, in voxels. */
#define SHIFT_ANY 0.16
#define SHIFT_STRAIGHT 0.14
#define SHIFT_FLAT 0.4

static bool comparable(const struct lbm_levels *l)
{
  for (int fluid = 0; fluid < 2; fluid++)
    if (!(l->half[fluid] >= l->fine / 2 && l->half[fluid] <= 2 * l->fine))
      return false;
  return l->fine > 0 && isfinite(l->bound) && isfinite(l->moved);
}

static double mean(const double both[2])
{
  return 2 / (1 / both[0] + 1 / both[1]);
}

/* Returns the order from the changes between three levels, each half as fine as the one before, or NaN if there is
 * none. */
static double order_of(double first, double second)
{
  const double order = log2(first / second);
  return order >= LEAST_ORDER && order <= MOST_ORDER ? order : (double)NAN;
}

/* Solves for order and k. Returns the change of k by extrapolation. */
static double extrapolate(struct lbm_interval *i, const struct lbm_levels *l)
{
  const double half = mean(l->half), change = l->fine - half, undecided = fabs(l->half[1] - l->half[0]) / 6;
  const double order = fabs(change) > undecided ? order_of(half - mean(l->quarter), change) : (double)NAN;
  i->measured = isfinite(order);
  i->order = i->measured ? order : ASSUMED_ORDER;
  const double step = change / (exp2(i->order) - 1);
  i->k = i->measured ? l->fine + step : l->fine;
  return step;
}

/* The change of k by moving all walls by a voxel. */
static double slope_of(const struct lbm_levels *l)
{
  const double moved = fabs(l->moved - l->half[1]) / LBM_MOVED;
  return l->stairs > 0 ? fmax(moved, fabs(l->half[1] - l->half[0]) / UNDECIDED) : moved;
}

/* Flat walls have no steps, and straight ones none along their line. Returns the change of k by extrapolation that this
 * leaves. */
static double correct(struct lbm_interval *i, const struct lbm_levels *l, double slope)
{
  const double step = (l->fine - mean(l->half)) / (exp2(ASSUMED_ORDER) - 1);
  i->order = ASSUMED_ORDER;
  i->correction = l->stairs * (1 - l->flat) * (1 - l->straight / 2);
  i->k = l->fine + i->correction * slope;
  return fmax(fabs(step) - i->correction * slope, 0);
}

bool lbm_interval_make(struct lbm_interval *i, const struct lbm_levels *l)
{
  if (!comparable(l))
    return false;
  *i = (struct lbm_interval){.shift = SHIFT_ANY + SHIFT_STRAIGHT * l->straight + SHIFT_FLAT * l->flat};
  const double slope = slope_of(l), step = l->stairs > 0 ? correct(i, l, slope) : extrapolate(i, l);
  i->walls = i->shift * slope;
  i->discretisation = fmax(fabs(step) - i->walls, 0);
  i->convergence = l->bound * (l->fine + (i->measured ? 2 * l->fine / (exp2(i->order) - 1) : 0));
  i->flux = isfinite(l->spread) ? l->spread * l->fine : 0;
  i->error = i->discretisation + i->walls + i->convergence + i->flux;
  return true;
}

#include "interval.h"

#include <math.h>

#define LEAST_ORDER 0.5
#define MOST_ORDER 3
#define ASSUMED_ORDER 2
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

bool lbm_interval_make(struct lbm_interval *i, const struct lbm_levels *l)
{
  if (!comparable(l))
    return false;
  *i = (struct lbm_interval){.shift = l->stairs + SHIFT_ANY + SHIFT_STRAIGHT * l->straight + SHIFT_FLAT * l->flat};
  const double step = extrapolate(i, l);
  i->walls = i->shift * fabs(l->moved - l->half[1]) / LBM_MOVED;
  i->discretisation = fmax(fabs(step) - i->walls, 0);
  i->convergence = l->bound * (l->fine + (i->measured ? 2 * l->fine / (exp2(i->order) - 1) : 0));
  i->flux = isfinite(l->spread) ? l->spread * l->fine : 0;
  i->error = i->discretisation + i->walls + i->convergence + i->flux;
  return true;
}

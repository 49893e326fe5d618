#include "interval.h"

#include <math.h>

#define LEAST_ORDER 0.5
#define MOST_ORDER 3
#define ASSUMED_ORDER 1

static bool comparable(const struct lbm_levels *l)
{
  for (int fluid = 0; fluid < 2; fluid++)
    if (!(l->half[fluid] >= l->fine / 2 && l->half[fluid] <= 2 * l->fine))
      return false;
  return l->fine > 0 && isfinite(l->bound);
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

bool lbm_interval_make(struct lbm_interval *i, const struct lbm_levels *l)
{
  if (!comparable(l))
    return false;
  const double half = mean(l->half), change = l->fine - half, walls = fabs(l->half[1] - l->half[0]) / 6;
  const double order = fabs(change) > walls ? order_of(half - mean(l->quarter), change) : (double)NAN;
  *i = (struct lbm_interval){.k = l->fine, .walls = walls, .order = ASSUMED_ORDER, .measured = isfinite(order)};
  if (i->measured) {
    i->order = order;
    i->k += change / (exp2(order) - 1);
  }
  i->discretisation = fabs(change) / (exp2(i->order) - 1);
  i->convergence = l->bound * (l->fine + (i->measured ? 2 * l->fine / (exp2(order) - 1) : 0));
  i->flux = isfinite(l->spread) ? l->spread * l->fine : 0;
  i->error = i->discretisation + i->walls + i->convergence + i->flux;
  return true;
}

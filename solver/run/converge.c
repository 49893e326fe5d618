#include "converge.h"

#include <float.h>
#include <math.h>

void lbm_series_clear(struct lbm_series *s)
{
  *s = (struct lbm_series){0};
}

void lbm_series_add(struct lbm_series *s, double value)
{
  s->sample[0] = s->sample[1];
  s->sample[1] = s->sample[2];
  s->sample[2] = value;
  if (s->count < 3)
    s->count++;
}

double lbm_series_remaining(const struct lbm_series *s)
{
  double first = s->sample[1] - s->sample[0], last = s->sample[2] - s->sample[1], now = fabs(s->sample[2]);
  if (s->count < 3 || !isfinite(now) || now == 0)
    return s->count == 3 && now == 0 && first == 0 && last == 0 ? 0 : (double)INFINITY;
  if (fabs(last) <= 4 * DBL_EPSILON * now)
    return 0;
  double ratio = last / first;
  if (ratio < 0)
    return fabs(last) / now;
  return ratio < 1 ? fabs(last) * ratio / (1 - ratio) / now : (double)INFINITY;
}

bool lbm_series_settled(struct lbm_series *s, double value, double bound)
{
  lbm_series_add(s, value);
  s->held = lbm_series_remaining(s) < bound ? s->held + 1 : 0;
  return s->held >= 2;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* How far, in grey levels, the value of each voxel is from that at which it would be of the other class. */
#include "segmentation_parts.h"

#include <math.h>

/* With one threshold, or with two between which more than the value decides: negative where the class is not that of
 * the value, since it was turned. */
static double from_thresholds(const struct segmentation *p, double value, unsigned char class)
{
  const struct rule *r = &p->rule;
  const bool two = p->hysteresis || p->watershed, low = (class == TILE_FLUID) == (r->kind == RULE_BELOW);
  const double end = (double)(!two ? r->threshold : low ? r->high : r->low);
  return low ? end - value : value - end;
}

/* With several classes: the nearest limit, but not one between two classes of solid. */
static double from_limits(const struct segmentation *p, double value)
{
  double least = INFINITY;
  for (int class = 1; class < p->classes; class ++)
    if (segmentation_is_fluid(p, class) || segmentation_is_fluid(p, class + 1))
      least = fmin(least, fabs(value - p->limit[class - 1]));
  return least;
}

int segmentation_confidence(const struct segmentation *p, const double *values, const unsigned char *classes,
                            struct tile_error *e)
{
  for (size_t i = 0; i < segmentation_slice_count(p); i++)
    p->distance[i] = !segmentation_is_inside(p, i) ? NAN
                     : p->rule.kind == RULE_EQUAL  ? (float)from_limits(p, values[i])
                                                   : (float)from_thresholds(p, values[i], classes[i]);
  return export_reals(p->confidence, p->distance, e);
}

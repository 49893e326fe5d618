/* How well a permeability is known: of the same sample at coarser resolutions, and of how well the run has converged.
 *
 * At a coarser resolution many nodes are undecided, in the steps of walls: k is computed with all of them solid (index 0)
 * and with all of them fluid (1), and 1/k of the level is the mean of both. A sixth of what they differ by is taken for what
 * is not known of the position of walls at full resolution. That share was found by trial: with it fourteen simple-cubic
 * arrays of spheres of 6 to 19 nodes radius, solid fraction 0.064 to 0.45, all have Zick and Homsy's k in their interval
 * (with an eighth two miss it, by 0.6 % of k), and so have thirteen of other sizes that were tried afterwards. Intervals of
 * random packings are much wider than their errors.
 *
 * With a third level, k(h) = k + C h^p can be solved for k and p (Richardson's extrapolation), and is, if the change from
 * level to level exceeds what is not known of walls, and p is plausible: 1/2 to 3. Otherwise k stays what it is, and its
 * error is what extrapolation at first order (half-way walls at steps) would change. Errors are added up. */
#ifndef INTERVAL_H
#define INTERVAL_H

#include <stdbool.h>

struct lbm_levels {
  double fine, half[2], quarter[2]; /* k in any one unit; a quarter that is NaN was not computed */
  double bound;                     /* relative, of convergence: the worst of all levels */
  double spread;                    /* relative, of the flux of the finest; NaN: not known */
};

struct lbm_interval {
  double k, error;                                 /* k +- error, in that unit */
  double discretisation, walls, convergence, flux; /* parts of the error, in that unit; they add up to it */
  double order;
  bool measured; /* the order, and k is extrapolated; false: the order is assumed, and k is that of the finest */
};

/* False: the coarser levels are not comparable, which is if one is not within a factor of 2 of the finest. */
bool lbm_interval_make(struct lbm_interval *i, const struct lbm_levels *l);

#endif

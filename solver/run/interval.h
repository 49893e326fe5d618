/* Estimates how well a permeability is known, from the same sample at coarser resolutions and from the convergence of
 * the run.
 *
 * At a coarser resolution many nodes are undecided, at the steps of walls. k is computed with all of them solid (index
 * 0) and with all of them fluid (index 1), and 1/k of the level is the mean of both. A sixth of their difference is the
 * error due to the unknown position of walls at full resolution. This share was found by trial: with it fourteen
 * simple-cubic arrays of spheres, of radius 6 to 19 nodes and solid fraction 0.064 to 0.45, all have the k of Zick &
 * Homsy, J. Fluid Mech. 115 (1982) 13, in their interval (with an eighth two miss it, by 0.6 % of k), and so have
 * thirteen of other sizes that were tried later. The intervals of random packings are much wider than their errors.
 *
 * With a third level the equation k(h) = k + C h^p is solved for k and p (Richardson's extrapolation), if the change
 * from level to level exceeds the error due to walls, and p is plausible, from 1/2 to 3. Otherwise k stays as it is,
 * and its error is the change by extrapolation at first order (half-way walls at steps). The errors add up. */
#ifndef INTERVAL_H
#define INTERVAL_H

#include <stdbool.h>

struct lbm_levels {
  double fine, half[2], quarter[2]; /* k in any unit, the same for all; a quarter that is NaN was not computed */
  double bound;                     /* relative bound of the convergence; the worst of all levels */
  double spread;                    /* relative spread of the flux of the finest level; NaN: not known */
};

struct lbm_interval {
  double k, error;                                 /* k +- error, in that unit */
  double discretisation, walls, convergence, flux; /* parts of the error, in that unit, which add up to it */
  double order;
  /* The order is measured, and k extrapolated. If false, the order is assumed, and k is that of the finest level. */
  bool measured;
};

/* Returns false if the levels are not comparable, that is if one of the coarser ones is not within a factor of 2 of the
 * finest. */
bool lbm_interval_make(struct lbm_interval *i, const struct lbm_levels *l);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Estimates how well a permeability is known, from the same sample at coarser resolutions and from the convergence of
 * the run.
 *
 * A voxel image does not show where in its last voxels a wall lies. What that leaves open is the sensitivity of k to a
 * shift of all walls, times the shift that the image leaves open. The sensitivity comes from half resolution, with all
 * undecided nodes (at the steps of walls) fluid: k with walls half-way, and moved into the solid by LBM_MOVED. The
 * shift is a sum. 0.16 voxel counts for all walls: half-way walls at steps make k too low, as if spheres were 0.1 voxel
 * too thick. Up to 0.14 more is for walls that are straight along one direction, as of tubes, and up to 0.4 more for
 * flat walls, all voxels of which may err by half a voxel in the same direction. These numbers were found by trial with
 * spheres, tubes, ducts and slits; tests/validate/pores/interval.py shows how often the true value lies in the interval.
 *
 * At a coarser resolution k is also computed with all undecided nodes solid (index 0), and 1/k of the level is the mean
 * of both. With a third level the equation k(h) = k + C h^p is solved for k and p (Richardson's extrapolation), if the
 * change from level to level exceeds a sixth of the difference of both, and p is plausible, from 1/2 to 3. Otherwise k
 * stays as it is. The error of the discretisation is the change by extrapolation, at second order if none is measured:
 * the part of first order is due to walls. Only what exceeds the error due to walls counts. The errors add up.
 *
 * Where the stairs are known, k is that of walls so much deeper in the solid, and is not extrapolated: they make the
 * error of first order. The sensitivity is then at least that of the undecided nodes, which of small objects are most. */
#ifndef INTERVAL_H
#define INTERVAL_H

#include <stdbool.h>

#define LBM_MOVED 0.25 /* voxels of the finest level */

struct lbm_levels {
  double fine, half[2], quarter[2]; /* k in any unit, the same for all; a quarter that is NaN was not computed */
  double moved;                     /* half[1] with walls moved into the solid by LBM_MOVED */
  double flat, straight;            /* share of such walls at the finest level, see struct tile_flatness */
  double stairs; /* voxels by which steps make walls that are not flat lie nearer; 0: that is part of the shift */
  double bound;  /* relative bound of the convergence; the worst of all levels */
  double spread; /* relative spread of the flux of the finest level; NaN: not known */
};

struct lbm_interval {
  double k, error;                                 /* k +- error, in that unit */
  double discretisation, walls, convergence, flux; /* parts of the error, in that unit, which add up to it */
  double shift;                                    /* of walls, in voxels, which the image leaves open */
  double correction;                               /* of walls, in voxels, which is part of k */
  double order;
  /* The order is measured, and k extrapolated. If false, the order is assumed, and k is that of the finest level. */
  bool measured;
};

/* Returns false if the levels are not comparable, that is if one of the coarser ones is not within a factor of 2 of the
 * finest. */
bool lbm_interval_make(struct lbm_interval *i, const struct lbm_levels *l);

#endif

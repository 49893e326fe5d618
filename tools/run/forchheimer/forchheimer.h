/* SPDX-License-Identifier: BSD-3-Clause */
/* Forchheimer's equation G = nu u / k + beta u^2 of a flow with inertia, from steady flows at several drives. G is the
 * gradient of the pressure over the density, u the superficial velocity. Everything is in lattice units. */
#ifndef FORCHHEIMER_H
#define FORCHHEIMER_H

#include <stdbool.h>
#include <stdint.h>

enum { FORCHHEIMER_DRIVES = 6, FORCHHEIMER_LEAST = 3 /* points of a fit */ };
/* The largest drive is the one at which the fastest node has this Mach number. */
#define FORCHHEIMER_MACH 0.1
/* A fit holds where the points differ from it by no more than this share of what inertia changes, and their own error. */
#define FORCHHEIMER_DEVIATION 0.05
/* The lattice makes 1/k larger, relatively by up to this times (v/nu)^2/k with the velocity v of the fastest node: in ducts
 * and tubes, where inertia changes nothing, it was 1.5e-4 to 3e-4, at 4 to 12 nodes and tau 0.55 to 0.8. */
#define FORCHHEIMER_LATTICE 5e-4

struct forchheimer_point {
  double gradient, velocity;
  double mach;      /* of the fastest node */
  double remaining; /* bound of the relative change of the velocity still to come */
  int64_t steps;
};

struct forchheimer {
  double viscosity;
  struct forchheimer_point point[FORCHHEIMER_DRIVES]; /* steady flows, with ascending drives; the first one creeps */
  int count;
  /* The results of forchheimer_fit. */
  bool holds;        /* for points `first` to the last; false: for no FORCHHEIMER_LEAST of them up to the last */
  int first;         /* 0 if it does not hold */
  double k, beta;    /* voxel2, 1/voxel; if it does not hold k of the first point, and NaN */
  double beta_error; /* what the errors of the points allow */
  double residual;   /* largest relative difference of 1/k of a point from the fit */
};

/* Returns the factor from the last drive to the next one, or 0 if there is none: the first drive is the creeping one, and
 * the others double up to the largest. */
double forchheimer_next(const struct forchheimer *f);
/* Fits 1/k + beta u/nu to G/(nu u) by least squares, in the largest range up to the last point in which it holds. */
void forchheimer_fit(struct forchheimer *f);

/* Of one point: the apparent permeability nu u / G, in voxel2; u root(k) / nu; beta k u / nu, the share of inertia by that of
 * viscosity, NaN if no fit holds. */
double forchheimer_apparent(const struct forchheimer *f, int i);
double forchheimer_reynolds(const struct forchheimer *f, int i);
double forchheimer_number(const struct forchheimer *f, int i);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* What can be said of a flow through openings before its first step: the numbers of fluid mechanics and of the method, time
 * and memory. Quantities are in lattice units; NaN: unknown, or not of this flow. */
#ifndef ESTIMATE_H
#define ESTIMATE_H

#include "cli.h"
#include "parameters.h"

struct estimate {
  bool known;      /* the domain has an opening of a surface, and the units are known */
  char inlet[32];  /* the patch with the largest flow; "": none has a flow */
  double diameter; /* of a circle with the area of the inlet */
  double mean;     /* of the speed over the inlet, and over time */
  double peak;     /* of that over time */
  double fastest;  /* the largest speed at any opening */
  double reynolds, reynolds_mean, womersley, mach, density, grid_reynolds, period, tau; /* see tessera-vessel(7) */
  double steps;                                                                         /* to come */
  double seconds;   /* of these, if memory traffic alone takes time */
  double memory;    /* bytes */
  double time_step; /* s */
};

/* Sets all but steps, seconds and memory. */
void estimate_make(struct estimate *x, const struct lbm_parameters *p, const struct tile_domain *d);
/* Ends the program with one line, which says what would do, if the flow cannot be right. */
void estimate_check(const struct estimate *x, const struct lbm_parameters *p);
/* Prints nothing where it is not known. */
void estimate_print(FILE *out, const struct estimate *x);
/* The key "estimate"; null where it is not known, or x is NULL. */
void estimate_json(struct json *j, const struct estimate *x);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* The work of backends and their kernels: a time step, totals, a change of all nodes. */
#ifndef TASK_H
#define TASK_H

#include "physics.h"

struct lbm_geometry;
struct lbm_varying; /* backend.h */

/* All pointers are borrowed for the call. */
struct lbm_task {
  const struct lbm_geometry *geometry;   /* that of `open` */
  const struct lbm_condition *condition; /* [geometry->conditions]; their values may change between calls */
  struct lbm_rates rates;                /* relaxation rates and body force; formulas: site.h */
  enum lbm_relaxation_kind relaxation;
  enum lbm_equilibrium equilibrium;
  enum lbm_mode mode;                /* benchmarks use others than LBM_STEP */
  const struct lbm_varying *varying; /* in place of `condition`; NULL: all time steps have these */
};

/* A change of the populations of each node that changes its density by d and its velocity by u:
 * share * w_i * (d - mean + 3 c_i.u) is added to h_i, the equilibrium of first order. */
struct lbm_addition {
  const float (*field)[LBM_FIELDS]; /* [nodes], d, ux, uy, uz; it lies where `arrays` says */
  double mean, share;
};

/* Totals over all non-solid nodes of the domain. They are added up in each tile and then in the order of tiles, so that
 * they do not depend on threads, subdomains and processes; CPU and GPU may differ in the last digits. */
struct lbm_totals {
  double mass;        /* sum of (density - 1) */
  double velocity[3]; /* sum of u */
  double speed;       /* sum of |u| */
  double fastest;     /* largest |u| */
};

#endif

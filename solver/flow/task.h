/* The work of a time step, for backends and their kernels. */
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

#endif

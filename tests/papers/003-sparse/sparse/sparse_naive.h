/* SPDX-License-Identifier: BSD-3-Clause */
/* A naive step of a domain, in doubles on the CPU. */
#ifndef SPARSE_NAIVE_H
#define SPARSE_NAIVE_H

#include "sparse.h"

struct naive {
  const struct sparse_domain *domain;
  enum sparse_kernel kernel; /* moments: they define the outgoing populations; split, reversed: no collision */
  enum sparse_mode collision;
  struct lbm_rates rates;
  double (*sent)[LBM_Q], (*arrived)[LBM_Q], (*moments)[10]; /* of each node; arrays of the caller */
};

/* Sets outgoing populations below 0.01 that differ from node to node and are exact in single precision, and moments. */
void naive_begin(struct naive *n);
/* Makes the steps; then propagates the outgoing populations once more. */
void naive_steps(struct naive *n, int steps);

#endif

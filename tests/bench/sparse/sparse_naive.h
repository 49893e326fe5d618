/* A naive step of a domain, in doubles on the CPU. */
#ifndef SPARSE_NAIVE_H
#define SPARSE_NAIVE_H

#include "sparse.h"

struct naive {
  const struct sparse_domain *domain;
  enum sparse_kernel kernel; /* moments: what leaves is made of them; split, reversed: no collision */
  enum sparse_mode collision;
  struct lbm_rates rates;
  double (*sent)[LBM_Q], (*arrived)[LBM_Q], (*moments)[10]; /* of each node; the caller's */
};

/* Populations below 0.01 that leave, which differ from node to node and are numbers of single precision, and moments. */
void naive_begin(struct naive *n);
/* So many steps; then what has left arrives. */
void naive_steps(struct naive *n, int steps);

#endif

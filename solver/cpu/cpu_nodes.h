/* SPDX-License-Identifier: BSD-3-Clause */
/* Densities and momenta of all nodes of a flow on the CPU, totals of its tiles, and additions to its populations; all
 * work in the layout itself. */
#ifndef CPU_NODES_H
#define CPU_NODES_H

#include "backend.h"

struct lbm_cpu_values {
  const struct lbm_geometry *geometry;
  enum lbm_precision precision;
  void *values;
  bool away; /* see cpu_kernel.h */
  int threads;
};
/* These are the members moments, add and totals of struct lbm_backend (backend.h). */
void lbm_cpu_moments(const struct lbm_cpu_values *v, const uint32_t *first, double (*last)[LBM_FIELDS],
                     float (*change)[LBM_FIELDS]);
void lbm_cpu_add(const struct lbm_cpu_values *v, const uint32_t *first, const struct lbm_addition *a);
void lbm_cpu_totals(const struct lbm_cpu_values *v, const struct lbm_task *task, struct lbm_totals *sums);

#endif

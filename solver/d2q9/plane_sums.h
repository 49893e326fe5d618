/* SPDX-License-Identifier: BSD-3-Clause */
/* Numbers of all nodes of a flow with lattice d2q9 whose populations lie on the host. */
#ifndef PLANE_SUMS_H
#define PLANE_SUMS_H

#include "plane.h"
#include "task.h"

struct lbm_plane_populations {
  const struct lbm_plane *plane;
  enum lbm_precision precision;
  void *values;
  int threads;
};

/* As the functions `moments`, `add` and `totals` of struct lbm_backend; all arrays lie on the host. */
void lbm_plane_moments(const struct lbm_plane_populations *p, const uint32_t *first, double (*last)[LBM_FIELDS],
                       float (*change)[LBM_FIELDS]);
void lbm_plane_add(const struct lbm_plane_populations *p, const uint32_t *first, const struct lbm_addition *a);
void lbm_plane_totals(const struct lbm_plane_populations *p, const struct lbm_task *task, struct lbm_totals *sums);
/* The first tile with a bad node (see struct lbm_outcome); SIZE_MAX: there is none. */
size_t lbm_plane_bad_tile(const struct lbm_plane_populations *p);

#endif

/* Numbers of all nodes of a flow of D2Q9 whose populations lie on the host: what backends ask for as in backend.h. */
#ifndef PLANE_SUMS_H
#define PLANE_SUMS_H

#include "backend.h"
#include "plane.h"

struct lbm_plane_populations {
  const struct lbm_plane *plane;
  enum lbm_precision precision;
  void *values;
  int threads;
};

void lbm_plane_moment(const struct lbm_plane_populations *p, int axis, const uint32_t *first, double *to);
void lbm_plane_add(const struct lbm_plane_populations *p, const uint32_t *first, const struct lbm_addition *a);
void lbm_plane_totals(const struct lbm_plane_populations *p, const struct lbm_task *task, struct lbm_totals *sums);
/* The first tile with a rest population out of (-1, 1) or no number; SIZE_MAX: none. */
size_t lbm_plane_bad_tile(const struct lbm_plane_populations *p);

#endif

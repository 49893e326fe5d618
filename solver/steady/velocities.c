/* SPDX-License-Identifier: BSD-3-Clause */
#include "velocities.h"

/* Iterations on the coarser graphs, or until so much of the right side is left. */
enum { MOST = 3 };
#define ENOUGH 0.1

int lbm_velocities_make(struct lbm_velocities *v, const struct lbm_multigrid *m, const struct lbm_operation *a,
                        struct tile_error *e)
{
  if (m->levels < 2)
    return 0;
  for (int axis = 0; axis < 3; axis++) {
    struct lbm_multigrid *own = v->axis + axis;
    if (lbm_multigrid_like(own, m, e))
      return e->code;
    struct lbm_operation weigh = *a;
    weigh.c = own->level[0], weigh.axis = axis, weigh.factor = m->cycle->share;
    m->device->row->loop(m->device->self, LBM_OPERATION_weigh_velocities, &weigh, weigh.c.nodes);
    if (lbm_multigrid_weigh(own, e))
      return e->code;
  }
  return 0;
}

void lbm_velocities_free(struct lbm_velocities *v)
{
  for (int axis = 0; axis < 3; axis++)
    lbm_multigrid_free(v->axis + axis);
}

int lbm_velocities_correct(struct lbm_velocities *v, const struct lbm_operation *a, float *u, const float *right,
                           float *room, struct tile_error *e)
{
  struct lbm_operation of = *a;
  of.from = u, of.answer = (float *)right, of.to = room;
  const struct lbm_device *d = v->axis->device;
  if (!d)
    return 0;
  d->row->loop(d->self, LBM_OPERATION_leave_velocities, &of, a->g.nodes);
  for (int axis = 0; axis < 3; axis++) {
    struct lbm_multigrid *m = v->axis + axis;
    struct lbm_operation part = *a;
    part.c = *m->level, part.axis = axis, part.from = room, part.to = u;
    d->row->loop(d->self, LBM_OPERATION_restrict_velocities, &part, part.c.nodes);
    if (lbm_multigrid_solve(m, m->found, ENOUGH, MOST, NULL, e))
      return e->code;
    part.from = m->found;
    d->row->loop(d->self, LBM_OPERATION_prolong_velocities, &part, a->g.nodes);
  }
  return 0;
}

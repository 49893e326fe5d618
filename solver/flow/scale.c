/* SPDX-License-Identifier: BSD-3-Clause */
/* Scaling of the drive and the state of a flow. */
#include "flow.h"

static int scale_populations(struct lbm *l, double factor, struct tile_error *e)
{
  double all[64 * LBM_Q], f[LBM_Q];
  for (size_t t = lbm_own_begin(l); t < lbm_own_end(l); t++) {
    if (lbm_get_populations(l, t, all, e))
      return e->code;
    for (size_t n = 0; n < lbm_nodes_of(l, t); n++) {
      lbm_load_node(l, f, all, n);
      for (int i = 0; i < LBM_Q; i++)
        f[i] *= factor;
      lbm_store(l->setup.precision, all, n * LBM_Q, f, LBM_Q);
    }
    if (lbm_put_populations(l, t, all, e))
      return e->code;
  }
  return 0;
}

static void scale_conditions(struct lbm_condition *c, size_t count, double factor)
{
  for (size_t p = 0; p < count; p++)
    lbm_scale_condition(c + p, factor);
}

int lbm_scale(struct lbm *l, double factor, struct tile_error *e)
{
  double force[3];
  for (int a = 0; a < 3; a++)
    force[a] = l->task.rates.force[a] * factor;
  lbm_set_force(l, force);
  scale_conditions(l->setup.condition, (size_t)l->domain->patches, factor);
  for (int p = 0; p < l->end - l->begin; p++)
    scale_conditions(l->local[p].geometry.condition, l->local[p].geometry.conditions, factor);
  if (!l->backend->scale)
    return scale_populations(l, factor, e);
  for (int p = 0; p < l->end - l->begin; p++)
    if (l->backend->scale(l->local[p].state, factor, e))
      return e->code;
  return 0;
}

/* Drive and state of a flow scaled together. */
#include "flow.h"

static int scale_populations(struct lbm *l, double factor, struct tile_error *e)
{
  double all[64 * LBM_Q], f[LBM_Q];
  for (size_t t = 0; t < l->domain->tiles; t++) {
    if (l->backend->get(l->state, t, all, e))
      return e->code;
    for (size_t n = 0; n < lbm_nodes_of(l, t); n++) {
      lbm_load_node(l, f, all, n);
      for (int i = 0; i < LBM_Q; i++)
        f[i] *= factor;
      lbm_store(l->setup.precision, all, n * LBM_Q, f, LBM_Q);
    }
    if (l->backend->put(l->state, t, all, e))
      return e->code;
  }
  return 0;
}

int lbm_scale(struct lbm *l, double factor, struct tile_error *e)
{
  double force[3];
  for (int a = 0; a < 3; a++)
    force[a] = l->task.rates.force[a] * factor;
  lbm_set_force(l, force);
  for (int p = 0; p < l->domain->patches; p++) {
    l->setup.condition[p].density *= factor;
    for (int a = 0; a < 3; a++)
      l->setup.condition[p].velocity[a] *= factor;
  }
  return l->backend->scale ? l->backend->scale(l->state, factor, e) : scale_populations(l, factor, e);
}

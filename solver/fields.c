/* Populations and fields (density - 1, velocity) of the nodes of a flow. */
#include "flow.h"

#define SCALAR double
#define REAL double
#define SITE(name) name##_field
#define SITE_FUNC static inline __attribute__((unused))
#include "site.h"

void lbm_load_node(const struct lbm *l, double f[LBM_Q], const void *values, size_t n)
{
  for (int i = 0; i < LBM_Q; i++)
    f[i] = l->setup.precision == LBM_FP64 ? ((const double *)values)[n * LBM_Q + (size_t)i]
                                          : (double)((const float *)values)[n * LBM_Q + (size_t)i];
}

void lbm_node_fields(const struct lbm *l, double field[4], const double f[LBM_Q])
{
  fields_field(field, f, l->task.rates.force, (int)l->setup.equilibrium);
}

static void start_node(const struct lbm *l, double f[LBM_Q], const double field[4])
{
  start_field(f, field, l->task.rates.force, (int)l->setup.equilibrium);
}

static double value_at(const struct lbm *l, const void *values, size_t n)
{
  return l->setup.precision == LBM_FP64 ? ((const double *)values)[n] : (double)((const float *)values)[n];
}

static void set_value(const struct lbm *l, void *values, size_t n, double value)
{
  if (l->setup.precision == LBM_FP64)
    ((double *)values)[n] = value;
  else
    ((float *)values)[n] = (float)value;
}

int lbm_get_populations(void *flow, size_t tile, void *values, struct tile_error *e)
{
  struct lbm *l = flow;
  return l->backend->get(l->state, tile, values, e);
}

int lbm_put_populations(void *flow, size_t tile, void *values, struct tile_error *e)
{
  struct lbm *l = flow;
  return l->backend->put(l->state, tile, values, e);
}

int lbm_get_fields(void *flow, size_t tile, void *values, struct tile_error *e)
{
  struct lbm *l = flow;
  double all[64 * LBM_Q], f[LBM_Q];
  if (l->backend->get_fields)
    return l->backend->get_fields(l->state, &l->task, tile, values, e);
  if (l->backend->get(l->state, tile, all, e))
    return e->code;
  for (size_t n = 0; n < lbm_nodes_of(l, tile); n++) {
    double field[4];
    lbm_load_node(l, f, all, n);
    lbm_node_fields(l, field, f);
    for (size_t k = 0; k < 4; k++)
      set_value(l, values, 4 * n + k, field[k]);
  }
  return 0;
}

int lbm_put_fields(void *flow, size_t tile, void *values, struct tile_error *e)
{
  struct lbm *l = flow;
  double all[64 * LBM_Q], f[LBM_Q], field[4];
  if (l->backend->put_fields)
    return l->backend->put_fields(l->state, &l->task, tile, values, e);
  for (size_t n = 0; n < lbm_nodes_of(l, tile); n++) {
    for (size_t k = 0; k < 4; k++)
      field[k] = value_at(l, values, 4 * n + k);
    start_node(l, f, field);
    for (size_t i = 0; i < LBM_Q; i++)
      set_value(l, all, n * LBM_Q + i, f[i]);
  }
  return l->backend->put(l->state, tile, all, e);
}

int lbm_hold(struct lbm *l, bool *held, struct tile_error *e)
{
  *held = false;
  l->held = l->task; /* the force may change */
  return l->backend->hold ? l->backend->hold(l->state, held, e) : 0;
}

int lbm_get_held_populations(void *flow, size_t tile, void *values, struct tile_error *e)
{
  struct lbm *l = flow;
  return l->backend->get_held(l->state, NULL, tile, values, e);
}

int lbm_get_held_fields(void *flow, size_t tile, void *values, struct tile_error *e)
{
  struct lbm *l = flow;
  return l->backend->get_held(l->state, &l->held, tile, values, e);
}

/* A force makes rest differ from zero (start_node). Where nothing can flow that difference would
 * come and go for ever: a node alone between solid ones would show u = -F/2, F/2, -F/2 ... */
int lbm_start_at_rest(struct lbm *l, struct tile_error *e)
{
  double rest[64 * 4] = {0};
  for (size_t t = 0; l->task.forced && t < l->domain->tiles; t++)
    if (lbm_put_fields(l, t, rest, e))
      return e->code;
  return 0;
}

int lbm_start_gradient(struct lbm *l, int axis, double from, double to, struct tile_error *e)
{
  double field[64 * 4];
  double span = (double)(l->domain->grid[axis] > 1 ? l->domain->grid[axis] - 1 : 1);
  for (size_t t = 0; t < l->domain->tiles; t++) {
    size_t n = 0;
    for (uint64_t mask = l->domain->mask[t]; mask; mask &= mask - 1, n++) {
      int64_t at[3];
      tile_domain_node(l->domain, t, __builtin_ctzll(mask), at);
      for (size_t k = 0; k < 4; k++)
        set_value(l, field, 4 * n + k, k ? 0 : from + (to - from) * (double)at[axis] / span);
    }
    if (lbm_put_fields(l, t, field, e))
      return e->code;
  }
  return 0;
}

static int scale_populations(struct lbm *l, double factor, struct tile_error *e)
{
  double all[64 * LBM_Q];
  for (size_t t = 0; t < l->domain->tiles; t++) {
    if (l->backend->get(l->state, t, all, e))
      return e->code;
    for (size_t n = 0; n < lbm_nodes_of(l, t) * LBM_Q; n++)
      set_value(l, all, n, factor * value_at(l, all, n));
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

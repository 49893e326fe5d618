/* The nodes of a patch whose velocity differs from node to node (a flow with a profile): each has a condition of its
 * own. */
#ifndef CAP_H
#define CAP_H

#include "internal.h"
#include "physics.h"

struct lbm_cap {
  size_t count;
  int64_t (*at)[3]; /* [count], the nodes of the patch, sorted by z, y and x: the same in every subdomain */
};

/* Finds the nodes of a patch. d: the whole domain. Release with lbm_cap_free, after an error too. */
int lbm_cap_make(struct lbm_cap *c, const struct tile_domain *d, int patch, struct tile_error *e);
void lbm_cap_free(struct lbm_cap *c);
/* The number of the node at a position, which must be one of the cap. */
size_t lbm_cap_node(const struct lbm_cap *c, const int64_t at[3]);

/* rate: [c->count], the volume that comes in through the links of each node in a step if its velocity is 1 along the
 * inward normal. At an opening that is the sum of -6 w_i c_i.n over its own links; at a face it is 1, the momentum of
 * the node. condition: [patches of d]. */
void lbm_cap_rates(double *rate, const struct lbm_cap *c, const struct tile_domain *d,
                   const struct lbm_condition *condition, int patch);

/* Does a patch of this kind set the velocity? Is it a flow, whose rate is given? Do its nodes have conditions of their
 * own? */
static inline bool lbm_is_flow(enum lbm_condition_kind kind)
{
  return kind == LBM_AT_FLOW || kind == LBM_AT_FLOW_PARABOLA || kind == LBM_AT_FLOW_WOMERSLEY;
}

static inline bool lbm_sets_velocity(enum lbm_condition_kind kind)
{
  return kind == LBM_AT_VELOCITY || kind == LBM_AT_PARABOLA || lbm_is_flow(kind);
}

static inline bool lbm_has_cap(enum lbm_condition_kind kind)
{
  return lbm_is_flow(kind) && kind != LBM_AT_FLOW;
}

#endif

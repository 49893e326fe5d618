/* The start of a flow: the values of conditions rise smoothly from 0 (flow.h). */
#include "flow.h"

#include <string.h>

double lbm_ramp_factor(const struct lbm *l)
{
  const int64_t ramp = l->setup.ramp, step = l->step + 1;
  return step >= ramp ? 1 : 0.5 - 0.5 * cos(acos(-1) * (double)step / (double)ramp);
}

bool lbm_ramp(struct lbm *l)
{
  const bool ramping = l->step + 1 < l->setup.ramp;
  for (struct lbm_local *p = l->local; p < l->local + lbm_locals(l); p++) {
    const struct lbm_geometry *g = &p->geometry;
    p->condition = ramping ? p->ramped : g->condition;
    if (!ramping)
      continue;
    memcpy(p->ramped, g->condition, g->conditions * sizeof *p->ramped);
    lbm_scale_conditions(p->ramped, g->conditions, lbm_ramp_factor(l));
  }
  return ramping;
}

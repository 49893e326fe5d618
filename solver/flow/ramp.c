/* The conditions of a time step: values rise smoothly from 0 at the start of a flow, and waves change them (pulse.h). */
#include "flow.h"

#include <string.h>

double lbm_ramp_factor(const struct lbm *l)
{
  const int64_t ramp = l->setup.ramp, step = l->step + 1;
  return step >= ramp ? 1 : 0.5 - 0.5 * cos(acos(-1) * (double)step / (double)ramp);
}

bool lbm_ramp(struct lbm *l)
{
  const bool varies = lbm_conditions_vary(l);
  if (varies)
    lbm_conditions_next(l, l->local->varied);
  for (struct lbm_local *p = l->local; p < l->local + lbm_locals(l); p++) {
    p->condition = varies ? p->varied : p->geometry.condition;
    if (varies && p > l->local)
      memcpy(p->varied, l->local->varied, p->geometry.conditions * sizeof *p->varied);
  }
  lbm_outlets_due(l);
  return varies;
}

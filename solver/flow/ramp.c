/* The start of a flow: the values of conditions rise smoothly from 0 (flow.h). */
#include "flow.h"

#include <stdlib.h>
#include <string.h>

double lbm_ramp_factor(const struct lbm *l)
{
  const int64_t ramp = l->setup.ramp, step = l->step + 1;
  return step >= ramp ? 1 : 0.5 - 0.5 * cos(acos(-1) * (double)step / (double)ramp);
}

static int ramp_local(struct lbm_local *p, double factor, struct tile_error *e)
{
  const struct lbm_geometry *g = &p->geometry;
  if (!p->ramped)
    p->ramped = tile_alloc(g->conditions, sizeof *p->ramped);
  if (!p->ramped)
    return tile_fail_memory(e, g->conditions * sizeof *p->ramped, "conditions");
  memcpy(p->ramped, g->condition, g->conditions * sizeof *p->ramped);
  lbm_scale_conditions(p->ramped, g->conditions, factor);
  return 0;
}

int lbm_ramp(struct lbm *l, bool *ramping, struct tile_error *e)
{
  *ramping = l->step + 1 < l->setup.ramp;
  for (struct lbm_local *p = l->local; p < l->local + lbm_locals(l); p++) {
    if (*ramping && ramp_local(p, lbm_ramp_factor(l), e))
      return e->code;
    if (!*ramping) {
      free(p->ramped);
      p->ramped = NULL;
    }
  }
  return 0;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Damps momentum along an axis that changes its sign from node to node along that axis and from step to step.
 *
 * In the bulk, time steps treat this momentum as any other: it diffuses with the viscosity, and half-way walls neither
 * add to it nor take from it. At nodes with few open links interpolated walls let it grow, at a rate proportional to
 * the viscosity: in a pack of spheres of 8 nodes at porosity 0.2 a run diverges after 11 000 steps at tau 2, and after
 * 3 700 at tau 5. Steady flow has no such momentum. Therefore half of the change of momentum in one time step is taken
 * back at intervals: this leaves the mean of two steps, in which alternating momentum cancels. */
#ifndef STAGGER_H
#define STAGGER_H

#include "flow.h"

/* Time steps from one such step to the next. They are few compared with the time of growth, and many compared with the
 * cost of such a step, which is that of about eight steps. It is due when the number of steps is a multiple plus half
 * the interval, so that a continued flow goes on as if it had never stopped. */
enum { LBM_STAGGER_STEPS = 200 };
static inline bool lbm_stagger_due(int64_t steps)
{
  return steps % LBM_STAGGER_STEPS == LBM_STAGGER_STEPS / 2;
}

struct lbm_stagger;
/* Does damping serve this flow, and can the memory of its nodes be reached? The flow must be creeping (equilibrium of
 * Stokes), beside walls that are not half-way. */
bool lbm_stagger_serves(const struct lbm *flow);
/* Allocates 48 bytes per node in the memory of the flow's device. The flow stays the caller's. Release with
 * lbm_stagger_free, also after an error. */
int lbm_stagger_new(struct lbm_stagger **s, struct lbm *flow, struct tile_error *e);
void lbm_stagger_free(struct lbm_stagger *s);
/* Makes one time step and damps. All processes call it together. */
int lbm_stagger_step(struct lbm_stagger *s, struct tile_error *e);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* How the condition of a patch goes on in time, beside struct lbm_condition, which holds its constant part:
 *   a wave    multiplies that part by a factor, periodic in time
 *   an outlet finds the pressure from the flow through the patch in the same time step (solver/flow/outlets.c)
 * All values are in lattice units. */
#ifndef COURSE_H
#define COURSE_H

#include "memory.h"
#include "outlet.h"

/* One period, from time[0] to time[points - 1], in time steps; times increase, and the last value is the first one. */
struct lbm_wave {
  int points; /* 0: the condition is constant; else 3 or more */
  double *time, *value;
};

struct lbm_course {
  struct lbm_wave wave;
  struct lbm_outlet outlet;
  struct lbm_outlet_state state;
  bool seconds_assumed; /* the times of the wave, which had no unit, were taken as seconds; no key keeps that */
};

extern const char *const lbm_outlet_names[LBM_OUTLETS];
/* How many numbers a kind has. */
extern const int lbm_outlet_numbers[LBM_OUTLETS];

/* Allocates a wave; release with lbm_wave_free, after an error too. */
int lbm_wave_make(struct lbm_wave *w, int points, struct tile_error *e);
void lbm_wave_free(struct lbm_wave *w);
/* Why a wave or an outlet cannot be, the end of a sentence; NULL: it can. */
const char *lbm_wave_fault(const struct lbm_wave *w);
const char *lbm_outlet_fault(const struct lbm_outlet *o);
struct lbm_outlet_decay lbm_outlet_decay_of(const struct lbm_outlet *o);

/* Does any of them follow a curve? */
bool lbm_courses_vary(const struct lbm_course *c, int count);
/* Does the opening damp what comes in through it? An outlet does. A pressure that is given, as a number or a curve, stays
 * as it is, and so do outlets that absorb in a steady flow. */
bool lbm_damps_backflow(const struct lbm_course *c, bool varies);
/* Is the pressure of the patch found from its flow? */
static inline bool lbm_is_coupled(const struct lbm_course *c)
{
  return c->outlet.kind != LBM_OUTLET_FIXED || c->outlet.absorbing;
}
/* Is the flow of the patch given, so that it holds no pressure? */
static inline bool lbm_gives_flow(const struct lbm_course *c)
{
  return c->outlet.kind == LBM_OUTLET_SPLIT || c->outlet.kind == LBM_OUTLET_FLOW;
}

#endif

/* How the condition of a patch goes on in time, beside struct lbm_condition, which holds its constant part:
 *   a wave    multiplies that part by a factor, periodic in time
 *   an outlet finds the pressure from the flow through the patch in the same time step (solver/flow/outlets.c)
 * All values are in lattice units. */
#ifndef COURSE_H
#define COURSE_H

#include "internal.h"

/* One period, from time[0] to time[points - 1], in time steps; times increase, and the last value is the first one. */
struct lbm_wave {
  int points; /* 0: the condition is constant; else 3 or more */
  double *time, *value;
};

/* LBM_OUTLET_FIXED: the pressure of the condition. */
enum lbm_outlet_kind { LBM_OUTLET_FIXED, LBM_OUTLET_RESISTANCE, LBM_OUTLET_RCR, LBM_OUTLET_SPLIT, LBM_OUTLETS };
extern const char *const lbm_outlet_names[LBM_OUTLETS];

/* Numbers of an outlet: of a resistance R and the pressure behind it; of an RCR the proximal resistance, the capacity,
 * the distal resistance, the pressure behind it and that of the capacitor at the start; of a split the fraction of the
 * inflow. */
enum { LBM_OUTLET_NUMBERS = 5 };
struct lbm_outlet {
  enum lbm_outlet_kind kind;
  double number[LBM_OUTLET_NUMBERS];
  bool absorbing; /* sound is not reflected */
};
/* How many numbers a kind has. */
extern const int lbm_outlet_numbers[LBM_OUTLETS];

/* The state of an outlet, part of checkpoints. flow: out of the domain, in the last time step; mean: the same through a
 * low-pass; capacitor: its pressure (of a split that absorbs: the pressure that holds the flow); pressure: at the cap,
 * without `taken`, which is taken off all openings. */
enum { LBM_OUTLET_STATE = 5 };
struct lbm_outlet_state {
  double flow, mean, capacitor, pressure, taken;
};

struct lbm_course {
  struct lbm_wave wave;
  struct lbm_outlet outlet;
  struct lbm_outlet_state state;
};

/* Allocates a wave; release with lbm_wave_free, after an error too. */
int lbm_wave_make(struct lbm_wave *w, int points, struct tile_error *e);
void lbm_wave_free(struct lbm_wave *w);
/* Why a wave or an outlet cannot be, the end of a sentence; NULL: it can. */
const char *lbm_wave_fault(const struct lbm_wave *w);
const char *lbm_outlet_fault(const struct lbm_outlet *o);
/* The pressure of an outlet for a flow q out of the domain in the next time step: base + slope q, without sound. An RCR
 * has the exact solution for a flow that changes linearly in the time step. */
struct lbm_relation {
  double base, slope;
};
struct lbm_relation lbm_outlet_relation(const struct lbm_outlet *o, const struct lbm_outlet_state *s);
/* The state after a time step with flow q; `pressure` and `taken` stay. */
void lbm_outlet_advance(const struct lbm_outlet *o, struct lbm_outlet_state *s, double q);

/* Is the pressure of the patch found from its flow? */
static inline bool lbm_is_coupled(const struct lbm_course *c)
{
  return c->outlet.kind != LBM_OUTLET_FIXED || c->outlet.absorbing;
}

#endif

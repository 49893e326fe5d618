/* Conditions that change in time (course.h): their values in each time step. */
#ifndef PULSE_H
#define PULSE_H

#include "wave.h"

struct lbm;
struct lbm_condition;

/* The harmonics of a flow with its own shape each (section.h): the speed of node n along the inward normal is the real
 * part of the sum of (re[k count + n] + i im[k count + n]) exp(2 pi i k t / T), and the flow that they miss, with the
 * shape of developed flow. */
struct lbm_harmonics {
  int count; /* of harmonics, the mean included; 0: there are none */
  size_t nodes;
  double *re, *im;           /* [count * nodes] */
  double *flow_re, *flow_im; /* [count], of the factor of the wave */
};

struct lbm_pulse {
  bool waves;                      /* do any conditions change from step to step? */
  struct lbm_curve *curve;         /* [patches] */
  struct lbm_harmonics *harmonics; /* [patches] */
};

/* Finds the shapes of flows, sets the constant part of their conditions in all local subdomains, and prepares waves. The
 * first process solves the equations. Collective; _close is not. TILE_USAGE: no link of a patch with a flow lets it
 * through. */
int lbm_pulse_open(struct lbm *l, struct tile_error *e);
void lbm_pulse_close(struct lbm *l);

/* Do the conditions of the next time step hold for that step only? */
bool lbm_conditions_vary(const struct lbm *l);
/* Sets to[conditions of the geometry] to those of the next time step; step s has the values of time s, the first step
 * being 1. */
void lbm_conditions_next(const struct lbm *l, struct lbm_condition *to);

#endif

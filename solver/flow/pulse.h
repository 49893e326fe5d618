/* SPDX-License-Identifier: BSD-3-Clause */
/* Conditions that change in time (course.h): their values in each time step. */
#ifndef PULSE_H
#define PULSE_H

#include "backend.h"
#include "schedule.h"

#include <math.h>

struct lbm;
struct lbm_outlets;
struct lbm_condition;
struct lbm_curve; /* wave.h */

/* The harmonics of a flow with its own shape each (section.h): the speed at place n along the inward normal is the real
 * part of the sum of (re[k nodes + n] + i im[k nodes + n]) exp(2 pi i k t / T), and the flow that they miss, with the
 * shape of developed flow. */
struct lbm_harmonics {
  int count; /* of harmonics, the mean included; 0: there are none */
  size_t nodes;
  double *re, *im;           /* [count * nodes] */
  double *flow_re, *flow_im; /* [count], of the factor of the wave */
};

/* Between the plane of an opening of a surface, where its pressure is known or reported, and its nodes. */
struct lbm_lead {
  double area;       /* voxels^2; 0: the header does not state it */
  double centre[3];  /* voxels */
  double drag, mass; /* 1 / Phi and 1 / A of lbm_outlet_tilt */
  double height;     /* of the nodes over the plane, inward, in the mean */
};

/* R^3 of the round vessel that has such Phi and A; 1 where there is no lead. */
static inline double lbm_lead_cube(const struct lbm_lead *lead)
{
  return lead->drag > 0 && lead->mass > 0 ? pow(8 * lead->mass / lead->drag, 1.5) : 1;
}

struct lbm_pulse {
  bool waves;                      /* do any conditions change from step to step? */
  struct lbm_curve *curve;         /* [patches] */
  struct lbm_harmonics *harmonics; /* [patches] */
  struct lbm_lead *lead;           /* [patches], 0 where the patch is no opening of a surface */
  struct lbm_outlets *outlets;     /* NULL: no pressure depends on its flow */
  struct lbm_schedule schedule;    /* of this host; with arrays of its own */
  struct lbm_varying varying;      /* the next time steps, where the backend finds their conditions */
  double *rows;                    /* [LBM_MOST_ROWS * schedule.length] */
  struct lbm_sites patches, walls; /* of all patches, and of interpolated walls, if they are watched (flux.h) */
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

/* How much the flow into the domain that a patch sets grows in the next time step; 0: it sets none. */
double lbm_flow_growth(const struct lbm *l, int patch);

/* ---- outlets.c: openings whose pressure depends on their flow ------------------------------------------------
 *
 * In a time step the flow through an opening is all but affine in its pressure (anti-bounce-back and Zou-He are linear
 * in the density, but for the square of the velocity). Its links are summed for two pressures, by an ordered reduction,
 * and one equation for each opening gives the pressure that the outlet has at the flow of this very step: there is no
 * lag, and any resistance is stable. Where no opening holds the pressure, that of the first resistance or RCR is taken
 * off all of them. An outlet that absorbs has (c_s / A)(q - mean q) beside, at which a sound wave leaves: the mean is
 * that of a low-pass. */

bool lbm_has_outlets(const struct lbm *l);
/* Finds the links of the openings; does nothing without outlets. TILE_USAGE: the lattice or the copies of the
 * populations exclude them; fractions of more than 1; no opening that holds the pressure. */
int lbm_outlets_open(struct lbm *l, struct tile_error *e);
void lbm_outlets_close(struct lbm *l);
/* Sets the pressures of the next time step in the varied conditions of all subdomains, and advances the states.
 * Populations of other subdomains must be there. Collective. */
int lbm_outlets_step(struct lbm *l, struct tile_error *e);
/* Says that a time step is to be made: lbm_outlets_step acts once. */
void lbm_outlets_due(struct lbm *l);
/* The outlets with their states, for a backend that sets the pressures itself; NULL: there are none. The end takes the
 * states over. */
const struct lbm_coupling *lbm_outlets_coupling(struct lbm *l);
void lbm_outlets_end(struct lbm *l);
/* Sets the pressures of outlets in `to` to those of the last time step. */
void lbm_outlets_last(const struct lbm *l, struct lbm_condition *to);

#endif

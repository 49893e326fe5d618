/* SPDX-License-Identifier: BSD-3-Clause */
/* The loop of a run: it makes time steps until a number of steps, a converged mean flow or a request to stop is
 * reached, and writes checkpoints meanwhile. Quantities are in lattice units unless a unit is given. */
#ifndef LOOP_H
#define LOOP_H

#include "beat.h"
#include "filling.h"
#include "flow.h"
#include "openings.h"
#include "parameters.h"
#include "permeability.h"
#include "stagger.h"

struct lbm_run {
  struct lbm *flow;
  struct lbm_parameters *parameters; /* step, series and drive are kept up to date */
  int64_t last;                      /* step to reach; INT64_MAX: none, but a run that does not settle ends */
  int64_t every;                     /* steps between checkpoints; 0: none */
  double converge;                   /* bound of the remaining relative change; 0: convergence is not sought */
  /* This is a permeability run, and tau may be chosen. The drive is lowered until <u> sqrt(k)/nu < LBM_CREEPING, except
   * with the equilibrium of Stokes, whose flow creeps at any drive. */
  bool creeping;
  struct lbm_drive drive; /* set when creeping */
  /* Cycles (steady.h) may lead the flow also with inertia. What they know of it is in no checkpoint. */
  bool inertial;
  /* Called about ten times per second; a return value of true stops the run. With several processes all of them call
   * it, and it must return the same value in all of them. */
  bool (*tick)(void *self, int64_t step);
  int (*checkpoint)(void *self, struct tile_error *e);
  /* The next step after `step` that is to be recorded (INT64_MAX: none), and what is called then; NULL: none. */
  int64_t (*next_record)(void *self, int64_t step);
  int (*record)(void *self, struct tile_error *e);
  struct lbm_beat *beat; /* samples of it are taken; NULL: none */
  double periodic;       /* the run ends when less than this is left to change (lbm_beat_remaining); 0: not so */
  void *self;
  bool keeps;                /* cycles are kept until lbm_cycles_end, so that a file can hold what they remember */
  struct lbm_steady *steady; /* cycles; NULL: they are not begun yet, or there are time steps alone */
  /* These belong to the loop. */
  struct lbm_filling filling;
  struct lbm_openings *openings; /* NULL: no openings are watched */
  struct lbm_unrest unrest, opening_unrest;
  struct lbm_stagger *stagger; /* NULL: alternating momentum is not damped */
  int64_t group;               /* steps that take about a tenth of a second */
  double before;               /* the flow one step before a sample, see lbm_watch_before */
  /* These are the results. */
  bool stopped;
  bool limited;     /* the run ended since its precision does not allow more */
  bool unsettled;   /* there was no step to reach, and the motion lasts (lbm_unrest) */
  double seconds;   /* time of the steps, in seconds */
  int64_t steps;    /* number of steps made by this call */
  double rounded;   /* of `remaining`, what rounding may change of a permeability */
  double remaining; /* bound of the relative change that remains, over beats lbm_beat_remaining; infinity: not known */
  double opening_remaining; /* its part for the fluxes of openings (openings.h); NaN: none are watched */
  double growth;            /* of mass in a time step, relative to the inflow, at the last sample; NaN: likewise */
  int64_t corrections;      /* of the pressure */
  int64_t calms;            /* number of steps that take out alternating momentum (stagger.h) */
  double correcting;        /* seconds of corrections and their preparation, and of those steps: part of `seconds` */
  /* Why the pressure was not corrected in a run that may choose tau, and what would make it possible; "": it was, or
   * this is no such run. The same of momentum that alternates (stagger.h). */
  char uncorrected[256], undamped[128];
};

/* Runs the flow of r. All processes call it together. Errors are those of the backend and of the calls of r->self. */
int lbm_run(struct lbm_run *r, const struct tile_domain *d, struct tile_error *e);

/* Cycles of a run that may choose tau (steady.h). _begin: lbm_run calls it, unless r->steady is there already; that stays
 * NULL if there are none, also if there is too little memory for them. Release with _end, also after an error. A flow that
 * is continued begins them before its state is read, the rest of the file goes to _reading, and _resume goes on from it if it
 * was found. Collective, but for _reading and _writing. */
int lbm_cycles_begin(struct lbm_run *r, struct tile_error *e);
void lbm_cycles_end(struct lbm_run *r);
struct tile_rest lbm_cycles_reading(const struct lbm_run *r);
struct tile_rest lbm_cycles_writing(const struct lbm_run *r);
int lbm_cycles_resume(struct lbm_run *r, bool found, struct tile_error *e);

/* Scales the drive and the flow by a factor: without inertia the result is the flow of that drive, with it a flow from which
 * lbm_run goes on. The samples of convergence are forgotten. */
int lbm_run_scale(struct lbm_run *r, double factor, struct tile_error *e);

/* Returns the part of r->seconds that corrections, and taking out alternating momentum, took beside the time steps that
 * they make. */
double lbm_correction_seconds(const struct lbm_run *r);

/* Returns the least `converge` that rounding allows: 1e-3 where populations are stored in 16 bits, else 0. No run
 * converges below it. */
double lbm_least_bound(enum lbm_precision p);

/* Bounds of the relative change that remains, by the samples after time steps: of the fluxes of openings and the growth of
 * mass (0: no openings were watched), and the larger one of this and that of the mean flow. Infinity: not known. */
double lbm_openings_remaining(const struct lbm_parameters *p);
double lbm_flow_remaining(const struct lbm_parameters *p);

/* Sets up a permeability run along p->axis, and fills *drive. A body force drives flow along a periodic axis. Along any
 * other axis pressures on the patches of its two faces do; the domain gets patches (named `inlet` and `outlet`) where
 * it has none. Error TILE_USAGE: the axis is one slice long. */
int lbm_drive_permeability(struct lbm_parameters *p, struct tile_domain *d, struct lbm_drive *drive,
                           struct tile_error *e);
/* Sets gauge pressure `drop` on patch `inlet`, and 0 on patch `outlet`. Error TILE_USAGE: there are no such patches, or
 * they are openings of a vessel. */
int lbm_drive_pressure(struct lbm_parameters *p, const struct tile_domain *d, double drop, struct tile_error *e);

/* Starts a domain at rest between pressures on the two faces of an axis with a pressure that falls linearly between
 * them. */
int lbm_drive_start(struct lbm *flow, const struct lbm_parameters *p, const struct tile_domain *d,
                    struct tile_error *e);

#endif

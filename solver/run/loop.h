/* The run loop: steps until a number of steps, a converged mean flow, or a
 * request to stop; checkpoints on the way. */
#ifndef LOOP_H
#define LOOP_H

#include "filling.h"
#include "flow.h"
#include "parameters.h"
#include "permeability.h"
#include "stagger.h"

struct lbm_run {
  struct lbm *flow;
  struct lbm_parameters *parameters; /* step, series, drive kept up to date */
  int64_t last;                      /* step to reach; INT64_MAX: none, but what does not settle ends */
  int64_t every;                     /* steps between checkpoints; 0: none */
  double converge;                   /* bound of the remaining relative change; 0: not asked */
  bool creeping; /* a permeability run: tau may be chosen; but for the equilibrium of Stokes, whose flow creeps at any
                      drive, the drive is lowered until <u> sqrt(k)/nu < LBM_CREEPING */
  struct lbm_drive drive; /* when creeping */
  /* Called after every few steps (about ten times a second); true stops. Of several processes all call it, and all
   * must be told the same. */
  bool (*tick)(void *self, int64_t step);
  int (*checkpoint)(void *self, struct tile_error *e);
  int64_t record_every; /* steps between records of a series; 0: none */
  int (*record)(void *self, struct tile_error *e);
  void *self;
  /* the loop's own */
  struct lbm_pressure *pressure; /* NULL: not corrected */
  struct lbm_filling filling;
  struct lbm_unrest unrest;
  struct lbm_stagger *stagger; /* NULL: momentum that alternates is left */
  /* results */
  bool stopped;
  bool unsettled;   /* without a last step: what moves the flow lasts (lbm_unrest) */
  double seconds;   /* spent in steps */
  int64_t steps;    /* made by this call */
  double remaining; /* bound of the relative change still to come; infinity: unknown */
};

int lbm_run(struct lbm_run *r, const struct tile_domain *d, struct tile_error *e);

/* The least `converge` that rounding lets a run have: 1e-3 where populations are stored in 16 bits, else 0. Below it none
 * converges. */
double lbm_least_bound(enum lbm_precision p);

/* Steps between the samples of a converging run, from the length of the domain along the axis; -1: the longest. */
int64_t lbm_sample_interval(const struct tile_domain *d, int axis);

/* Sets up a permeability run along p->axis: body force along a periodic axis, else pressure on the patches
 * of its two faces, which are added to the domain (as `inlet`, `outlet`) where it has none. */
int lbm_drive_permeability(struct lbm_parameters *p, struct tile_domain *d, struct lbm_drive *drive,
                           struct tile_error *e);
/* Gauge pressure `drop` on patch `inlet`, 0 on `outlet`. */
int lbm_drive_pressure(struct lbm_parameters *p, const struct tile_domain *d, double drop, struct tile_error *e);

/* A domain at rest that has pressures on the two faces of an axis starts with one that falls linearly between them. */
int lbm_drive_start(struct lbm *flow, const struct lbm_parameters *p, const struct tile_domain *d,
                    struct tile_error *e);

#endif

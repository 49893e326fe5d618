/* SPDX-License-Identifier: BSD-3-Clause */
/* The parameters of a run, which header keys hold (keys.h): a result file describes itself with them, and a continued
 * run takes them as its defaults. Values are in lattice units unless a unit is given. */
#ifndef PARAMETERS_H
#define PARAMETERS_H

#include "beat_record.h"
#include "blood.h"
#include "converge.h"
#include "lbm.h"
#include "relaxation.h"
#include "units.h"

enum lbm_drive_kind { LBM_UNDRIVEN, LBM_FORCE_DRIVE, LBM_PRESSURE_DRIVE };

/* How the flow through the openings settles (solver/run/openings.h). The value of a sample is the sum of all changes so
 * far, its spread the growth of mass. */
struct lbm_opening_series {
  double *last; /* [count], owned: the flux through each patch at the latest sample, and the mass */
  int count;    /* 0: there is no sample */
  struct lbm_series series;
};

/* Cycles to steady flow so far (solver/run/cycles.c). */
struct lbm_cycles {
  int64_t left;       /* the step from which time steps alone led on, since cycles no longer helped; 0: none */
  int64_t made, idle; /* their number, and that since `least` last became half as large */
  int depth;          /* how many of them are remembered at most (steady.h) */
  double least;       /* bound of the remaining change; 0: not known */
};

struct lbm_parameters {
  struct lbm_setup setup; /* setup.condition and setup.course: one per patch, owned */
  int courses;            /* number of these courses */
  double period;          /* of waves, in time steps; 0: not specified */
  struct lbm_beat_record beat;
  struct lbm_blood blood; /* setup.fluid follows from it and the units: lbm_blood_fluid */
  struct lbm_units units; /* dx is that of the domain; 0 where unknown */
  enum lbm_drive_kind drive;
  int axis;    /* axis of the drive, 0 ... 2, or -1 */
  double drop; /* gauge pressure at the inlet minus that at the outlet */
  int walls;   /* enum lbm_walls; -1: not specified */
  int64_t step;
  struct lbm_series series;
  struct lbm_opening_series openings;
  struct lbm_relaxation relaxation;
  struct lbm_cycles cycles;
  bool converged;
};

/* Reads the header of d, and takes defaults for absent keys. Release with lbm_parameters_free, also after an error.
 * Errors: TILE_REJECTED if a key holds an unacceptable value; too little memory. */
int lbm_parameters_read(struct lbm_parameters *p, const struct tile_domain *d, struct tile_error *e);
/* Writes the header of d. */
int lbm_parameters_write(const struct lbm_parameters *p, struct tile_domain *d, struct tile_error *e);
/* Allocates the conditions again after patches were added to d, and reads them from the header. */
int lbm_parameters_fit(struct lbm_parameters *p, const struct tile_domain *d, struct tile_error *e);
void lbm_parameters_free(struct lbm_parameters *p);
/* Multiplies the times of all curves; averages over beats begin anew. */
void lbm_parameters_stretch(struct lbm_parameters *p, double factor);
/* Forgets the samples of a flow that has changed at once. */
void lbm_parameters_clear_samples(struct lbm_parameters *p);

#endif

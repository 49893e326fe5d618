/* Run parameters, which header keys hold (keys.h): what a result says of
 * itself, and what a continued run takes as its defaults. */
#ifndef PARAMETERS_H
#define PARAMETERS_H

#include "converge.h"
#include "lbm.h"
#include "relaxation.h"
#include "units.h"

enum lbm_drive_kind { LBM_UNDRIVEN, LBM_FORCE_DRIVE, LBM_PRESSURE_DRIVE };

struct lbm_parameters {
  struct lbm_setup setup; /* setup.condition: one per patch, owned */
  struct lbm_units units; /* dx from the domain; 0 where unknown */
  enum lbm_drive_kind drive;
  int axis;    /* of the drive; -1 */
  double drop; /* gauge pressure, inlet minus outlet */
  int walls;   /* enum lbm_walls; -1: nobody has said */
  int64_t step;
  struct lbm_series series;
  struct lbm_relaxation relaxation;
  bool converged;
};

/* From the header of d, defaults where it is silent. TILE_REJECTED when a value is not what it must be. */
int lbm_parameters_read(struct lbm_parameters *p, const struct tile_domain *d, struct tile_error *e);
/* Into the header of d. */
int lbm_parameters_write(const struct lbm_parameters *p, struct tile_domain *d, struct tile_error *e);
/* After patches were added to d. */
int lbm_parameters_fit(struct lbm_parameters *p, const struct tile_domain *d, struct tile_error *e);
void lbm_parameters_free(struct lbm_parameters *p);

#endif

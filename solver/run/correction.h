/* Corrections of the pressure in the course of a permeability run (pressure.h), where tau is free and they are at hand. */
#ifndef CORRECTION_H
#define CORRECTION_H

#include "loop.h"

/* A correction begins at each multiple of so many steps; samples are taken a window a correction. When it is due depends
 * on the step alone, so that a continued run goes on as if never stopped. Interpolated walls let a little through, which a
 * correction takes for pressure that is still to settle: there they are fewer. */
enum { LBM_CORRECTION_STEPS = 24, LBM_CORRECTION_STEPS_OF_CUTS = 40 };
int64_t lbm_correction_steps(const struct lbm_run *r);

/* Prepares them, and asks for the tau at which momentum settles soonest; r->pressure stays NULL where there are none. */
int lbm_corrections_begin(struct lbm_run *r, struct tile_error *e);
void lbm_corrections_end(struct lbm_run *r);
bool lbm_correction_due(const struct lbm_run *r);
/* It is not interrupted: the run may pass r->last by its steps. */
int lbm_correct(struct lbm_run *r, struct tile_error *e);

#endif

/* Corrections of the pressure during a permeability run (pressure.h), where tau may be chosen and the backend supports
 * them. */
#ifndef CORRECTION_H
#define CORRECTION_H

#include "loop.h"

/* A correction begins at each multiple of so many steps; there is a window of samples per correction. Whether one is
 * due depends on the step alone, so that a continued run goes on as if it had never stopped. Interpolated walls let a
 * little mass through, which a correction takes for pressure that still settles, so there they are rarer. */
enum { LBM_CORRECTION_STEPS = 24, LBM_CORRECTION_STEPS_OF_CUTS = 40 };
int64_t lbm_correction_steps(const struct lbm_run *r);

/* Prepares corrections, and sets the tau at which momentum settles soonest. r->pressure stays NULL if there are no
 * corrections, also if there is too little memory for them. All processes call it together. */
int lbm_corrections_begin(struct lbm_run *r, struct tile_error *e);
void lbm_corrections_end(struct lbm_run *r);
bool lbm_correction_due(const struct lbm_run *r);
/* Makes a correction. It is not interrupted, so that its steps may lead beyond r->last. All processes call it
 * together. */
int lbm_correct(struct lbm_run *r, struct tile_error *e);

#endif

/* Cycles of time steps and corrections during a permeability run (steady.h), where tau may be chosen. */
#ifndef CORRECTION_H
#define CORRECTION_H

#include "loop.h"

/* Prepares cycles. r->steady stays NULL if there are none, also if there is too little memory for them. All processes
 * call it together. */
int lbm_corrections_begin(struct lbm_run *r, struct tile_error *e);
void lbm_corrections_end(struct lbm_run *r);
/* Makes a cycle. It is not interrupted, so that its steps may lead beyond r->last. All processes call it together. */
int lbm_correct(struct lbm_run *r, struct tile_error *e);

#endif

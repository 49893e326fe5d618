/* SPDX-License-Identifier: BSD-3-Clause */
/* The parts of the loop of a run (loop.c), in the order of a turn. All processes call each of them together, and they
 * keep what they prepare in struct lbm_run. */
#ifndef STAGES_H
#define STAGES_H

#include "loop.h"

/* ---- advance.c: time steps without a break -------------------------------------- */

/* Prepares to take out alternating momentum (stagger.h) where a steady flow is sought. r->stagger stays NULL, and
 * r->undamped may say why, if the run goes on without. Release with lbm_advance_end, also after an error. */
int lbm_advance_begin(struct lbm_run *r, struct tile_error *e);
void lbm_advance_end(struct lbm_run *r);
/* Makes the steps to `until`, or fewer if r->tick stops the run. */
int lbm_advance(struct lbm_run *r, int64_t until, struct tile_error *e);

/* ---- cycles.c: cycles of time steps and corrections (steady.h), beside what loop.h declares ---------------------- */

/* Makes a cycle. It is not interrupted, so that its steps may lead beyond r->last. */
int lbm_cycles_make(struct lbm_run *r, struct tile_error *e);
/* What may remain of the flow after the last cycle, as far as cycles themselves show it. flow: the sum of the momentum of all
 * nodes along the axis. */
double lbm_cycles_remaining(const struct lbm_run *r, double flow);
/* What rounding may have changed in the mean flow, as a multiple of the share of judge.c. Of a flow without cycles: as if it
 * were the same everywhere. */
double lbm_cycles_rounded(const struct lbm_run *r, const struct tile_domain *d, double flow);
/* Called after a cycle was judged: ends cycles that bring nothing for long. */
int lbm_cycles_leave(struct lbm_run *r, struct tile_error *e);

/* ---- watch.c: what is sampled of a flow that is to converge ---------------------- */

/* Prepares r->openings where layers do not show what they show. Release with lbm_watch_end, also after an error. */
int lbm_watch_begin(struct lbm_run *r, const struct tile_domain *d, struct tile_error *e);
void lbm_watch_end(struct lbm_run *r);
/* Returns the number of steps between samples, from the length of the domain along the axis; -1: along the longest
 * one. */
int64_t lbm_watch_interval(const struct tile_domain *d, int axis);
/* Returns whether lbm_watch_before is to be called one step before each sample. */
bool lbm_watch_needs_before(const struct lbm_run *r);
int lbm_watch_before(struct lbm_run *r, const struct tile_domain *d, struct tile_error *e);
/* Takes a sample, `interval` steps after the one before it; or a sample after a cycle. The value is the mean flow, and
 * the spread that of its flux between layers where it is meaningful, else 0. */
int lbm_watch_sample(struct lbm_sample *now, struct lbm_run *r, const struct tile_domain *d, int64_t interval,
                     struct tile_error *e);
/* Nodes of the whole box, over which the value of a sample is a mean. */
double lbm_watch_nodes(const struct tile_domain *d);
int lbm_watch_cycle(struct lbm_sample *now, struct lbm_run *r, const struct tile_domain *d, struct tile_error *e);

/* ---- judge.c: how much of the flow is left to change: r->remaining and p->converged --------- */

/* Takes and judges a sample, `interval` steps after the one before it. Sets r->unsettled, and adapts the run. */
int lbm_judge(struct lbm_run *r, const struct tile_domain *d, int64_t interval, struct tile_error *e);
/* Takes and judges a sample after a cycle. */
int lbm_judge_cycle(struct lbm_run *r, const struct tile_domain *d, struct tile_error *e);
/* Takes and judges a sample of the beat, if this step has one. */
int lbm_judge_beat(struct lbm_run *r, const struct tile_domain *d, struct tile_error *e);

/* ---- adapt.c: what a permeability run changes on its way: drive and tau ------------ */

/* Lowers the drive if the flow does not creep, and chooses another tau (p->relaxation.tau) if the flow so far suggests
 * one. superficial: the mean flow of this sample; interval: steps between samples. */
int lbm_adapt(struct lbm_run *r, const struct tile_domain *d, double superficial, int64_t interval,
              struct tile_error *e);
/* The same after a cycle, when tau stays. */
int lbm_adapt_cycles(struct lbm_run *r, double superficial, struct tile_error *e);
/* Changes to the chosen tau, in one time step. */
int lbm_adapt_tau(struct lbm_run *r, struct tile_error *e);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Cycles that bring a slow flow to its steady state in tens of time steps.
 *
 * A cycle makes time steps and takes the mean of the last two, which has no part that changes its sign from step to step.
 * What the steps still add to density and momentum is the right side of the equations of Stokes on the same nodes
 * (stokes.h); their solution corrects density and momentum. Anderson's method over the cycles (anderson.h) mixes these
 * four values alone: near tau = 1 the others follow from them within a step, elsewhere within the steps of a cycle. The
 * steady state is that of the time steps, with their inertia, whatever the equations are. All quantities are in lattice units. */
#ifndef STEADY_H
#define STEADY_H

#include "lbm.h"
#include "shared_file.h"

struct lbm_steady;
/* Why cycles cannot serve this flow, and what would make them possible; NULL: they can. Several GPUs of a process must
 * reach each other's memory, since they share the arrays. */
const char *lbm_steady_obstacle(const struct lbm *flow);
/* Approximate memory of the cycles in this process, in bytes, on all its GPUs together, beside 32 bytes per node on the
 * host where several processes use GPUs. It lies in the memory of the flow's device (multigrid/device.h);
 * lbm_steady_on_host says whether that is the host. The first process solves the equations of the whole domain. */
size_t lbm_steady_bytes(const struct lbm *flow);
bool lbm_steady_on_host(const struct lbm *flow);
/* Prepares cycles of `flow`, which stays the caller's; release with lbm_steady_free, also after an error. Not
 * collective. Errors: too little memory, too many nodes, a domain that is too long (TILE_FAILED). */
int lbm_steady_new(struct lbm_steady **s, struct lbm *flow, struct tile_error *e);
void lbm_steady_free(struct lbm_steady *s);
/* The relaxation time at which cycles work best. */
#define LBM_STEADY_TAU 1.
/* Number of time steps of a cycle: two near that tau. */
int lbm_steady_steps(const struct lbm_steady *s);
/* Makes a cycle. *stepping becomes the seconds that its time steps took. Collective. */
int lbm_steady_cycle(struct lbm_steady *s, double *stepping, struct tile_error *e);
/* How far the last cycle led before Anderson's method, relative to the momentum of all nodes: near the steady state
 * that is about the distance from it. Only of flows with inertia, else 0. */
double lbm_steady_moved(const struct lbm_steady *s);
/* The sum over all nodes of momentum times what a time step of the last cycle adds to it; 0 with inertia. The equations of
 * Stokes are symmetric: divided by the power of the drive this is the relative change of the mean flow to its limit. */
double lbm_steady_work(const struct lbm_steady *s);
/* The sum of the squares of the momentum of all nodes at the beginning of the last cycle; 0 with inertia. Rounding changes a
 * momentum in each step by a share of it: times that share, and divided by the power of the drive, this bounds the relative
 * change of the mean flow. */
double lbm_steady_rounded(const struct lbm_steady *s);
/* Forgets what the cycles so far have shown, as when the drive has changed. */
void lbm_steady_restart(struct lbm_steady *s);
/* Leads a flow with inertia back to the density and momentum at which a cycle moved it least. Collective. */
int lbm_steady_return(struct lbm_steady *s, struct tile_error *e);

/* How many cycles it remembers at most; the same in all processes. */
int lbm_steady_depth(const struct lbm_steady *s);
/* What it remembers after `cycles` cycles, for a file, from which _resume goes on as if it had made them. The first process
 * alone has it: elsewhere there are no bytes. rest->self is s. _resume is collective. TILE_REJECTED: a number is not
 * finite. */
struct tile_rest lbm_steady_writing(struct lbm_steady *s, int64_t cycles);
struct tile_rest lbm_steady_reading(struct lbm_steady *s, int64_t cycles);
int lbm_steady_resume(struct lbm_steady *s, int64_t cycles, struct tile_error *e);

#endif

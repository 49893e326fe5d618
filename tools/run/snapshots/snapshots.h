/* SPDX-License-Identifier: BSD-3-Clause */
/* tessera-run --snapshots: the flow at equal distances of time, as VTK image data FOLDER/0001.vti ..., and ParaView's list
 * of them, FOLDER/series.pvd. Pressure and velocity are in SI units, or in lattice units where these are not known;
 * times count from step 0.
 *
 * A file is complete before the list names it, and out of the list before it is replaced: the list is whole at any
 * moment, and so is each file that it names. A run that goes on from a checkpoint takes those out of the list that are
 * later than its first step, or from steps of another plan, and writes them again. */
#ifndef SNAPSHOTS_H
#define SNAPSHOTS_H

#include "lbm.h"
#include "units.h"

struct snapshots_plan {
  const char *folder; /* as a prefix of names: with a slash at its end; it exists */
  int64_t count;      /* in every period */
  double period;      /* steps */
  int64_t origin;     /* the step at which the first period begins */
  int64_t skip;       /* periods without snapshots */
  int64_t end;        /* the last step that may have one */
};

struct snapshots;

/* TILE_USAGE: there are more snapshots than steps. Flow, domain, setup and the texts of the plan must outlive the
 * snapshots. Release with snapshots_close, also after an error. */
int snapshots_open(struct snapshots **s, const struct snapshots_plan *plan, struct lbm *flow,
                   const struct tile_domain *d, const struct lbm_setup *setup, const struct lbm_units *units,
                   struct tile_error *e);
void snapshots_close(struct snapshots *s);
/* The step of the first snapshot after `step`; INT64_MAX: there is none. */
int64_t snapshots_next(const struct snapshots_plan *plan, int64_t step);
/* Writes the snapshot of this step, which has one. */
int snapshots_take(struct snapshots *s, struct tile_error *e);
/* How many the list names, and the file that it is in. */
size_t snapshots_listed(const struct snapshots *s);
const char *snapshots_list(const struct snapshots *s);

#endif

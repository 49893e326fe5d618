/* The flow of this run at 1/n of its resolution. Made and solved step by step, so that run_refine.c can say what fails. */
#ifndef TOOLS_RUN_LEVEL_H
#define TOOLS_RUN_LEVEL_H

#include "run.h"

struct run_level {
  int n;                     /* of 1/n of the resolution */
  bool fluid;                /* what is undecided */
  struct tile_domain domain; /* of tile_coarsen() */
  struct lbm_parameters parameters;
  struct lbm_run run;
  struct run_progress progress;
};

/* Is there a way along the axis of the drive? */
bool run_level_percolates(const struct run_level *l);
/* As the run itself, which may continue an earlier one: but from rest, and with a tau of its own where tau is chosen. */
int run_level_set_up(struct run_level *l, struct tile_error *e);
/* Until it has converged, --steps are made, or a signal comes. */
int run_level_step(struct run_level *l, struct tile_error *e);
/* Column of the tensor, in voxel2 of the domain itself. */
void run_level_measure(struct run_level *l, double column[3]);
void run_level_end(struct run_level *l);

#endif

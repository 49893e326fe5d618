/* SPDX-License-Identifier: BSD-3-Clause */
/* A run, and the functions that carry it out. Functions without a return code end the program on an error, with one line.
 * A file calls only files that stand above it here; run.c, with main(), comes last. */
#ifndef TOOLS_RUN_H
#define TOOLS_RUN_H

#include "estimate.h"
#include "run_processes.h"
#include "run_report.h"
#include "snapshots.h"

/* What is printed while a flow steps: a bar, or lines with the mean flow and how far it is from its limit. */
struct run_progress {
  struct cli_progress bar;
  const struct lbm_run *loop;
  const struct tile_domain *domain;
  bool names_axis;     /* lines name the axis, since there are several drives */
  int64_t first;       /* the step at which the loop began */
  double remained, at; /* the last value of loop->remaining that differed from the one before it, and its step */
  double shrinks;      /* how much the logarithm of `remained` falls per step */
};

/* The share of the nodes in which the viscosity of --blood is at a bound of tau. */
struct run_watch {
  int moments;  /* of the present beat, so far */
  double least; /* at these */
  bool whole;   /* a whole beat has ended */
  double share; /* of the last beat */
  bool refused;
};

/* A run owns the memory behind its pointers, except argv and `name`. */
struct run {
  struct run_options options; /* axis and converge: those of the present drive */
  int argc;
  char **argv;      /* the command, for the history */
  const char *name; /* of the input, for messages */
  char digest[33];  /* of the input */
  bool fresh;       /* the input holds neither fields nor populations */
  struct tile_domain domain;
  struct tile_domain whole; /* several axes: the domain of the input; `domain` is the view that this drive has of it */
  struct lbm_parameters parameters;
  struct lbm *flow;
  struct lbm_drive drive; /* of a permeability run */
  struct lbm_run loop;
  struct run_progress progress;
  struct lbm_beat *beat;       /* NULL without --beats and --average */
  struct snapshots_plan plan;  /* of --snapshots */
  struct snapshots *snapshots; /* NULL without */
  struct run_series *series;   /* NULL without --series, and when the table is complete */
  struct run_bench bench;
  struct run_watch watch;
  struct lbm_viscosities viscosities; /* of the end; nodes 0: it does not vary, or there was no memory */
  double ends;                        /* when an answer by cycles is expected, seconds of the clock; 0: not known */
  char fit[256];                      /* what was chosen for lack of memory, and why; "": nothing */
  struct estimate estimate;           /* before the first step */
  double diffusivity;                 /* of --residence, lattice units */
  struct node_values values;          /* written with the fields; zeroed: none */
  struct residence_found residence;
  struct run_refined refined; /* of this drive */
  struct run_drive ended[3];  /* drives that have ended, `drives` of them */
  int drives;
};

/* ---- run_progress.c -------------------------------------------------------------- */

void run_progress_begin(struct run_progress *p, const char *what, const struct run_options *o,
                        const struct lbm_run *loop, const struct tile_domain *d);
/* The time from the set-up to the answer is known from now on, where cycles on a CPU (answer.h) lead to it. */
void run_expect(struct run *r);
/* A phase of the set-up begins. */
void run_phase(const struct run *r, const char *phase);
void run_progress_at(struct run_progress *p, int64_t step);
void run_progress_end(struct run_progress *p);

/* ---- run_write.c: files of results ----------------------------------------------- */

/* Fields; fields, populations and the sums of beats; what --average writes. */
enum run_content { RUN_FIELDS, RUN_POPULATIONS, RUN_AVERAGE };
/* Writes a file; the header of the domain is updated. Collective. */
int run_write(struct run *r, const char *path, enum run_content content, struct tile_error *e);
/* Writes fields and populations of the present step to --checkpoint. If the device can keep a copy of the populations, a
 * thread writes the file, and uses the header of the domain until run_checkpoint_end. Returns the error of the
 * previous checkpoint, too. */
int run_checkpoint(struct run *r, struct tile_error *e);
/* Waits until that file is complete. Call it before anything else is written and before the program ends. */
int run_checkpoint_end(struct tile_error *e);

/* ---- run_files.c: before the first step -------------------------------------------- */

/* flow.tile -> flow-x.tile. The caller frees the result. */
char *run_axis_path(const char *path, int axis);
/* Usage errors: an output is an input or another output. An error, too, where one cannot be written. */
void run_check_files(const struct run_options *o);
/* Ends the program if another run holds the open file, which it writes. The lock is held until the program ends. */
void run_lock(int file, const char *path);
/* The same of the folder of --snapshots, once it is there. */
void run_lock_folder(const struct run_options *o);

/* ---- run_walls.c: --force-on and --patch-flux ------------------------------------- */

/* Usage errors of the flow that is set up: unknown walls, a domain without patches, not enough memory. */
void run_check_walls(const struct run *r);
void run_check_patches(const struct run *r);
/* The walls of --force-on; the caller frees the array. */
struct lbm_wall_choice *run_chosen_walls(const struct run *r);
/* The point of --about in voxels; run_check_walls has found that it is known. */
void run_about(double voxel[3], const struct run *r);
/* Add forces and fluxes of the present flow to the report; fluxes also where openings were watched (openings.h). */
void run_forces(const struct run *r, struct run_report *report);
void run_fluxes(const struct run *r, struct run_report *report);

/* ---- run_viscosity.c: of --blood and --les ------------------------------------------------- */

/* Warns, before the first step, of a law that is at a bound of tau at the shear rate of the inlet. */
void run_viscosity_expect(const struct run *r);
/* The first step after `step` at which the viscosity is looked at; INT64_MAX: none. */
int64_t run_viscosity_next(const struct run *r, int64_t step);
/* EXIT_DIVERGED: the law of --blood is at a bound of tau in most nodes of a flow that has settled, or at all moments of a
 * beat. */
int run_viscosity_watch(struct run *r, struct tile_error *e);
/* Sets r->viscosities, and warns of, or refuses, a flow that has ended likewise. */
void run_viscosity_end(struct run *r);

/* ---- run_series.c: --series, a table with a row every so many steps ---------------------- */

/* Usage errors: options that --series needs and that it excludes. */
void run_check_series(const struct run_options *o);
/* Finds walls and points in the flow that is loaded and opens the table. It keeps the rows up to the present step. */
void run_series_begin(struct run *r);
/* Appends the row of the present step; self: struct run. */
int run_series_row(void *self, struct tile_error *e);
void run_series_end(struct run *r);

/* ---- run_refine.c: --refine, the same flow at coarser resolutions ------------------------ */

/* Usage errors: patches beside the drive that are no walls at rest. */
void run_check_sides(const struct run_options *o, const struct lbm_parameters *p, const struct tile_domain *d);
/* Computes the coarser levels of the flow that is set up, before the flow itself takes memory. */
void run_refine(struct run *r);
/* Completes r->refined with the result of the drive at full resolution, and copies it to d. */
void run_refine_end(struct run *r, struct run_drive *d);

/* ---- run_fit.c: precision and copies by the memory that there is -------------------------- */

/* Chooses copies and precision of a flow that is to be corrected so that it fits with its correction, and says so where
 * that is not the first choice. */
void run_fit(struct run *r);

/* ---- run_load.c: from the input to a flow that may step ---------------------------------- */

/* Reads the input: afterwards there is a flow that may step or, with several axes, the domain alone. */
void run_load(struct run *r);
/* Sets parameters and drive from header and options. */
void run_set_up(struct run *r);
/* Checks that the flow can exist and gives the result that the options ask for. */
void run_check_flow(struct run *r);
/* The part of this that differs between the axes of --permeability: is there a steady flow? */
void run_check_drive(struct run *r);
/* Checks the memory before the flow is made. Padding and the lists of boundaries are not counted. */
void run_afford(const struct run *r);

/* ---- run_bench.c: --benchmark, and the speed that the copy bandwidth allows --------------- */

void run_measure(struct run *r);
/* Says what can be said before the first step of a flow through openings, and keeps it for the report. */
void run_estimate(struct run *r);
/* Predicts the speed after a run that lasted some seconds; after a shorter one it would take too long. */
void run_predict(struct run *r);

/* ---- run_engine.c: the steps of one flow, its files and its report ------------------------ */

/* Adds the command to the history of the result. The history names the instruction set, on which the bits of the result
 * depend. */
void run_add_history(struct run *r);
/* Makes the steps; true: until the flow has converged. */
void run_step(struct run *r, bool converge);
/* Makes the steps of a drive of --forchheimer. A flow that diverges is no error that ends the program: LBM_DIVERGED. */
int run_step_inertial(struct run *r, bool creeping, struct tile_error *e);
/* Begins the cycles that a run has made before, if it goes on as it did, and their memory can be read. exact: so can the
 * populations. */
void run_begin_cycles(struct run *r, bool exact);
void run_write_fields(struct run *r, const char *path);
/* The report of the present flow, without drives, forces and fluxes. */
struct run_report run_make_report(struct run *r, bool converge);
/* Adds the drive that has just ended to the run and to the report. */
void run_add_drive(struct run *r, struct run_report *report);
/* Appends the row of --csv, if it is given. */
void run_add_row(const struct run *r, const struct run_report *report);
void run_warn_unconverged(const struct run *r);
/* Frees flow and parameters, not the domain. */
void run_end_flow(struct run *r);

/* ---- run_axes.c: --permeability along several axes, --forchheimer ------------------------------- */

/* Usage errors: options that exclude several axes. */
void run_check_several(const struct run_options *o);
/* Makes one drive after another with the domain that is loaded; prints their reports and the tensor. Returns the exit
 * status. */
int run_drive_along_all(struct run *r);
/* --forchheimer: one drive after another along one axis with the flow that is loaded; prints the report. Returns the exit
 * status. */
int run_forchheimer(struct run *r);

#endif

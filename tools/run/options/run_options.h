/* SPDX-License-Identifier: BSD-3-Clause */
/* The options of tessera-run: the table, and what can be said about them before anything is read. */
#ifndef TOOLS_RUN_OPTIONS_H
#define TOOLS_RUN_OPTIONS_H

#include "beat_run.h"
#include "blood.h"
#include "cli.h"
#include "lbm.h"
#include "residence_run.h"
#include "units.h"

/* A member is NULL, 0 or false where its option is not given, unless its comment says otherwise. Texts belong to argv.
 * Every struct run has a copy of its own, in which `axis` and `converge` are those of the present drive. */
struct run_options {
  const char *input;  /* as it was given; NULL or "-": standard input */
  const char *folder; /* of -o FOLDER/, with its slash: `output` is a file in it */
  const char *output, *checkpoint, *csv, *series, *device;
  const char *steps;    /* "N" or "+N" */
  double converge, tau; /* relative change; steps */
  bool converge_chosen; /* --converge is not given, but --permeability implies it */
  struct lbm_blood blood;
  double smagorinsky;
  struct cli_quantity viscosity, time_step, density, drop, period;
  struct cli_quantity force[3];
  bool tau_auto;                                                       /* --tau auto */
  int lattice, collision, equilibrium, precision, layout, walls, axis; /* -1: not given */
  int copies;
  enum lbm_addressing addressing;
  unsigned diffusion; /* axes of --diffusion, a bit each */
  unsigned axes;      /* of --permeability or --forchheimer, a bit each; axis: the one of them that drives now */
  int64_t every, series_every, snapshots, threads;
  int64_t ramp;                                              /* steps; -1: not given */
  struct cli_values sets, walls_of, watched, conductivities; /* of --set, --force-on, --watch, --conductivity */
  struct cli_place about;
  struct residence_option residence;
  struct beat_goal beats;
  const char *average;
  bool json, benchmark, refine, patch_flux;
  bool forchheimer; /* several drives along `axis`, the one axis of --forchheimer */
};

extern const struct cli_program run_program;

/* Parses the command line, and sets the options that others imply. Called once:
 * the lists in the result belong to run_options.c. Usage errors end the program. */
struct run_options run_read_options(int argc, char **argv);
/* Makes the folder of -o FOLDER/, unless it is there. An error ends the program. */
void run_make_folder(const struct run_options *o);
/* Does --permeability name several axes? Then there is a flow for each. */
bool run_several(const struct run_options *o);
/* Are fields written? To standard output, unless the options name a file or ask for a report alone. */
bool run_wants_fields(const struct run_options *o);
/* The step to reach, from a flow of this period (steps) that has made `step` steps; INT64_MAX: none. Usage errors end the
 * program. */
int64_t run_last_step(const struct run_options *o, double period, int64_t step, bool converge);
/* The value of an option in lattice units: a bare number, or a physical one, which must have these exponents of metre,
 * second and kilogram. Usage errors end the program. */
double run_lattice(const struct cli_quantity *q, enum lbm_quantity kind, int metre, int second, int kilogram,
                   const struct lbm_units *u, const char *option);

#endif

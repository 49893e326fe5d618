/* SPDX-License-Identifier: BSD-3-Clause */
/* The results of a run and how they are printed: as text, as JSON and as a row of a table. */
#ifndef TOOLS_RUN_REPORT_H
#define TOOLS_RUN_REPORT_H

#include "estimate.h"
#include "interval.h"
#include "loop.h"
#include "residence_run.h"
#include "snapshots.h"
#include "run_options.h"
#include "sample.h"
#include "tensor.h"
#include "viscosity.h"

/* What --benchmark has measured, or a prediction beside a run. */
struct run_bench {
  bool done; /* --benchmark has measured: there is no flow to report */
  struct lbm_timing timing[LBM_TIMINGS];
  double copy;      /* copy bandwidth in bytes/s; 0: not measured */
  double traffic;   /* bytes per node and step */
  double predicted; /* MFLUPS of time steps alone at that bandwidth (forecast.h) */
};

/* What --refine has found for one drive. */
struct run_refined {
  bool on;
  char why[128];            /* why there is no interval; "": there is one */
  struct lbm_levels levels; /* voxel2 of the domain */
  struct lbm_interval interval;
  double half[2][3]; /* columns of the tensor at half resolution: undecided voxels solid, fluid */
  double moved[3];   /* that with undecided voxels fluid and walls moved */
  double error[3];   /* of the column of the tensor */
  double seconds;    /* spent in steps at all coarser levels */
};

/* The result of one drive of a permeability run. NaN: unknown. */
struct run_drive {
  struct lbm_permeability k;
  struct lbm_permeability inside, sample; /* of the nodes inside a mask; without layers */
  double column[3];                       /* of the tensor, voxel2 */
  double viscosity, density;              /* kinematic, m2/s; kg/m3 */
  int64_t steps, corrections;
  bool converged;
  double remaining, seconds; /* bound of the relative change still to come; spent in steps */
  double correcting;         /* seconds of these, of corrections beside their time steps */
  double tau, fastest;       /* steps; voxels per step */
  double density_range;      /* relative to the mean density 1 */
  struct run_refined refined;
};

/* The flow, parameters and domain belong to the run and must outlive the report. */
struct run_report {
  const struct tile_domain *domain;
  const char *digest; /* of the input */
  const struct lbm_parameters *parameters;
  struct lbm *flow;
  const struct lbm_run *loop;
  const struct run_bench *bench;
  const struct estimate *estimate;
  bool to_converge;                        /* the run was to converge within `bound` */
  const struct residence_found *residence; /* NULL: nothing was found */
  const char *fit;                         /* what was chosen for lack of memory, and why; "": nothing */
  double bound;
  double correcting;             /* seconds of corrections beside their time steps */
  struct lbm_totals totals;      /* zero after a benchmark */
  double superficial;            /* mean velocity along the drive over the whole box, voxels per step */
  double density_range;          /* of a driven quasi-compressible flow, else NaN */
  const struct run_drive *drive; /* of a permeability run, `drives` of them */
  int drives;
  const struct lbm_tensor *tensor; /* NULL: none */
  struct cli_force *force;         /* on walls, `forces` of them; the caller frees it */
  size_t forces;
  struct lbm_viscosities viscosities; /* nodes 0: it does not vary, or there was no memory */
  const struct snapshots *snapshots;  /* NULL: there are none */
  struct beat_report beats;           /* beats.beat NULL: there are none */
  struct cli_fluxes flux;             /* through patches; flux.of: NULL without --patch-flux; the caller frees it */
};

/* Warns of flows outside the limits of the method. */
void run_warn(const struct run_report *r);
void run_print(FILE *out, const struct run_report *r);
void run_print_json(FILE *out, const struct run_report *r);

/* ---- run_interval.c: the interval of --refine; dx: voxel size in m, 0: unknown -------- */

/* In voxel2; that of the run itself where there is no interval. */
struct cli_result run_result_of(const struct run_drive *d);
void run_print_interval(FILE *out, const struct run_drive *d, double dx);
/* Writes the member "interval" of an open object. */
void run_json_interval(struct json *j, const struct run_drive *d, double dx);

/* ---- run_tensor.c: the tensor of several drives ------------------------------- */

void run_print_tensor(FILE *out, const struct run_report *r);
/* Writes the member "tensor" of an open object. */
void run_json_tensor(struct json *j, const struct run_report *r);

/* ---- run_csv.c: the table of --csv ---------------------------------------------- */

/* Usage errors end the program: options that --csv excludes, or a file that is no such table. */
void run_check_csv(const struct run_options *o);
/* Appends the row of a run that has ended; other programs may append to the file at the same time. */
int run_append_csv(const struct run_options *o, const struct run_report *r, struct tile_error *e);

#endif

/* The parts of tessera-run: what was asked for, how it becomes parameters, its files, the report. */
#ifndef TOOLS_RUN_H
#define TOOLS_RUN_H

#include "cli.h"
#include "lbm.h"
#include "parameters.h"
#include "interval.h"
#include "loop.h"
#include "sample.h"
#include "tensor.h"

struct run_options {
  const char *output, *checkpoint, *csv, *series, *device;
  const char *steps; /* "N" or "+N" */
  double converge, tau;
  bool converge_chosen; /* not asked for: implied by others */
  struct cli_quantity viscosity, time_step, density, drop;
  struct cli_quantity force[3];
  bool forced, automatic;                                              /* automatic: --tau auto */
  int lattice, collision, equilibrium, precision, layout, walls, axis; /* -1: not given */
  int copies;                                                          /* 0: not given */
  enum lbm_addressing addressing;
  unsigned axes; /* of --permeability; axis: the one of them that drives now */
  int64_t every, series_every, threads;
  struct cli_values sets, walls_of, watched; /* of --set, --force-on, --watch */
  double about[3];
  bool turned; /* --about is given */
  bool json, benchmark, refine, patch_flux;
};

extern struct run_options asked;
extern const struct cli_program run_program;
/* Of those that exclude each other, before anything is read; usage errors end the program. */
void run_check_options(const char *input);

/* Options override the header; patches, drive and units are set. Usage errors end the program. */
int run_set_up(const struct run_options *o, struct lbm_parameters *p, struct tile_domain *d, struct lbm_drive *drive,
               struct tile_error *e);
/* The conditions of patches: --set, walls of several drives. Usage errors end the program. */
void run_set_conditions(const struct run_options *o, struct lbm_parameters *p, const struct tile_domain *d);
/* Of those set now, velocities that lead next to nothing through their patches. */
void run_warn_of_inflows(const struct run_options *o, const struct lbm_parameters *p, const struct tile_domain *d);
/* A number in lattice units, or a physical one of the right dimension. */
double run_lattice(const struct cli_quantity *q, enum lbm_quantity kind, int metre, int second, int kilogram,
                   const struct lbm_units *u, const char *option);
/* TILE_REJECTED when the flow that is asked for cannot be. */
int run_check_possible(const struct run_options *o, const struct lbm_parameters *p, const struct tile_domain *d,
                       struct tile_error *e);
/* Patches without a condition on the faces of the other axes that are asked for: walls at rest. */
void run_rest_sides(const struct run_options *o, struct lbm_parameters *p, const struct tile_domain *d);
/* The step to reach. */
int64_t run_last_step(const struct run_options *o, int64_t step, bool converge);

/* Signals that end a run after its step: SIGINT and SIGTERM; of several processes SIGUSR1, as mpirun ends them at once at
 * those. The one that was caught, 0: none; of several processes that which run_agree has found in any of them. */
void run_watch_signals(void);
int run_caught(void);
bool run_agree(void);

/* ---- several processes ------------------------------------------------------ */

/* Before anything else. */
void run_begin_processes(char **argv);
/* Is this the one that speaks and writes? */
bool run_leads(void);
/* About what each process has of so many nodes. */
size_t run_share_of(size_t nodes);
/* The output of the first process, which has opened it, in the others too; false, in all: not all can open it, or it is
 * no file beside its place. */
bool run_join_output(struct cli_output *o, const char *path);
/* Usage errors end the program: of an input that only one can read; of processes that do not do the same. */
void run_check_processes(const char *input);
void run_check_same(const struct tile_domain *d);
/* Which walls of the domain this process reads. NULL: all. */
const struct tile_keeper *run_wall_keeper(void);

/* ---- several axes --------------------------------------------------------- */

bool run_several(void);
/* What they exclude; usage errors end the program. */
void run_check_several(const char *input);
void run_need_domain(const struct tile_domain *d, const char *name);
/* flow.tile -> flow-x.tile; free(). */
char *run_axis_path(const char *path, int axis);
/* The domain as it was read, with patches and a header of its own; what lies in its tiles is that of `whole`. */
int run_view(struct tile_domain *view, const struct tile_domain *whole, struct tile_error *e);
void run_view_free(struct tile_domain *view);

/* ---- --refine ------------------------------------------------------------- */

/* The levels of one drive, in voxel2 of the domain, and what they give. */
struct run_refined {
  bool asked;
  char why[128]; /* there is no interval; "": there is */
  struct lbm_levels levels;
  struct lbm_interval interval;
  double half[2][3]; /* columns of the tensor at half resolution, by what the undecided are */
  double error[3];   /* of the column */
  double seconds;    /* in steps, at all coarser levels */
};
/* What it excludes; usage errors end the program. */
void run_check_refine(void);
void run_check_sides(const struct run_options *o, const struct lbm_parameters *p, const struct tile_domain *d);

/* ---- --force-on ----------------------------------------------------------- */

/* What it excludes, and, of the flow that is set up, whether there are such walls, and memory; usage errors end the program. */
void run_check_forces(void);
void run_check_walls(void);
/* The walls by their names; free(). */
struct lbm_wall_choice *run_chosen_walls(void);
/* Into the report of the flow as it stands. */
struct run_report;
void run_forces(struct run_report *r);

/* ---- --patch-flux --------------------------------------------------------- */

/* What it excludes, and, of the flow that is set up, whether there are patches, and memory; usage errors end the program. */
void run_check_flux(void);
void run_check_patches(void);
/* Into the report of the flow as it stands. */
void run_fluxes(struct run_report *r);

/* What goes into a file, and where. */
struct run_result {
  const char *path;
  struct lbm *flow;
  const struct lbm_parameters *parameters;
  struct tile_domain *domain; /* its header is written to */
};
/* Fields, with populations or without; done when it returns. */
int run_write(const struct run_result *r, bool populations, struct tile_error *e);
/* Both, as they are now. Where the device can keep a copy a thread writes it, which uses the domain's header until
 * run_checkpoint_end; else as run_write. An error of the previous checkpoint is reported by this call. */
int run_checkpoint(const struct run_result *r, struct tile_error *e);
/* Waits until the file that is being written is complete. Before anything else is written, and before the program ends. */
int run_checkpoint_end(struct tile_error *e);

/* While it steps: a bar, or lines that also tell the mean flow and how far it is from its limit. */
struct run_progress {
  struct cli_progress bar;
  const struct lbm_run *run;
  const struct tile_domain *domain;
  int64_t first;       /* step that the run began at */
  double remained, at; /* what remained of the change when a line last found it to be another, and at which step */
  double shrinks;      /* its logarithm, each step */
};
void run_progress_begin(struct run_progress *p, const struct lbm_run *run, const struct tile_domain *d);
void run_progress_at(struct run_progress *p, int64_t step);
void run_progress_end(struct run_progress *p);

struct run_bench {
  bool done;
  struct lbm_timing timing[LBM_TIMINGS];
  double copy;      /* bytes/s */
  double traffic;   /* bytes a node and step, and */
  double predicted; /* MFLUPS: what forecast.h says at that */
};

/* What a drive of a permeability run has given. */
struct run_drive {
  struct lbm_permeability k;
  struct lbm_permeability inside, sample; /* of the nodes inside a mask; without layers; NaN without these */
  double column[3];                       /* of the tensor, voxel2 */
  double viscosity, density;              /* kinematic, m2/s; kg/m3; NaN: unknown */
  int64_t steps;
  bool converged;
  double remaining, seconds, tau, fastest, density_range;
  struct run_refined refined;
};

struct run_report {
  const struct tile_domain *domain;
  const struct lbm_parameters *parameters;
  struct lbm *flow;
  const struct lbm_run *run;
  const struct run_bench *bench;
  bool asked; /* for convergence */
  double bound;
  struct lbm_totals totals;
  double superficial;            /* along the drive */
  double density_range;          /* of a driven quasi-compressible flow, else NaN */
  const struct run_drive *drive; /* of a permeability run, `drives` of them */
  int drives;
  const struct lbm_tensor *tensor; /* NULL: none */
  struct cli_force *force;         /* on walls, `forces` of them; free() */
  size_t forces;
  struct cli_fluxes flux; /* through patches; of: NULL: not asked for; free() */
};
/* The report of several drives: sums of steps and seconds, the worst of what remains, converged if all are. */
struct run_whole {
  struct run_report report;
  struct lbm_run run;
  struct lbm_parameters parameters;
  struct lbm_tensor tensor;
};
void run_whole_make(struct run_whole *w, const struct run_report *last);

void run_print(FILE *out, const struct run_report *r);
void run_print_json(FILE *out, const struct run_report *r);
/* A row of the table --csv: what excludes it (usage errors end the program), and the row of a run that has ended. */
void run_check_csv(void);
int run_append_csv(const char *input, const struct run_report *r, struct tile_error *e);
const char *run_columns(void); /* their names, as a line */
void run_put_row(FILE *out, const char *input, const struct run_report *r);
/* Of a drive, where --refine asks for it. */
void run_print_interval(FILE *out, const struct run_drive *d, double dx);
void run_json_interval(struct json *j, const struct run_drive *d, double dx);
void run_print_tensor(FILE *out, const struct run_report *r);
void run_json_tensor(struct json *j, const struct run_report *r);

#endif

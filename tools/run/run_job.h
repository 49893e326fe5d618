/* The run of this program, in the files that share it: run.c steps and tells, run_load.c reads, run_axes.c does so for
 * one axis after another. */
#ifndef TOOLS_RUN_JOB_H
#define TOOLS_RUN_JOB_H

#include "run.h"

struct run_job {
  const char *name;  /* of the input */
  const char *input; /* as it was given; NULL: standard input */
  char digest[33];
  struct tile_domain domain;
  struct tile_domain whole; /* several axes: what was read; `domain` is the view that this drive has of it */
  struct lbm_parameters parameters;
  struct lbm *flow;
  struct lbm_drive drive;
  struct lbm_run run;
  struct run_bench bench;
  struct run_progress progress;
  struct run_refined refined; /* of this drive */
  bool fresh;                 /* neither fields nor populations in the input */
  struct run_drive drive_made[3];
  int drives_made;
};
extern struct run_job job;

/* Content errors of the input name it. */
void run_check_read(int code, struct tile_error *e);

/* Everything of the input: one flow that is begun, or the domain alone where there are several axes. */
void run_load(const char *path);
/* Parameters and drive, as the header and the options have them. */
void run_job_set_up(void);
/* Can this flow be, and does it give what is asked for? */
void run_job_check(void);
/* Before the work of setting up; padding and the lists of boundaries come on top. */
void run_job_afford(void);

/* --refine: coarser levels of the flow that is set up, before it takes memory; what they tell of the drive. */
void run_refine(void);
void run_refine_end(struct run_drive *d);

void run_remember_command(int argc, char **argv);
void run_job_step(bool converge);
void run_write_fields(const char *path);
/* What is told of the flow as it stands. */
struct run_report run_survey_job(bool converge);
/* The drive that has just ended, which r tells then. */
void run_note_drive(struct run_report *r);
void run_warn_unconverged(void);
/* A row of --csv, where there is one. */
void run_note_row(const struct run_report *r);
void run_end_flow(void);

/* One drive after another, their reports, and the tensor. The exit status. */
int run_drive_along_all(int argc, char **argv);

#endif

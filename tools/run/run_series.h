/* --series: a table of forces on walls, of fluxes through patches and of the flow at points, a row every so many steps. */
#ifndef TOOLS_RUN_SERIES_H
#define TOOLS_RUN_SERIES_H

#include "run_job.h"

/* What it needs and excludes; usage errors end the program. */
void run_check_series(void);
/* Of the flow that is loaded, before its first step: finds walls and points, and the end of the rows that are there up to this
 * step, after which the others are cut off. */
void run_series_begin(void);
/* A row of the flow as it stands; for struct lbm_run. */
int run_series_row(void *self, struct tile_error *e);
void run_series_end(void);

/* run_series_file.c: the file, at the end of its rows; columns of each walls and each point. */
enum { RUN_SERIES_OF_WALLS = 12, RUN_SERIES_OF_POINT = 8 };
int run_series_open(FILE **file, struct tile_error *e);
int run_series_errno(struct tile_error *e);

#endif

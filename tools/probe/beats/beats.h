/* SPDX-License-Identifier: BSD-3-Clause */
/* What a file of tessera-run --beats or --average holds of its last beat: curves of the openings in the header, and named
 * values of the nodes beside walls. */
#ifndef BEATS_H
#define BEATS_H

#include "parameters.h"
#include "probe_walls.h"

/* ---- beat_curves.c ----------------------------------------------------------- */

/* The columns of the table: the time since the beat began, then for each opening the two of enum beat_column. In s, Pa
 * and mL/s, or in lattice units where these are not known, as the names of columns say. */
enum beat_column { BEAT_PRESSURE, BEAT_FLOW, BEAT_COLUMNS };
struct beat_curves {
  struct lbm_parameters parameters;
  int openings;
  const char **opening; /* [openings], names; those of the domain */
  struct table table;   /* a row for each sample */
  struct table_column *column;
  char (*text)[2][64]; /* key and title of each column */
};
/* Error TILE_REJECTED: there are none. Release with beat_curves_free, also after an error. */
int beat_curves_make(struct beat_curves *c, const struct fields *f, struct tile_error *e);
void beat_curves_free(struct beat_curves *c);
/* Does the header have curves? */
bool beat_curves_has(const struct fields *f);
static inline size_t beat_curves_column(int opening, enum beat_column column)
{
  return 1 + (size_t)opening * BEAT_COLUMNS + column;
}
/* --table: prints the curves as CSV, or as JSON, and adds them to the charts of --plot. */
int beat_curves_print(const struct fields *f, struct probe_report *r, struct tile_error *e);

/* ---- wall_values.c ------------------------------------------------------------- */

/* Mean and percentiles of a named value over the area of the walls where it is known; share: of the area of all. */
struct wall_value {
  const struct tile_value *value;
  double of[PROBE_WALL_VALUES], share;
};
/* Sets to[i] for each named value i of f; `area`, in voxel2. */
int wall_values_find(struct wall_value to[TILE_VALUES_LIMIT], double *area, const struct probe_walls *w,
                     const struct fields *f, struct tile_error *e);
/* Prints them, below a summary; of a file of averages. */
int wall_values_print(const struct probe_walls *w, const struct fields *f, struct probe_report *r,
                      struct tile_error *e);

#endif

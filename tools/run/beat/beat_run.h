/* SPDX-License-Identifier: BSD-3-Clause */
/* tessera-run --beats and --average: the files and the report of averages over beats (solver/beat/beat.h). */
#ifndef BEAT_RUN_H
#define BEAT_RUN_H

#include "beat.h"
#include "cli.h"
#include "node_values.h"

/* --beats N, periodic:EPS or periodic:EPS,MOST. */
struct beat_goal {
  int64_t most;    /* beats to make; 0: not given */
  double periodic; /* end when less is left to change, relative; 0: after `most` */
};
int beat_goal_parse(void *to, const char *value, struct tile_error *e);

/* ---- beat_files.c ---------------------------------------------------------------- */

/* Takes the sums of a checkpoint from named values that were read. Where they are missing, the beat begins anew. */
void beat_restore(struct lbm_beat *b, const struct node_values *v);
/* The sums as named values, for a checkpoint: columns of b, which *v does not own. Release v->begin alone. */
int beat_values(struct node_values *v, const struct lbm_beat *b, struct tile_error *e);
/* What --average writes: the indices as named values, which *v owns (collective), and the means as fields. */
int beat_indices(struct node_values *v, struct lbm_beat *b, struct tile_error *e);
struct beat_means {
  const struct lbm_beat *beat;
  const struct node_values *values; /* of the same domain */
};
struct tile_array beat_means(struct beat_means *m);

/* The mean velocity of the beat, in one process, in columns velocity[axis], which are allocated; the caller frees them,
 * also after an error. */
int beat_velocity(float *velocity[3], const struct lbm_beat *b, struct tile_error *e);

/* ---- beat_report.c --------------------------------------------------------------- */

/* What a run over beats has found. */
struct beat_report {
  struct lbm_beat *beat;
  const struct beat_goal *goal;
};
/* Both are collective. */
void beat_print(FILE *out, const struct beat_report *r);
void beat_json(struct json *j, const struct beat_report *r);
/* Warnings: the averages are not those of a whole beat; capacitors have not settled. */
void beat_warn(const struct beat_report *r);

#endif

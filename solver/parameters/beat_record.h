/* SPDX-License-Identifier: BSD-3-Clause */
/* What a flow over beats has done so far, besides the sums of its nodes (solver/beat): part of the header of results. */
#ifndef BEAT_RECORD_H
#define BEAT_RECORD_H

#include "memory.h"

enum { LBM_BEAT_SAMPLES = 100 }; /* of a beat, at equal distances; the last is at its end */

/* Changes from beat to beat: the largest one of the pressure of an opening, relative to the range of all pressures; the
 * largest one of the flow through an opening, relative to the largest flow; the mean one of TAWSS, relative to its
 * mean. */
enum lbm_beat_change { LBM_CHANGE_PRESSURE, LBM_CHANGE_FLOW, LBM_CHANGE_SHEAR, LBM_BEAT_CHANGES };

enum lbm_beat_of { LBM_THIS_BEAT, LBM_LAST_BEAT, LBM_BEATS_KEPT };
enum lbm_curve_kind { LBM_CURVE_PRESSURE, LBM_CURVE_FLOW, LBM_CURVES };

struct lbm_beat_record {
  int64_t beats;                   /* complete ones */
  int taken;                       /* samples of this beat; LBM_BEAT_SAMPLES: it is complete */
  bool has_before;                 /* the curves of the last beat are there */
  double change[LBM_BEAT_CHANGES]; /* negative: not known */
  int patches;
  double *curve[LBM_BEATS_KEPT]; /* owned: gauge pressure at the patches and flow into the domain, in lattice units */
};

/* Makes room for the curves of so many patches, unless there is. */
int lbm_beat_record_fit(struct lbm_beat_record *r, int patches, struct tile_error *e);
void lbm_beat_record_clear(struct lbm_beat_record *r);
/* The place of a value. Samples of a curve follow each other. */
static inline double *lbm_beat_curve(const struct lbm_beat_record *r, enum lbm_beat_of of, int patch,
                                     enum lbm_curve_kind kind, int sample)
{
  return r->curve[of] + ((ptrdiff_t)patch * LBM_CURVES + kind) * LBM_BEAT_SAMPLES + sample;
}
/* This beat becomes the last one. */
void lbm_beat_record_turn(struct lbm_beat_record *r);
/* Sets the changes; shear: that of TAWSS. */
void lbm_beat_record_compare(struct lbm_beat_record *r, double shear);
/* The largest of the changes; infinity: they are not known. */
double lbm_beat_record_change(const struct lbm_beat_record *r);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
#include "beat_record.h"

#include <math.h>
#include <stdlib.h>

int lbm_beat_record_fit(struct lbm_beat_record *r, int patches, struct tile_error *e)
{
  const size_t values = (size_t)patches * LBM_CURVES * LBM_BEAT_SAMPLES;
  if (r->curve[LBM_THIS_BEAT] && r->patches == patches)
    return 0;
  r->patches = patches;
  for (int i = 0; i < LBM_BEATS_KEPT; i++) {
    free(r->curve[i]);
    if (!(r->curve[i] = tile_alloc(values, sizeof *r->curve[i])))
      return tile_fail_memory(e, values * sizeof *r->curve[i], "the flow through openings over a beat");
  }
  return 0;
}

void lbm_beat_record_clear(struct lbm_beat_record *r)
{
  for (int i = 0; i < LBM_BEATS_KEPT; i++)
    free(r->curve[i]);
  *r = (struct lbm_beat_record){.change = {-1, -1, -1}};
}

void lbm_beat_record_turn(struct lbm_beat_record *r)
{
  double *last = r->curve[LBM_LAST_BEAT];
  r->curve[LBM_LAST_BEAT] = r->curve[LBM_THIS_BEAT];
  r->curve[LBM_THIS_BEAT] = last;
  r->has_before = true;
}

/* The largest difference between the beats in curves of a kind, over `scale`. */
static double difference(const struct lbm_beat_record *r, enum lbm_curve_kind kind, double scale)
{
  double most = 0;
  for (int p = 0; p < r->patches; p++)
    for (int i = 0; i < LBM_BEAT_SAMPLES; i++)
      most = fmax(most,
                  fabs(*lbm_beat_curve(r, LBM_THIS_BEAT, p, kind, i) - *lbm_beat_curve(r, LBM_LAST_BEAT, p, kind, i)));
  return scale > 0 ? most / scale : 0;
}

static void range_of(double range[2], const struct lbm_beat_record *r, enum lbm_curve_kind kind)
{
  range[0] = (double)INFINITY;
  range[1] = -(double)INFINITY;
  for (int p = 0; p < r->patches; p++)
    for (int i = 0; i < LBM_BEAT_SAMPLES; i++) {
      const double value = *lbm_beat_curve(r, LBM_THIS_BEAT, p, kind, i);
      range[0] = fmin(range[0], value);
      range[1] = fmax(range[1], value);
    }
}

void lbm_beat_record_compare(struct lbm_beat_record *r, double shear)
{
  double pressure[2], flow[2];
  range_of(pressure, r, LBM_CURVE_PRESSURE);
  range_of(flow, r, LBM_CURVE_FLOW);
  r->change[LBM_CHANGE_PRESSURE] = difference(r, LBM_CURVE_PRESSURE, pressure[1] - pressure[0]);
  r->change[LBM_CHANGE_FLOW] = difference(r, LBM_CURVE_FLOW, fmax(fabs(flow[0]), fabs(flow[1])));
  r->change[LBM_CHANGE_SHEAR] = shear;
}

double lbm_beat_record_change(const struct lbm_beat_record *r)
{
  double most = 0;
  for (int i = 0; i < LBM_BEAT_CHANGES; i++)
    most = r->change[i] < 0 ? (double)INFINITY : fmax(most, r->change[i]);
  return most;
}

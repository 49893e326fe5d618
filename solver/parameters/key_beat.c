/* SPDX-License-Identifier: BSD-3-Clause */
/* Key beat: "BEATS TAKEN BEFORE PRESSURE FLOW SHEAR", members of struct lbm_beat_record. Keys beat-curves and
 * beat-before: the curves of this beat and of the last one, in the order of lbm_beat_curve. */
#include "key_type.h"

#include <math.h>

enum { VALUES = 3 + LBM_BEAT_CHANGES };

static bool is_count(double value, double most)
{
  return value >= 0 && value <= most && floor(value) == value;
}

static int read_beat(void *to, const struct lbm_key_row *k, const struct tile_domain *d, struct tile_error *e)
{
  const char *text = tile_header_get(&d->header, k->name);
  struct lbm_beat_record *r = to;
  double value[VALUES];
  if (lbm_key_reals(value, VALUES, text, k, e))
    return e->code;
  if (!is_count(value[0], 1e9) || !is_count(value[1], LBM_BEAT_SAMPLES) || !is_count(value[2], 1))
    return lbm_key_wrong(e, k, text);
  r->beats = (int64_t)value[0];
  r->taken = (int)value[1];
  r->has_before = value[2] > 0;
  for (int i = 0; i < LBM_BEAT_CHANGES; i++)
    r->change[i] = value[3 + i];
  return 0;
}

static void write_beat(FILE *out, const void *from, const struct lbm_key_row *k, const struct tile_domain *d)
{
  const struct lbm_beat_record *r = from;
  (void)k, (void)d;
  lbm_key_print_reals(out,
                      (double[]){(double)r->beats, r->taken, r->has_before, r->change[0], r->change[1], r->change[2]},
                      VALUES, ' ');
}

static int read_curve(struct lbm_beat_record *r, enum lbm_beat_of of, const struct lbm_key_row *k,
                      const struct tile_domain *d, struct tile_error *e)
{
  if (lbm_beat_record_fit(r, d->patches, e))
    return e->code;
  return lbm_key_reals(r->curve[of], d->patches * LBM_CURVES * LBM_BEAT_SAMPLES, tile_header_get(&d->header, k->name),
                       k, e);
}

static void write_curve(FILE *out, const struct lbm_beat_record *r, enum lbm_beat_of of, const struct tile_domain *d)
{
  if (r->patches == d->patches && r->curve[of])
    lbm_key_print_reals(out, r->curve[of], r->patches * LBM_CURVES * LBM_BEAT_SAMPLES, ' ');
}

static int read_this(void *to, const struct lbm_key_row *k, const struct tile_domain *d, struct tile_error *e)
{
  return read_curve(to, LBM_THIS_BEAT, k, d, e);
}

static void write_this(FILE *out, const void *from, const struct lbm_key_row *k, const struct tile_domain *d)
{
  (void)k;
  write_curve(out, from, LBM_THIS_BEAT, d);
}

static int read_last(void *to, const struct lbm_key_row *k, const struct tile_domain *d, struct tile_error *e)
{
  return read_curve(to, LBM_LAST_BEAT, k, d, e);
}

static void write_last(FILE *out, const void *from, const struct lbm_key_row *k, const struct tile_domain *d)
{
  const struct lbm_beat_record *r = from;
  (void)k;
  if (r->has_before)
    write_curve(out, r, LBM_LAST_BEAT, d);
}

const struct lbm_key_type lbm_key_beat = {read_beat, write_beat}, lbm_key_beat_curves = {read_this, write_this},
                          lbm_key_beat_before = {read_last, write_last};

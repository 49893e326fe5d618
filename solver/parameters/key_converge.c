/* SPDX-License-Identifier: BSD-3-Clause */
/* Key samples: "VALUE SPREAD VALUE SPREAD ...", with the latest sample last. Key opening-samples: "FLUX ... MASS VALUE
 * SPREAD VALUE SPREAD ...", the flux of each patch, the mass, and samples. Key relaxation: "auto NEXT VISCOUS TAU
 * BIAS". Key cycles: "DEPTH MADE IDLE LEAST", or "left STEP". */
#include "key_type.h"

#include <stdlib.h>
#include <string.h>

static int count_words(const char *text)
{
  int count = 0;
  for (text += strspn(text, " "); *text; text += strspn(text, " "), count++)
    text += strcspn(text, " ");
  return count;
}

static int read_series(void *to, const struct lbm_key_row *k, const struct tile_domain *d, struct tile_error *e)
{
  const char *text = tile_header_get(&d->header, k->name);
  double value[2 * LBM_SAMPLES];
  int count = count_words(text);
  if (!count)
    return 0;
  if (count % 2 || count > 2 * LBM_SAMPLES)
    return lbm_key_wrong(e, k, text);
  if (lbm_key_reals(value, count, text, k, e))
    return e->code;
  for (int i = 0; i < count; i += 2)
    lbm_series_add(to, (struct lbm_sample){value[i], value[i + 1]});
  return 0;
}

static void print_series(FILE *out, const struct lbm_series *s)
{
  double value[2 * LBM_SAMPLES];
  for (int i = 0; i < s->count; i++) {
    value[2 * i] = s->sample[i].value;
    value[2 * i + 1] = s->sample[i].spread;
  }
  lbm_key_print_reals(out, value, 2 * s->count, ' ');
}

static void write_series(FILE *out, const void *from, const struct lbm_key_row *k, const struct tile_domain *d)
{
  (void)k, (void)d;
  print_series(out, from);
}

const struct lbm_key_type lbm_key_series = {read_series, write_series};

static int read_opening_values(struct lbm_opening_series *s, double *value, int count, int flows, const char *text,
                               const struct lbm_key_row *k, struct tile_error *e)
{
  s->last = value;
  if (lbm_key_reals(value, count, text, k, e))
    return e->code;
  s->count = flows;
  for (int i = flows; i < count; i += 2)
    lbm_series_add(&s->series, (struct lbm_sample){value[i], value[i + 1]});
  return 0;
}

static int read_openings(void *to, const struct lbm_key_row *k, const struct tile_domain *d, struct tile_error *e)
{
  const char *text = tile_header_get(&d->header, k->name);
  const int count = count_words(text), flows = d->patches + 1, rest = count - flows;
  if (rest < 0 || rest % 2 || rest > 2 * LBM_SAMPLES)
    return lbm_key_wrong(e, k, text);
  double *value = tile_alloc((size_t)count, sizeof *value);
  return value ? read_opening_values(to, value, count, flows, text, k, e)
               : tile_fail_memory(e, (size_t)count * sizeof *value, "the samples of openings");
}

static void write_openings(FILE *out, const void *from, const struct lbm_key_row *k, const struct tile_domain *d)
{
  const struct lbm_opening_series *s = from;
  (void)k;
  if (s->count != d->patches + 1)
    return;
  lbm_key_print_reals(out, s->last, s->count, ' ');
  if (s->series.count)
    putc(' ', out);
  print_series(out, &s->series);
}

const struct lbm_key_type lbm_key_openings = {read_openings, write_openings};

static int read_relaxation(void *to, const struct lbm_key_row *k, const struct tile_domain *d, struct tile_error *e)
{
  static const char word[] = "auto ";
  const char *text = tile_header_get(&d->header, k->name);
  double value[4];
  if (strncmp(text, word, sizeof word - 1))
    return lbm_key_wrong(e, k, text);
  if (lbm_key_reals(value, 4, text + sizeof word - 1, k, e))
    return e->code;
  if (!(value[0] >= 0 && value[0] <= (double)LBM_STEP_LIMIT && value[1] >= 0 && (value[2] == 0 || value[2] > 0.5) &&
        value[3] > 0))
    return lbm_key_wrong(e, k, text);
  *(struct lbm_relaxation *)to = (struct lbm_relaxation){true, (int64_t)value[0], value[1], value[2], value[3]};
  return 0;
}

static void write_relaxation(FILE *out, const void *from, const struct lbm_key_row *k, const struct tile_domain *d)
{
  const struct lbm_relaxation *r = from;
  (void)k, (void)d;
  if (!r->automatic)
    return;
  fputs("auto ", out);
  lbm_key_print_reals(out, (double[]){(double)r->next, r->viscous, r->tau, r->bias}, 4, ' ');
}

const struct lbm_key_type lbm_key_relaxation = {read_relaxation, write_relaxation};

static const char left[] = "left ";

static int read_cycles(void *to, const struct lbm_key_row *k, const struct tile_domain *d, struct tile_error *e)
{
  const char *text = tile_header_get(&d->header, k->name);
  const bool ended = !strncmp(text, left, sizeof left - 1);
  double value[4] = {0};
  if (lbm_key_reals(value, ended ? 1 : 4, ended ? text + sizeof left - 1 : text, k, e))
    return e->code;
  for (int i = 0; i < 4; i++)
    if (!(value[i] >= 0 && value[i] <= (double)LBM_STEP_LIMIT) || (!ended && value[0] > INT8_MAX))
      return lbm_key_wrong(e, k, text);
  *(struct lbm_cycles *)to =
      ended ? (struct lbm_cycles){.left = (int64_t)value[0]}
            : (struct lbm_cycles){
                  .depth = (int)value[0], .made = (int64_t)value[1], .idle = (int64_t)value[2], .least = value[3]};
  return 0;
}

static void write_cycles(FILE *out, const void *from, const struct lbm_key_row *k, const struct tile_domain *d)
{
  const struct lbm_cycles *c = from;
  (void)k, (void)d;
  if (c->left) {
    fputs(left, out);
    lbm_key_print_reals(out, (double[]){(double)c->left}, 1, ' ');
  } else if (c->made)
    lbm_key_print_reals(out, (double[]){c->depth, (double)c->made, (double)c->idle, c->least}, 4, ' ');
}

const struct lbm_key_type lbm_key_cycles = {read_cycles, write_cycles};

/* SPDX-License-Identifier: BSD-3-Clause */
#include "key_type.h"

#include "numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int lbm_key_wrong(struct tile_error *e, const struct lbm_key_row *k, const char *text)
{
  return tile_fail(e, TILE_REJECTED, "key \"%s\" holds \"%.80s\", which is not one of its values", k->name, text);
}

int lbm_key_reals(double *value, int count, const char *text, const struct lbm_key_row *k, struct tile_error *e)
{
  const char *at = text;
  for (int i = 0; i < count; i++) {
    char *end;
    if (!tile_real_read(at, &end, value + i) || (i + 1 < count ? *end != ' ' && *end != ',' : *end != 0))
      return lbm_key_wrong(e, k, text);
    at = end + 1;
  }
  return 0;
}

void lbm_key_print_reals(FILE *out, const double *value, int count, char between)
{
  char text[TILE_REAL_TEXT];
  for (int i = 0; i < count; i++) {
    if (i)
      putc(between, out);
    if (isfinite(value[i]))
      fputs(tile_real_text(text, value[i]), out);
    else
      putc(0, out);
  }
}

/* ---- a step -------------------------------------------------------------- */

static int read_step(void *to, const struct lbm_key_row *k, const struct tile_domain *d, struct tile_error *e)
{
  int64_t *step = to;
  if (tile_header_get_ints(&d->header, k->name, 1, step, e))
    return e->code;
  return *step < 0 || *step > LBM_STEP_LIMIT ? lbm_key_wrong(e, k, tile_header_get(&d->header, k->name)) : 0;
}

static void write_step(FILE *out, const void *from, const struct lbm_key_row *k, const struct tile_domain *d)
{
  (void)k, (void)d;
  fprintf(out, "%lld", (long long)*(const int64_t *)from);
}

const struct lbm_key_type lbm_key_step = {read_step, write_step};

/* ---- words --------------------------------------------------------------- */

static int read_word(void *to, const struct lbm_key_row *k, const struct tile_domain *d, struct tile_error *e)
{
  const char *text = tile_header_get(&d->header, k->name);
  for (int i = 0; i < k->words; i++)
    if (!strcmp(text, k->word[i])) {
      memcpy(to, &i, sizeof i);
      return 0;
    }
  return lbm_key_wrong(e, k, text);
}

static void write_word(FILE *out, const void *from, const struct lbm_key_row *k, const struct tile_domain *d)
{
  int word;
  (void)d;
  memcpy(&word, from, sizeof word);
  if (word >= 0)
    fputs(k->word[word], out);
}

const struct lbm_key_type lbm_key_word = {read_word, write_word};

static int read_yes(void *to, const struct lbm_key_row *k, const struct tile_domain *d, struct tile_error *e)
{
  const char *text = tile_header_get(&d->header, k->name);
  bool yes = !strcmp(text, "yes");
  *(bool *)to = yes;
  return yes || !strcmp(text, "no") ? 0 : lbm_key_wrong(e, k, text);
}

static void write_yes(FILE *out, const void *from, const struct lbm_key_row *k, const struct tile_domain *d)
{
  (void)k, (void)d;
  fputs(*(const bool *)from ? "yes" : "no", out);
}

const struct lbm_key_type lbm_key_yes = {read_yes, write_yes};

/* ---- numbers ------------------------------------------------------------- */

static int read_real(void *to, const struct lbm_key_row *k, const struct tile_domain *d, struct tile_error *e)
{
  return tile_header_get_real(&d->header, k->name, to, e);
}

static void write_real(FILE *out, const void *from, const struct lbm_key_row *k, const struct tile_domain *d)
{
  (void)k, (void)d;
  lbm_key_print_reals(out, from, 1, 0);
}

const struct lbm_key_type lbm_key_real = {read_real, write_real};

static int read_above(void *to, const struct lbm_key_row *k, const struct tile_domain *d, struct tile_error *e)
{
  const double *value = to;
  if (read_real(to, k, d, e))
    return e->code;
  return *value > k->above
             ? 0
             : tile_fail(e, TILE_REJECTED, "key \"%s\" holds %g, which must be above %g", k->name, *value, k->above);
}

static void write_above(FILE *out, const void *from, const struct lbm_key_row *k, const struct tile_domain *d)
{
  if (*(const double *)from > k->above)
    write_real(out, from, k, d);
}

const struct lbm_key_type lbm_key_above = {read_above, write_above};

static void write_viscosity(FILE *out, const void *from, const struct lbm_key_row *k, const struct tile_domain *d)
{
  double viscosity = lbm_viscosity_of_tau(*(const double *)from);
  write_real(out, &viscosity, k, d);
}

const struct lbm_key_type lbm_key_viscosity = {read_real, write_viscosity};

static int read_vector(void *to, const struct lbm_key_row *k, const struct tile_domain *d, struct tile_error *e)
{
  return lbm_key_reals(to, 3, tile_header_get(&d->header, k->name), k, e);
}

static void write_vector(FILE *out, const void *from, const struct lbm_key_row *k, const struct tile_domain *d)
{
  const double *v = from;
  (void)k, (void)d;
  if (v[0] != 0 || v[1] != 0 || v[2] != 0)
    lbm_key_print_reals(out, v, 3, ' ');
}

const struct lbm_key_type lbm_key_vector = {read_vector, write_vector};

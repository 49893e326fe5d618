/* SPDX-License-Identifier: BSD-3-Clause */
/* Keys of conditions that change in time (course.h), words of patches, in lattice units. Key waves: "inlet=TIME,FACTOR,
 * TIME,FACTOR,...". Key outlets: "outlet1:rcr=RP,C,RD,PD,P0", ":resistance=R,PD", ":split=FRACTION" or ":fixed", with
 * ",absorbing" behind. Key outlet-states: "outlet1=FLOW,MEAN,CAPACITOR,PRESSURE,LATE,TAKEN". */
#include "course.h"
#include "key_type.h"
#include "nodes.h"

#include <stdlib.h>
#include <string.h>

/* ---- words ----------------------------------------------------------------- */

/* Reads the values of a word into the course of its patch. text: behind the name and the separator. */
typedef int read_word(struct lbm_course *c, char *text, const struct lbm_key_row *k, struct tile_error *e);

static int read_one(struct lbm_course *course, char *word, char separator, read_word *read, const struct lbm_key_row *k,
                    const struct tile_domain *d, struct tile_error *e)
{
  char *text = strchr(word, separator);
  if (!text)
    return lbm_key_wrong(e, k, word);
  *text++ = 0;
  const int patch = tile_patch_named(d, word);
  return patch < 0 ? lbm_key_wrong(e, k, word) : read(course + patch, text, k, e);
}

static int read_words(void *to, char separator, read_word *read, const struct lbm_key_row *k,
                      const struct tile_domain *d, struct tile_error *e)
{
  struct lbm_course *const *course = to;
  const char *text = tile_header_get(&d->header, k->name);
  char *copy = strdup(text), *rest = copy, *word;
  int code = copy ? 0 : tile_fail_memory(e, strlen(text), "the header");
  while (!code && (word = strsep(&rest, " ")))
    code = read_one(*course, word, separator, read, k, d, e);
  free(copy);
  return code;
}

static int count_numbers(const char *text)
{
  int count = 1;
  for (; *text; text++)
    count += *text == ',';
  return count;
}

/* ---- waves ----------------------------------------------------------------- */

static int fill_wave(struct lbm_wave *w, const double *value)
{
  for (int i = 0; i < w->points; i++) {
    w->time[i] = value[2 * i];
    w->value[i] = value[2 * i + 1];
  }
  return lbm_wave_fault(w) != NULL;
}

static int read_wave(struct lbm_course *c, char *text, const struct lbm_key_row *k, struct tile_error *e)
{
  const int count = count_numbers(text), points = count / 2;
  double *value = tile_alloc((size_t)count, sizeof *value);
  lbm_wave_free(&c->wave);
  int code = value ? lbm_key_reals(value, count, text, k, e) || lbm_wave_make(&c->wave, points, e)
                   : tile_fail_memory(e, (size_t)count * sizeof *value, "a wave");
  if (!code && (count % 2 || fill_wave(&c->wave, value)))
    code = lbm_key_wrong(e, k, text);
  free(value);
  return code ? e->code : 0;
}

static int read_waves(void *to, const struct lbm_key_row *k, const struct tile_domain *d, struct tile_error *e)
{
  return read_words(to, '=', read_wave, k, d, e);
}

static void write_waves(FILE *out, const void *from, const struct lbm_key_row *k, const struct tile_domain *d)
{
  const struct lbm_course *const *course = from;
  const char *between = "";
  (void)k;
  for (int i = 0; *course && i < d->patches; i++) {
    const struct lbm_wave *w = &(*course)[i].wave;
    if (!w->points)
      continue;
    fprintf(out, "%s%s=", between, d->patch[i].name);
    for (int n = 0; n < w->points; n++) {
      lbm_key_print_reals(out, (double[]){w->time[n], w->value[n]}, 2, ',');
      fputs(n + 1 < w->points ? "," : "", out);
    }
    between = " ";
  }
}

const struct lbm_key_type lbm_key_waves = {read_waves, write_waves};

/* ---- outlets --------------------------------------------------------------- */

static int read_outlet(struct lbm_course *c, char *text, const struct lbm_key_row *k, struct tile_error *e)
{
  static const char absorbing[] = ",absorbing";
  struct lbm_outlet *o = &c->outlet;
  const size_t length = strlen(text), tail = sizeof absorbing - 1;
  *o = (struct lbm_outlet){.absorbing = length >= tail && !strcmp(text + length - tail, absorbing)};
  if (o->absorbing)
    text[length - tail] = 0;
  char *value = strchr(text, '=');
  if (value)
    *value++ = 0;
  for (int kind = 0; kind < LBM_OUTLETS; kind++) {
    const int numbers = lbm_outlet_numbers[kind];
    if (strcmp(text, lbm_outlet_names[kind]) || !value != !numbers)
      continue;
    o->kind = (enum lbm_outlet_kind)kind;
    if (numbers && lbm_key_reals(o->number, numbers, value, k, e))
      return e->code;
    return lbm_outlet_fault(o) ? lbm_key_wrong(e, k, value ? value : text) : 0;
  }
  return lbm_key_wrong(e, k, text);
}

static int read_outlets(void *to, const struct lbm_key_row *k, const struct tile_domain *d, struct tile_error *e)
{
  return read_words(to, ':', read_outlet, k, d, e);
}

static void write_outlets(FILE *out, const void *from, const struct lbm_key_row *k, const struct tile_domain *d)
{
  const struct lbm_course *const *course = from;
  const char *between = "";
  (void)k;
  for (int i = 0; *course && i < d->patches; i++) {
    const struct lbm_outlet *o = &(*course)[i].outlet;
    if (!lbm_is_coupled(*course + i))
      continue;
    fprintf(out, "%s%s:%s", between, d->patch[i].name, lbm_outlet_names[o->kind]);
    if (lbm_outlet_numbers[o->kind])
      fputc('=', out);
    lbm_key_print_reals(out, o->number, lbm_outlet_numbers[o->kind], ',');
    fputs(o->absorbing ? ",absorbing" : "", out);
    between = " ";
  }
}

const struct lbm_key_type lbm_key_outlets = {read_outlets, write_outlets};

/* ---- their states ---------------------------------------------------------- */

static int read_state(struct lbm_course *c, char *text, const struct lbm_key_row *k, struct tile_error *e)
{
  double value[LBM_OUTLET_STATE];
  if (lbm_key_reals(value, LBM_OUTLET_STATE, text, k, e))
    return e->code;
  c->state = (struct lbm_outlet_state){value[0], value[1], value[2], value[3], value[4], value[5], value[6]};
  return 0;
}

static int read_states(void *to, const struct lbm_key_row *k, const struct tile_domain *d, struct tile_error *e)
{
  return read_words(to, '=', read_state, k, d, e);
}

static void write_states(FILE *out, const void *from, const struct lbm_key_row *k, const struct tile_domain *d)
{
  const struct lbm_course *const *course = from;
  const char *between = "";
  (void)k;
  for (int i = 0; *course && i < d->patches; i++) {
    const struct lbm_outlet_state *s = &(*course)[i].state;
    if (!lbm_is_coupled(*course + i) && s->flow == 0)
      continue;
    fprintf(out, "%s%s=", between, d->patch[i].name);
    lbm_key_print_reals(out, (double[]){s->flow, s->mean, s->capacitor, s->pressure, s->inflow, s->growth, s->taken},
                        LBM_OUTLET_STATE, ',');
    between = " ";
  }
}

const struct lbm_key_type lbm_key_outlet_states = {read_states, write_states};

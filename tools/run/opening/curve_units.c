/* SPDX-License-Identifier: BSD-3-Clause */
#include "curve.h"

#include <ctype.h>
#include <math.h>
#include <string.h>
#include <strings.h>

#define BETWEEN " \t,;#"
#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ%"

enum { UNIT_TEXT = 40 };

/* "ml s^-1" and "mL / s" without blanks: "ml.s^-1", "mL/s". */
static void join(char to[UNIT_TEXT], const char *text)
{
  size_t length = 0;
  bool blank = false;
  for (; *text && length + 2 < UNIT_TEXT; text++) {
    const bool joins = strchr("/*.^-", *text) || (length && strchr("/*.^", to[length - 1]));
    if (*text == ' ' || *text == '\t') {
      blank = true;
      continue;
    }
    if (blank && length && !joins)
      to[length++] = '.';
    blank = false;
    to[length++] = *text;
  }
  to[length] = 0;
}

static bool is_unit(struct cli_quantity *q, const char *word)
{
  struct tile_error e;
  char joined[UNIT_TEXT], text[UNIT_TEXT + 1];
  if (strlen(word) >= UNIT_TEXT || isdigit((unsigned char)*word))
    return false;
  join(joined, word);
  snprintf(text, sizeof text, "1%s", joined);
  return !cli_quantity(q, text, &e) && q->physical;
}

bool curve_is_unit(const char *word)
{
  struct cli_quantity q;
  return is_unit(&q, word);
}

static bool same(const struct cli_quantity *a, const struct cli_quantity *b)
{
  return cli_is(a, b->metre, b->second, b->kilogram) && fabs(a->value - b->value) <= 1e-12 * b->value;
}

static int column_of(const struct cli_quantity *q)
{
  return !cli_is(q, 0, 1, 0);
}

static void name(struct curve_reading *r, const struct cli_quantity *q, const char *word)
{
  const int column = column_of(q);
  struct cli_quantity *unit = r->to->unit + column;
  if (unit->given && !same(unit, q))
    curve_refuse(r, "names a second unit of the %s", column ? "value" : "time");
  *unit = *q;
  snprintf(r->to->name[column], sizeof r->to->name[column], "%s", word);
  unit->text = r->to->name[column];
}

void curve_name_unit(struct curve_reading *r, const char *word)
{
  struct cli_quantity q;
  if (is_unit(&q, word))
    name(r, &q, word);
}

/* ---- words in brackets ------------------------------------------------------------------ */

static bool is_lattice(const char *text)
{
  static const char *const words[] = {"step", "steps", "time steps", "lattice", "lattice units", "lu"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcasecmp(text, words[i]))
      return true;
  return false;
}

static void refuse_unit(const struct curve_reading *r, const char *word)
{
  cli_usage("--set %s: %s%s \"%s\" is no unit that is known: units are made from " CLI_UNITS
            "; [steps] or [lattice units] for none",
            r->set, r->path, r->line ? ":" : " has a text that may be a unit:", word);
}

static void keep_unknown(struct curve_reading *r, const char *word)
{
  if (!*r->unknown)
    snprintf(r->unknown, sizeof r->unknown, "%s", word);
}

static void refuse_order(const struct curve_reading *r, bool value_first, const struct cli_quantity *q)
{
  if (value_first && !column_of(q))
    curve_refuse(r, "names the value before the time: the first column must be the time");
}

/* A text in [] must be a unit, one in () may be something else. Returns how many there are. */
static int name_brackets(struct curve_reading *r, const char *text)
{
  bool value_first = false;
  int found = 0;
  for (const char *at = text; (at = strpbrk(at, "[("));) {
    const size_t length = strcspn(at + 1, *at == '[' ? "]" : ")");
    const bool must = *at == '[';
    char word[UNIT_TEXT];
    struct cli_quantity q;
    snprintf(word, sizeof word, "%.*s", (int)(length < UNIT_TEXT ? length : UNIT_TEXT - 1), at + 1);
    at += 1 + length;
    if (!strpbrk(word, LETTERS) || is_lattice(word))
      continue;
    found++;
    if (is_unit(&q, word)) {
      refuse_order(r, value_first, &q);
      name(r, &q, word);
      value_first = value_first || column_of(&q);
    } else if (must)
      refuse_unit(r, word);
    else
      keep_unknown(r, word);
  }
  return found;
}

/* ---- words without brackets --------------------------------------------------------------- */

/* The unit at the end of a name, such as inlet_flow_ml_s: "ml/s". A single letter is the unit of a time alone. */
static bool is_ending(struct cli_quantity *q, const char *word)
{
  for (const char *at = strchr(word, '_'); at; at = strchr(at + 1, '_')) {
    char unit[UNIT_TEXT];
    snprintf(unit, sizeof unit, "%s", at + 1);
    for (char *c = unit; *c; c++)
      *c = *c == '_' ? '/' : *c;
    if (is_unit(q, unit) && (unit[1] ? true : (*word | 32) == 't' && column_of(q) == 0))
      return true;
  }
  return false;
}

/* "t/ms" */
static bool is_time_by(struct cli_quantity *q, const char *word)
{
  return (word[0] | 32) == 't' && word[1] == '/' && is_unit(q, word + 2) && column_of(q) == 0;
}

/* Calls `use` for each word that can be nothing but a unit; `all`: for each unit. Returns whether all words are units. */
static bool each_unit(struct curve_reading *r, const char *text, bool all,
                      void (*use)(struct curve_reading *r, const struct cli_quantity *q, const char *word))
{
  char copy[512], *rest = copy, *word;
  int words = 0, units = 0;
  snprintf(copy, sizeof copy, "%s", text);
  while ((word = strsep(&rest, BETWEEN))) {
    struct cli_quantity q;
    const bool is = is_unit(&q, word);
    words += *word != 0;
    units += is;
    if (use && *word && ((is && (all || strchr(word, '/'))) || (!is && (is_ending(&q, word) || is_time_by(&q, word)))))
      use(r, &q, word);
  }
  return words && words == units;
}

static void take(struct curve_reading *r, const struct cli_quantity *q, const char *word)
{
  name(r, q, word);
}

static void keep(struct curve_reading *r, const struct cli_quantity *q, const char *word)
{
  (void)q;
  keep_unknown(r, word);
}

void curve_units_of_header(struct curve_reading *r, const char *text)
{
  if (!name_brackets(r, text))
    each_unit(r, text, each_unit(r, text, true, NULL), take);
}

/* A sentence may mention units: without brackets they count where there is nothing else on the line. */
void curve_units_of_comment(struct curve_reading *r, const char *text)
{
  if (name_brackets(r, text))
    return;
  const bool all = each_unit(r, text, true, NULL);
  each_unit(r, text, all, all ? take : keep);
}

void curve_need_units(const struct curve_reading *r)
{
  struct cli_quantity q;
  const struct curve *c = r->to;
  if (!*r->unknown || (c->unit[0].given && c->unit[1].given))
    return;
  if (!is_unit(&q, r->unknown) && !is_ending(&q, r->unknown))
    refuse_unit(r, r->unknown);
  if (!c->unit[column_of(&q)].given)
    cli_usage("--set %s: %s mentions %s: write [%s] there if that is its unit, or give units behind the name, such as "
              "%s,s,mL/s",
              r->set, r->path, r->unknown, r->unknown, r->path);
}

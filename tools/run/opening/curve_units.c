/* SPDX-License-Identifier: BSD-3-Clause */
#include "curve.h"

#include <ctype.h>
#include <math.h>
#include <string.h>
#include <strings.h>

enum { CELLS = 8, CELL_TEXT = 128 };

bool curve_is_unit(const char *word)
{
  struct cli_quantity q;
  return cli_column_unit(&q, word);
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
  if (cli_column_unit(&q, word))
    name(r, &q, word);
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

/* ---- the heads of columns ----------------------------------------------------------------- */

/* The heads of a line. */
struct heads {
  char cell[CELLS][CELL_TEXT];
  struct cli_column column[CELLS];
  int count;
};

/* The end of a piece that ends before one of these outside of brackets. */
static const char *end_of(const char *text, const char *between)
{
  for (int depth = 0; *text && (depth > 0 || !strchr(between, *text)); text++)
    depth += strchr("[({", *text) ? 1 : strchr("])}", *text) ? -1 : 0;
  return text;
}

/* Appends a piece to the last head, or makes it the next one. */
static void add_piece(struct curve_reading *r, struct heads *h, const char *text, size_t length, const char *joint)
{
  const int at = joint ? h->count - 1 : h->count;
  if (at == CELLS)
    return;
  const size_t used = strlen(h->cell[at]);
  snprintf(h->cell[at] + used, CELL_TEXT - used, "%s%.*s", joint ? joint : "", (int)length, text);
  h->count = at + 1;
  cli_column_read(h->column + at, h->cell[at], r->exponents, !at);
}

static bool is_unit_alone(const struct curve_reading *r, const char *text, size_t length)
{
  char word[CELL_TEXT];
  struct cli_column c;
  snprintf(word, sizeof word, "%.*s", (int)length, text);
  cli_column_read(&c, word, r->exponents, false);
  return c.state == CLI_COLUMN_BARE;
}

static bool all_are(const struct heads *h, enum cli_column_state state)
{
  int count = 0;
  for (int i = 0; i < h->count; i++)
    count += h->column[i].state == state;
  return h->count && count == h->count;
}

/* May a unit, or else another word, belong to the last head? A single letter is a unit only where all others are. */
static bool is_open(const struct heads *h, bool unit)
{
  const enum cli_column_state last = h->count ? h->column[h->count - 1].state : CLI_COLUMN_WRONG;
  return last == CLI_COLUMN_NONE || (last == CLI_COLUMN_BARE && !(unit && all_are(h, CLI_COLUMN_BARE)));
}

/* "Time, ms, Flow, mL/s": a unit that is all of a piece belongs to the name before it, where there are more than two. */
static void split_at_commas(struct curve_reading *r, struct heads *h, const char *text, int pieces)
{
  for (const char *end; *text; text = end + (*end != 0)) {
    text += strspn(text, " ");
    end = end_of(text, "\t,;");
    size_t length = (size_t)(end - text);
    while (length && text[length - 1] == ' ')
      length--;
    if (length)
      add_piece(r, h, text, length, pieces > 2 && is_unit_alone(r, text, length) && is_open(h, true) ? "/" : NULL);
  }
}

/* "Q /" and "mL per" go on. */
static bool goes_on(const char *cell, const char *next)
{
  const size_t length = strlen(cell);
  return strchr("[({/", *next) || !strncasecmp(next, "per ", 4) || cell[length - 1] == '/' ||
         (length > 4 && !strcasecmp(cell + length - 4, " per"));
}

/* "t in ms Q in mL/s": the head ends behind its unit. */
static void split_at_blanks(struct curve_reading *r, struct heads *h, const char *text)
{
  for (const char *end; text += strspn(text, " \t,;"), *text; text = end) {
    end = end_of(text, " \t");
    const size_t length = (size_t)(end - text);
    const bool joins = h->count && (is_open(h, is_unit_alone(r, text, length)) || goes_on(h->cell[h->count - 1], text));
    add_piece(r, h, text, length, joins ? " " : NULL);
  }
}

static void read_heads(struct curve_reading *r, struct heads *h, const char *text)
{
  int pieces = 0;
  *h = (struct heads){0};
  for (const char *at = text, *end; *at; at = end + (*end != 0)) {
    end = end_of(at, "\t,;");
    pieces += strspn(at, " ") < (size_t)(end - at);
  }
  if (pieces > 1)
    split_at_commas(r, h, text, pieces);
  else
    split_at_blanks(r, h, text);
}

/* Is it a unit, and not the name of a column that is one by accident? */
static bool has_unit(const struct heads *h, int i, bool all_bare)
{
  const struct cli_column *c = h->column + i;
  return c->state == CLI_COLUMN_UNIT || (c->state == CLI_COLUMN_BARE && (all_bare || strchr(c->text, '/')));
}

static void take_heads(struct curve_reading *r, const struct heads *h)
{
  const bool all_bare = all_are(h, CLI_COLUMN_BARE);
  bool value_first = false;
  for (int i = 0; i < h->count; i++) {
    const struct cli_column *c = h->column + i;
    if (c->state == CLI_COLUMN_WRONG)
      refuse_unit(r, c->text);
    if (c->state == CLI_COLUMN_MAYBE)
      keep_unknown(r, c->text);
    if (!has_unit(h, i, all_bare))
      continue;
    if (value_first && !column_of(&c->unit))
      curve_refuse(r, "names the value before the time: the first column must be the time");
    name(r, &c->unit, c->text);
    value_first = value_first || column_of(&c->unit);
  }
}

/* The head of an index: none, or the name that pandas gives it. */
static const char *skip_index(const char *text, bool *skipped)
{
  static const char *const names[] = {"Unnamed: 0", "index"};
  text += strspn(text, " ");
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const size_t length = strlen(names[i]);
    const char *end = strncasecmp(text, names[i], length) ? "" : text + length + strspn(text + length, " ");
    if (*end && strchr(",;\t", *end))
      text = end;
  }
  *skipped = *text && strchr(",;\t", *text);
  return text + *skipped;
}

void curve_units_of_header(struct curve_reading *r, const char *text)
{
  struct heads h;
  bool skipped;
  read_heads(r, &h, skip_index(text, &skipped));
  take_heads(r, &h);
  r->index = skipped || h.count == 2;
}

/* ---- comments ------------------------------------------------------------------------------ */

/* Six words at most, and none that is a number. */
static bool is_short(const char *text)
{
  int words = 0;
  for (; text += strspn(text, " "), *text; text += strcspn(text, " "))
    words += isdigit((unsigned char)*text) ? CELL_TEXT : 1;
  return words <= 6;
}

static bool are_heads(const struct heads *h)
{
  return all_are(h, CLI_COLUMN_BARE) ||
         (h->count == 2 && all_are(h, CLI_COLUMN_UNIT) && is_short(h->cell[0]) && is_short(h->cell[1]));
}

/* A sentence may mention units: they count in brackets, or where the line is the heads of two columns. */
void curve_units_of_comment(struct curve_reading *r, const char *text)
{
  struct heads h;
  read_heads(r, &h, text);
  const bool heads = are_heads(&h);
  for (int i = 0; i < h.count && !heads; i++) {
    struct cli_column *c = h.column + i;
    const bool bracket = strpbrk(h.cell[i], "[(");
    if (!bracket && has_unit(&h, i, false) && (strchr(c->text, '/') || strchr(h.cell[i], '_')))
      keep_unknown(r, c->text);
    if (!bracket)
      c->state = CLI_COLUMN_NONE;
  }
  take_heads(r, &h);
}

void curve_need_units(const struct curve_reading *r)
{
  struct cli_quantity q;
  const struct curve *c = r->to;
  if (!*r->unknown || (c->unit[0].given && c->unit[1].given))
    return;
  if (!cli_column_unit(&q, r->unknown))
    refuse_unit(r, r->unknown);
  if (!c->unit[column_of(&q)].given)
    cli_usage("--set %s: %s mentions %s: write [%s] there if that is its unit, or give units behind the name, such as "
              "%s,s,mL/s",
              r->set, r->path, r->unknown, r->unknown, r->path);
}

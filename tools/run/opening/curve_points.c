/* SPDX-License-Identifier: BSD-3-Clause */
/* What all readers of curves call: points, the numbers of a line, and what is wrong. */
#include "curve.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define BETWEEN " \t,;"

void curve_refuse(const struct curve_reading *r, const char *format, ...)
{
  struct tile_error e;
  char why[256], line[40] = "";
  va_list args;
  va_start(args, format);
  vsnprintf(why, sizeof why, format, args);
  va_end(args);
  if (r->line)
    snprintf(line, sizeof line, ", line %ld:", r->line);
  tile_fail(&e, TILE_REJECTED, "--set %s: %s%s %s", r->set, r->path, line, why);
  cli_die(&e);
}

/* ---- points ---------------------------------------------------------------- */

static void grow(double **values, int room)
{
  struct tile_error e;
  check_or_exit(tile_reserve(values, NULL, (size_t)room, sizeof **values, "a curve", &e), &e);
}

void curve_add(struct curve_reading *r, double time, double value)
{
  struct curve *c = r->to;
  if (c->points == CURVE_POINTS)
    curve_refuse(r, "a curve has at most %d points: keep every tenth, as awk 'NR %% 10 == 1' does", CURVE_POINTS);
  if (c->points == r->room) {
    r->room = r->room ? 2 * r->room : 64;
    grow(&c->time, r->room);
    grow(&c->value, r->room);
  }
  c->time[c->points] = time;
  c->value[c->points++] = value;
}

/* The number that is all of a word, nan and inf too, which are gaps; strtod would take hexadecimal ones. */
static bool is_number(const char *word, size_t length, double *value)
{
  char *end;
  *value = strtod(word, &end);
  return end == word + length && !memchr(word, 'x', length) && !memchr(word, 'X', length);
}

int curve_numbers(const char *text, double *value, int most, bool *other)
{
  int count = 0;
  *other = false;
  for (text += strspn(text, BETWEEN); *text; text += strspn(text, BETWEEN)) {
    const size_t length = strcspn(text, BETWEEN);
    double x;
    if (!is_number(text, length, &x))
      *other = true;
    else if (count++ < most)
      value[count - 1] = x;
    text += length;
  }
  return count;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Results and the intervals in which they lie: arithmetic, text, JSON, and keys of a header. */
#include "cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- arithmetic ---- */

struct cli_result cli_result_about(double value, double error, const char *unit)
{
  const double unknown = (double)NAN;
  struct cli_result r = {value, value - error, value + error, {0}, {unknown, unknown, unknown, unknown}};
  snprintf(r.unit, sizeof r.unit, "%s", unit);
  return r;
}

static struct cli_result with(const struct cli_result *r, double value, double low, double high, const char *unit)
{
  struct cli_result made = cli_result_about(value, (double)NAN, unit);
  made.low = low;
  made.high = high;
  memcpy(made.part, r->part, sizeof made.part);
  return made;
}

struct cli_result cli_result_times(const struct cli_result *r, double factor, const char *unit)
{
  return with(r, r->value * factor, r->low * factor, r->high * factor, unit);
}

struct cli_result cli_result_under(double over, const struct cli_result *r, const char *unit)
{
  return with(r, over / r->value, over / r->high, r->low > 0 ? over / r->low : (double)NAN, unit);
}

struct cli_result cli_result_in_m2(const struct cli_result *voxel2, double dx)
{
  return dx > 0 ? cli_result_times(voxel2, dx * dx, "m2") : *voxel2;
}

bool cli_has_interval(const struct cli_result *r)
{
  return isfinite(r->value) && isfinite(r->low) && isfinite(r->high);
}

/* ---- text ---- */

/* The power of ten of both numbers; 0 for numbers that are easy to read without one. */
static int exponent_of(double value)
{
  const int exponent = value > 0 ? (int)floor(log10(value)) : 0;
  return exponent < -2 || exponent > 3 ? exponent : 0;
}

/* As many as give the error one significant digit, or two if the first is 1. */
static int decimals_of(double error)
{
  const int first = error > 0 ? (int)floor(log10(error)) : 0, more = error < 2 * pow(10, first);
  const int decimals = error > 0 ? more - first : 6;
  return decimals < 0 ? 0 : decimals > 9 ? 9 : decimals;
}

char *cli_result_text(char text[CLI_RESULT_TEXT], const struct cli_result *r)
{
  const int exponent = exponent_of(r->value);
  const double unit = pow(10, exponent), below = (r->value - r->low) / unit, above = (r->high - r->value) / unit;
  const bool even = fabs(above - below) <= 1e-9 * above;
  const int decimals = decimals_of(even ? above : 0.1 * fmin(below, above)); /* a digit more for two different ends */
  char power[8] = "";
  if (exponent)
    snprintf(power, sizeof power, "e%+03d", exponent);
  if (even)
    snprintf(text, CLI_RESULT_TEXT, "%.*f%s +- %.*f%s", decimals, r->value / unit, power, decimals, above, power);
  else
    snprintf(text, CLI_RESULT_TEXT, "%.*f%s (%.*f%s to %.*f%s)", decimals, r->value / unit, power, decimals,
             r->low / unit, power, decimals, r->high / unit, power);
  return text;
}

/* ---- JSON ---- */

void json_result(struct json *j, const struct cli_result *r)
{
  json_real(j, "value", r->value);
  json_real(j, "low", r->low);
  json_real(j, "high", r->high);
  json_text(j, "unit", r->unit);
}

void json_interval(struct json *j, const char *key, const struct cli_result *r)
{
  if (!cli_has_interval(r)) {
    json_text(j, key, NULL);
    return;
  }
  json_open(j, key, '{');
  json_result(j, r);
  json_close(j, '}');
}

/* ---- header: words AXIS=VALUE,LOW,HIGH,UNIT,PART,PART,PART,PART, of which all behind the value may be missing ---- */

enum { WORD = 8 * TILE_REAL_TEXT };

static void put_word(char word[WORD], int axis, const struct cli_result *r)
{
  char text[TILE_REAL_TEXT];
  int length = snprintf(word, WORD, "%c=%s", 'x' + axis, tile_real_text(text, r->value));
  if (!cli_has_interval(r))
    return;
  length += snprintf(word + length, (size_t)(WORD - length), ",%s", tile_real_text(text, r->low));
  length += snprintf(word + length, (size_t)(WORD - length), ",%s,%s", tile_real_text(text, r->high), r->unit);
  for (int i = 0; i < CLI_RESULT_PARTS; i++)
    length += snprintf(word + length, (size_t)(WORD - length), ",%s",
                       isfinite(r->part[i]) ? tile_real_text(text, r->part[i]) : "");
}

int cli_result_set(struct tile_header *h, const char *key, int axis, const struct cli_result *r, struct tile_error *e)
{
  const char *before = tile_header_get(h, key);
  char word[WORD], all[3 * (WORD + 1)];
  put_word(word, axis, r);
  snprintf(all, sizeof all, "%s%s%s", before ? before : "", before ? " " : "", word);
  return tile_header_set(h, e, key, "%s", all);
}

/* Where the number behind a comma begins; NULL: it was the last. */
static const char *next(const char *at)
{
  at += strcspn(at, ", ");
  return *at == ',' ? at + 1 : NULL;
}

static double number_at(const char *at)
{
  char *end;
  const double value = at ? strtod(at, &end) : (double)NAN;
  return at && end != at ? value : (double)NAN;
}

bool cli_result_get(const struct tile_header *h, const char *key, int axis, struct cli_result *r)
{
  const char *at = tile_header_get(h, key);
  while (at && at[0] != 'x' + axis)
    at = strchr(at, ' ') ? strchr(at, ' ') + 1 : NULL;
  if (!at || at[1] != '=')
    return false;
  *r = cli_result_about(number_at(at + 2), (double)NAN, "");
  r->low = number_at(at = next(at));
  r->high = number_at(at = at ? next(at) : NULL);
  if ((at = at ? next(at) : NULL))
    snprintf(r->unit, sizeof r->unit, "%.*s", (int)strcspn(at, ", "), at);
  for (int i = 0; i < CLI_RESULT_PARTS; i++)
    r->part[i] = number_at(at = at ? next(at) : NULL);
  return isfinite(r->value);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Reports: JSON, and aligned lines of text. */
#include <config.h>

#include "cli.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

enum { DEEPEST = (int)(sizeof((struct json *)0)->comma / sizeof(bool)), LABEL = 28 };

/* ---- JSON: each member on its own line, the elements of an array on one line ---- */

static void print_string(FILE *out, const char *text)
{
  putc('"', out);
  for (; *text; text++) {
    const int bytes = cli_utf8_bytes(text);
    if (*text == '"' || *text == '\\')
      fprintf(out, "\\%c", *text);
    else if ((unsigned char)*text < ' ')
      fprintf(out, "\\u%04x", (unsigned)*text);
    else
      fprintf(out, "%.*s", bytes ? bytes : (int)strlen(CLI_NO_UTF8), bytes ? text : CLI_NO_UTF8);
    text += bytes ? bytes - 1 : 0;
  }
  putc('"', out);
}

static void begin(struct json *j, const char *key)
{
  if (j->comma[j->depth])
    fputs(key ? "," : ", ", j->out);
  j->comma[j->depth] = true;
  if (!key)
    return;
  fprintf(j->out, "\n%*s", 2 * j->depth, "");
  print_string(j->out, key);
  fputs(": ", j->out);
}

struct json json_begin(FILE *out)
{
  struct json j = {.out = out};
  json_open(&j, NULL, '{');
  json_text(&j, "version", PACKAGE_VERSION);
  return j;
}

void json_open(struct json *j, const char *key, char bracket)
{
  begin(j, key);
  putc(bracket, j->out);
  j->depth++;
  assert(j->depth < DEEPEST);
  j->comma[j->depth] = false;
}

void json_close(struct json *j, char bracket)
{
  bool empty = !j->comma[j->depth];
  j->depth--;
  if (bracket == '}' && !empty)
    fprintf(j->out, "\n%*s", 2 * j->depth, "");
  putc(bracket, j->out);
  if (j->depth == 0)
    putc('\n', j->out);
}

void json_real(struct json *j, const char *key, double value)
{
  char text[TILE_REAL_TEXT];
  begin(j, key);
  fputs(isfinite(value) ? tile_real_text(text, value) : "null", j->out);
}

void json_both(struct json *j, const char *key, const double value[2])
{
  if (!isfinite(value[0]) || !isfinite(value[1])) {
    json_text(j, key, NULL);
    return;
  }
  json_open(j, key, '[');
  json_real(j, NULL, value[0]);
  json_real(j, NULL, value[1]);
  json_close(j, ']');
}

void json_int(struct json *j, const char *key, int64_t value)
{
  begin(j, key);
  fprintf(j->out, "%lld", (long long)value);
}

void json_ints(struct json *j, const char *key, const int64_t *value, int count)
{
  json_open(j, key, '[');
  for (int i = 0; i < count; i++)
    json_int(j, NULL, value[i]);
  json_close(j, ']');
}

void json_bool(struct json *j, const char *key, bool value)
{
  begin(j, key);
  fputs(value ? "true" : "false", j->out);
}

void json_text(struct json *j, const char *key, const char *value)
{
  begin(j, key);
  if (value)
    print_string(j->out, value);
  else
    fputs("null", j->out);
}

void json_nulls(struct json *j, const char *const *keys)
{
  for (; *keys; keys++)
    json_text(j, *keys, NULL);
}

/* ---- text ---- */

static char *number(char text[REPORT_REAL], bool fixed, int digits, double value)
{
  if (!isfinite(value))
    snprintf(text, REPORT_REAL, "-");
  else if (fixed)
    snprintf(text, REPORT_REAL, "%.*f", digits, value);
  else
    snprintf(text, REPORT_REAL, "%.*g", digits, value);
  return text;
}

char *report_real(char text[REPORT_REAL], int digits, double value)
{
  return number(text, false, digits, value);
}

char *report_fixed(char text[REPORT_REAL], int decimals, double value)
{
  return number(text, true, decimals, value);
}

void report_trim(double *to, const double *from, int count)
{
  report_trim_below(1e-9, to, from, count);
}

void report_trim_below(double part, double *to, const double *from, int count)
{
  double most = 0;
  for (int i = 0; i < count; i++)
    most = fmax(most, fabs(from[i]));
  for (int i = 0; i < count; i++)
    to[i] = fabs(from[i]) <= part * most ? 0 : from[i];
}

/* Columns of UTF-8 text: counts the bytes that begin a character. */
static int columns(const char *text)
{
  int n = 0;
  for (; *text; text++)
    n += (*text & 0xc0) != 0x80;
  return n;
}

void report_line(FILE *out, const char *label, const char *format, ...)
{
  int pad = LABEL - columns(label);
  fprintf(out, "  %s%*s", label, pad > 1 ? pad : 1, "");
  va_list list;
  va_start(list, format);
  vfprintf(out, format, list);
  va_end(list);
  putc('\n', out);
}

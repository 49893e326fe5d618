/* SPDX-License-Identifier: BSD-3-Clause */
/* Numbers as people write them. */
#include <config.h>

#include "html.h"

#include "cli.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- numbers in text ---- */

void html_power(char *text, int exponent)
{
  static const char *const digit[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  char plain[16];
  snprintf(plain, sizeof plain, "%d", abs(exponent));
  strcat(text, exponent < 0 ? "10⁻" : "10");
  for (const char *at = plain; *at; at++)
    strcat(text, digit[*at - '0']);
}

static void put_power(FILE *out, int exponent)
{
  char power[64] = "";
  html_power(power, exponent);
  fprintf(out, " × %s", power);
}

/* The length of "e-11" behind a digit; 0: it is something else. */
static size_t exponent_length(const char *from, const char *at)
{
  if (*at != 'e' || at == from || !isdigit((unsigned char)at[-1]) || (at[1] != '-' && at[1] != '+'))
    return 0;
  const size_t digits = strspn(at + 2, "0123456789");
  return digits >= 2 && !isalnum((unsigned char)at[2 + digits]) ? 2 + digits : 0;
}

static bool is_word(const char *from, const char *at, const char *word)
{
  const size_t length = strlen(word);
  return strncmp(at, word, length) == 0 && (at == from || strchr(" (", at[-1])) && !isalnum((unsigned char)at[length]);
}

void html_value(FILE *out, const char *text)
{
  char plain[8];
  for (const char *at = text; *at;) {
    const size_t power = exponent_length(text, at);
    const int bytes = cli_utf8_bytes(at);
    if (power)
      put_power(out, atoi(at + 1));
    else if (is_word(text, at, "um"))
      fputs("µm", out);
    else if (is_word(text, at, "D_eff"))
      fputs("D<sub>eff</sub>", out);
    else {
      snprintf(plain, sizeof plain, "%.*s", bytes ? bytes : 1, at);
      html_text(out, plain);
    }
    at += power ? power : is_word(text, at, "um") ? 2 : is_word(text, at, "D_eff") ? 5 : (size_t)(bytes ? bytes : 1);
  }
}

/* ---- a number, its error and its unit ---- */

struct shown {
  double factor; /* value = factor * what is written, times 10^power */
  const char *unit;
  int power;
};

static struct shown length_of(double value)
{
  static const struct shown rows[] = {{1e-9, "nm", 0}, {1e-6, "um", 0}, {1e-3, "mm", 0}, {1, "m", 0}};
  int i = 3;
  while (i > 0 && value < rows[i].factor)
    i--;
  return rows[i];
}

static struct shown shown_of(double value, const char *unit)
{
  struct shown s = {1, unit, 0};
  if (strcmp(unit, "m") == 0)
    s = length_of(fabs(value));
  static const struct {
    const char *si;
    struct shown as;
  } rows[] = {{"1/m", {1e3, "mm⁻¹", 0}}, {"m3/s", {1e-6, "mL/s", 0}}, {"m3", {1e-6, "mL", 0}}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    s = strcmp(unit, rows[i].si) == 0 ? rows[i].as : s;
  const double left = fabs(value / s.factor);
  if (left > 0 && (left < 1e-3 || left >= 1e5))
    s.power = (int)floor(log10(left));
  return s;
}

/* So many that the error has two digits, without one the value four. */
int html_decimals(double value, double error)
{
  const double last = isfinite(error) && error > 0 ? floor(log10(error)) - 1
                      : value != 0                 ? floor(log10(fabs(value))) - 3
                                                   : 0;
  return last < -6 ? 6 : last < 0 ? (int)-last : 0;
}

static void put_data(FILE *out, double value, double written, int decimals)
{
  fprintf(out, "<data value=\"%.10g\">%.*f</data>", value, decimals, written);
}

void html_amount(FILE *out, double value, double error, const char *unit, double like)
{
  const struct shown s = shown_of(like, unit);
  const double factor = s.factor * pow(10, s.power);
  const int decimals = floor(value) == value && !isfinite(error) && !*unit && fabs(value) < 1e5 && !s.power
                           ? 0
                           : html_decimals(value / factor, error / factor);
  char symbol[HTML_SYMBOL];
  fputs(isfinite(error) && s.power ? "(" : "", out);
  put_data(out, value, value / factor, decimals);
  if (isfinite(error)) {
    fputs(" ± ", out);
    put_data(out, error, error / factor, decimals);
  }
  fputs(isfinite(error) && s.power ? ")" : "", out);
  if (s.power)
    put_power(out, s.power);
  fputs(*unit ? " " : "", out);
  html_value(out, html_symbol(symbol, s.unit));
}

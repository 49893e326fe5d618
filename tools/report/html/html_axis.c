/* SPDX-License-Identifier: BSD-3-Clause */
/* Numbers and names of axes. */
#include <config.h>

#include "html.h"

#include <math.h>
#include <string.h>

/* 1, 2 or 5 times a power of ten: three to six steps. */
static double round_step(double span)
{
  const double power = pow(10, floor(log10(span / 4))), part = span / 4 / power;
  return power * (part < 1.5 ? 1 : part < 3.5 ? 2 : part < 7.5 ? 5 : 10);
}

struct html_axis html_axis_make(double low, double high, bool round)
{
  if (!(high - low > 1e-9 * fmax(fabs(low), fabs(high)))) {
    const double more = low == 0 ? 1 : 0.1 * fabs(low);
    low -= low == 0 ? 0 : more;
    high += more;
  }
  struct html_axis a = {low, high, round_step(high - low), 1, 0, 0};
  if (round) {
    a.low = a.step * floor(low / a.step + 1e-9);
    a.high = a.step * ceil(high / a.step - 1e-9);
  }
  const int magnitude = (int)floor(log10(fmax(fabs(a.low), fabs(a.high))));
  a.exponent = magnitude < -1 || magnitude > 3 ? 3 * (int)floor(magnitude / 3.0) : 0;
  a.factor = pow(10, a.exponent);
  a.decimals = (int)fmax(0, -floor(log10(a.step / a.factor) + 1e-9));
  return a;
}

double html_axis_first(const struct html_axis *a)
{
  return ceil(a->low / a->step - 1e-6) * a->step;
}

char *html_axis_number(char text[TILE_REAL_TEXT], const struct html_axis *a, double value)
{
  snprintf(text, TILE_REAL_TEXT, "%.*f", a->decimals, fabs(value) < 1e-6 * a->step ? 0 : value / a->factor);
  return text;
}

/* The unit that is 10^exponent m; NULL: it has no name. */
static const char *length_name(const char *unit, int exponent)
{
  static const char *const name[] = {"nm", "µm", "mm", NULL, "km"};
  return strcmp(unit, "m") == 0 && exponent >= -9 && exponent <= 3 ? name[exponent / 3 + 3] : NULL;
}

char *html_unit(char text[HTML_UNIT], const struct html_axis *a, const char *unit)
{
  char symbol[HTML_SYMBOL], power[HTML_UNIT] = "";
  const char *name = length_name(unit, a->exponent);
  html_symbol(symbol, name ? name : unit);
  if (a->exponent && !name)
    html_power(power, a->exponent);
  snprintf(text, HTML_UNIT, "%s%.40s%s%s%s", *power || *symbol ? " (" : "", power, *power && *symbol ? " " : "", symbol,
           *power || *symbol ? ")" : "");
  return text;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Programs that load the library may have a locale with a decimal comma; files and messages have a decimal point. */
#include "config.h"
#include "numbers.h"
#include "stream.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void tile_decimal_begin(struct tile_decimal *d)
{
  d->plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  d->before = uselocale(d->plain);
}

void tile_decimal_end(const struct tile_decimal *d)
{
  uselocale(d->before);
  if (d->plain)
    freelocale(d->plain);
}

bool tile_real_read(const char *text, char **end, double *value)
{
  const char *digit = text + (*text == '-' || *text == '+');
  *end = (char *)text;
  digit += *digit == '.';
  if (!isdigit((unsigned char)*digit) || (digit[0] == '0' && (digit[1] | 32) == 'x'))
    return false;
  *value = strtod(text, end);
  return isfinite(*value);
}

bool tile_reals_read(const char *text, double *value, int count)
{
  char *at = (char *)text;
  for (int i = 0; at && i < count; i++)
    at = tile_real_read(at + strspn(at, " "), &at, value + i) ? at : NULL;
  return at;
}

double tile_times_ten(double value, int ten)
{
  char text[TILE_REAL_TEXT] = "";
  struct tile_decimal decimal;
  tile_decimal_begin(&decimal);
  for (int digits = 15; digits <= 17 && strtod(text, NULL) != value; digits++)
    snprintf(text, sizeof text, "%.*e", digits - 1, value);
  char *power = strchr(text, 'e');
  if (power) {
    snprintf(power, sizeof text - (size_t)(power - text), "e%ld", strtol(power + 1, NULL, 10) + ten);
    value = strtod(text, NULL);
  }
  tile_decimal_end(&decimal);
  return value;
}

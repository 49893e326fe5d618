/* SPDX-License-Identifier: BSD-3-Clause */
#include "label.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define MICRO "\xc2\xb5"

/* Appends text as far as there is room for all of it. */
static void append(char to[LABEL_TEXT], const char *text, size_t length)
{
  const size_t at = strlen(to);
  if (at + length + 1 > LABEL_TEXT)
    return;
  memcpy(to + at, text, length);
  to[at + length] = 0;
}

static void raise(char to[LABEL_TEXT], char digit)
{
  static const char *const raised[] = {"\xe2\x81\xb0", "\xc2\xb9",     "\xc2\xb2",     "\xc2\xb3",     "\xe2\x81\xb4",
                                       "\xe2\x81\xb5", "\xe2\x81\xb6", "\xe2\x81\xb7", "\xe2\x81\xb8", "\xe2\x81\xb9"};
  const char *text = digit == '-' ? "\xe2\x81\xbb" : raised[digit - '0'];
  append(to, text, strlen(text));
}

/* A digit after a letter is an exponent, and u before a metre is micro. */
static void append_unit(char to[LABEL_TEXT], const char *unit)
{
  for (const char *at = unit; *at; at++) {
    const bool begins = at == unit || !isalpha((unsigned char)at[-1]);
    if (isdigit((unsigned char)*at) && at > unit && isalpha((unsigned char)at[-1]))
      raise(to, *at);
    else if (begins && *at == 'u' && at[1] == 'm' && !isalpha((unsigned char)at[2]))
      append(to, MICRO, strlen(MICRO));
    else
      append(to, at, 1);
  }
}

static void append_power(char to[LABEL_TEXT], int exponent)
{
  char digits[16];
  snprintf(digits, sizeof digits, "%d", exponent);
  append(to, "10", 2);
  for (const char *at = digits; *at; at++)
    raise(to, *at);
}

void label_make(char to[LABEL_TEXT], const char *quantity, int exponent, const char *unit)
{
  *to = 0;
  for (const char *at = quantity; *at; at++)
    append(to, &(char){*at == '_' ? ' ' : at == quantity ? (char)toupper((unsigned char)*at) : *at}, 1);
  if (!strcmp(unit, "1"))
    unit = "";
  if (!*unit && !exponent)
    return;
  append(to, " (", 2);
  if (exponent)
    append_power(to, exponent);
  if (exponent && *unit)
    append(to, " ", 1);
  append_unit(to, unit);
  append(to, ")", 1);
}

void label_of_title(char to[LABEL_TEXT], const char *title, int exponent)
{
  char quantity[LABEL_TEXT], unit[LABEL_TEXT] = "";
  const char *open = strrchr(title, '(');
  const size_t length = strlen(title);
  snprintf(quantity, sizeof quantity, "%s", title);
  if (open && open > title && open[-1] == ' ' && title[length - 1] == ')') {
    snprintf(quantity, sizeof quantity, "%.*s", (int)(open - 1 - title), title);
    snprintf(unit, sizeof unit, "%.*s", (int)(title + length - open - 2), open + 1);
  }
  label_make(to, quantity, exponent, unit);
}

void label_length(char to[LABEL_TEXT], double metres)
{
  static const struct {
    double unit;
    const char *name;
  } units[] = {{1, "m"}, {1e-2, "cm"}, {1e-3, "mm"}, {1e-6, MICRO "m"}, {1e-9, "nm"}};
  size_t i = 0;
  while (i + 1 < sizeof units / sizeof *units && metres < units[i].unit * (1 - 1e-9))
    i++;
  snprintf(to, LABEL_TEXT, "%.4g %s", metres / units[i].unit, units[i].name);
}

int label_exponent(double largest)
{
  const int magnitude = largest > 0 && isfinite(largest) ? (int)floor(log10(largest) + 1e-9) : 0;
  return magnitude < -2 || magnitude > 3 ? 3 * (int)floor(magnitude / 3.0) : 0;
}

uint32_t label_letter(const char **text)
{
  const unsigned char *at = (const unsigned char *)*text;
  uint32_t letter = *at;
  int more = letter < 0xc0 ? 0 : letter < 0xe0 ? 1 : letter < 0xf0 ? 2 : 3;
  if (more)
    letter &= 0x3fu >> more;
  if (!*at)
    return 0;
  for (at++; more && (*at & 0xc0) == 0x80; at++, more--)
    letter = letter << 6 | (*at & 0x3f);
  *text = (const char *)at;
  return letter;
}

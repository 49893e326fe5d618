/* SPDX-License-Identifier: BSD-3-Clause */
#include "unit.h"

#include "numbers.h"
#include "tile_voxels.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Prefixes that a unit takes. */
enum taken { NONE, LETTERS, WORDS };

static const struct named {
  const char *name;
  enum taken takes;
  struct tile_unit unit;
} units[] = {
    {"m", LETTERS, {1, 0, 0, 0, 1, 1}},
    {"meter", WORDS, {1, 0, 0, 0, 1, 1}},
    {"meters", WORDS, {1, 0, 0, 0, 1, 1}},
    {"metre", WORDS, {1, 0, 0, 0, 1, 1}},
    {"metres", WORDS, {1, 0, 0, 0, 1, 1}},
    {"micron", NONE, {1, 0, 0, -6, 1, 1}},
    {"microns", NONE, {1, 0, 0, -6, 1, 1}},
    {"angstrom", NONE, {1, 0, 0, -10, 1, 1}},
    {"inch", NONE, {1, 0, 0, 0, 127, 5000}},
    {"inches", NONE, {1, 0, 0, 0, 127, 5000}},
    {"s", LETTERS, {0, 1, 0, 0, 1, 1}},
    {"sec", LETTERS, {0, 1, 0, 0, 1, 1}},
    {"second", WORDS, {0, 1, 0, 0, 1, 1}},
    {"seconds", WORDS, {0, 1, 0, 0, 1, 1}},
    {"min", NONE, {0, 1, 0, 0, 60, 1}},
    {"minute", NONE, {0, 1, 0, 0, 60, 1}},
    {"minutes", NONE, {0, 1, 0, 0, 60, 1}},
    {"h", NONE, {0, 1, 0, 0, 3600, 1}},
    {"hour", NONE, {0, 1, 0, 0, 3600, 1}},
    {"hours", NONE, {0, 1, 0, 0, 3600, 1}},
    {"Hz", LETTERS, {0, -1, 0, 0, 1, 1}},
    {"bpm", NONE, {0, -1, 0, 0, 1, 60}},
    {"beats", NONE, {0, 0, 0, 0, 1, 1}},
    {"g", LETTERS, {0, 0, 1, -3, 1, 1}},
    {"L", LETTERS, {3, 0, 0, -3, 1, 1}},
    {"l", LETTERS, {3, 0, 0, -3, 1, 1}},
    {"liter", WORDS, {3, 0, 0, -3, 1, 1}},
    {"liters", WORDS, {3, 0, 0, -3, 1, 1}},
    {"litre", WORDS, {3, 0, 0, -3, 1, 1}},
    {"litres", WORDS, {3, 0, 0, -3, 1, 1}},
    {"cc", NONE, {3, 0, 0, -6, 1, 1}},
    {"N", LETTERS, {1, -2, 1, 0, 1, 1}},
    {"dyn", LETTERS, {1, -2, 1, -5, 1, 1}},
    {"dyne", LETTERS, {1, -2, 1, -5, 1, 1}},
    {"Pa", LETTERS, {-1, -2, 1, 0, 1, 1}},
    {"pascal", WORDS, {-1, -2, 1, 0, 1, 1}},
    {"bar", LETTERS, {-1, -2, 1, 5, 1, 1}},
    {"mmHg", NONE, {-1, -2, 1, 0, TILE_MMHG, 1}},
    {"mH2O", LETTERS, {-1, -2, 1, 0, 9806.65, 1}},
    {"P", LETTERS, {-1, -1, 1, -1, 1, 1}},
};

static const struct prefix {
  const char *name;
  enum taken of;
  signed char ten;
} prefixes[] = {
    {"", NONE, 0},        {"p", LETTERS, -12},  {"n", LETTERS, -9},  {"u", LETTERS, -6},
    {"m", LETTERS, -3},   {"c", LETTERS, -2},   {"d", LETTERS, -1},  {"k", LETTERS, 3},
    {"M", LETTERS, 6},    {"pico", WORDS, -12}, {"nano", WORDS, -9}, {"micro", WORDS, -6},
    {"milli", WORDS, -3}, {"centi", WORDS, -2}, {"deci", WORDS, -1}, {"kilo", WORDS, 3},
};

/* Signs in ASCII: of UTF-8, of Latin-1, and as ImageJ escapes them. */
static const struct sign {
  const char *text, *ascii;
} signs[] = {
    {"\302\265", "u" /* micro sign */},
    {"\316\274", "u" /* mu */},
    {"\265", "u"},
    {"\\u00B5", "u"},
    {"\\u03BC", "u"},
    {"\303\205", "angstrom" /* A with a ring */},
    {"\342\204\253", "angstrom" /* its own sign */},
    {"\305", "angstrom"},
    {"\\u00C5", "angstrom"},
    {"\\u212B", "angstrom"},
    {"\302\271", "1"},
    {"\302\262", "2"},
    {"\302\263", "3"},
    {"\342\201\273", "-" /* superscript */},
    {"\302\267", "." /* middle dot */},
    {"\342\213\205", "." /* dot operator */},
};

#define COUNT(table) (sizeof(table) / sizeof *(table))
enum { LONGEST = 128 };

static bool skip(const char **text, const char *word)
{
  size_t length = strlen(word);
  if (strncasecmp(*text, word, length) != 0)
    return false;
  *text += length;
  return true;
}

/* The next sign in ASCII; NULL: it is none of these. */
static const char *next_sign(const char **text)
{
  for (size_t i = 0; i < COUNT(signs); i++)
    if (skip(text, signs[i].text))
      return signs[i].ascii;
  return NULL;
}

/* Without blanks around it. false: it is too long. */
static bool to_ascii(char to[LONGEST], const char *text)
{
  size_t length = 0;
  for (text += strspn(text, " \t"); *text && length < LONGEST - 16;) {
    const char *sign = next_sign(&text);
    length += (size_t)(sign ? sprintf(to + length, "%s", sign) : sprintf(to + length, "%c", *text++));
  }
  while (length && strchr(" \t", to[length - 1]))
    length--;
  to[length] = 0;
  return !*text;
}

static size_t letters(const char *text)
{
  size_t n = 0;
  while ((text[n] | 32) >= 'a' && (text[n] | 32) <= 'z')
    n += strncasecmp(text + n, "H2O", 3) ? 1 : 3;
  return n;
}

/* Are the first `length` letters of the text this prefix and this unit? */
static bool is_named(const char *text, size_t length, const struct prefix *p, const struct named *u, bool any_case)
{
  int (*compare)(const char *, const char *, size_t) = any_case ? strncasecmp : strncmp;
  const size_t front = strlen(p->name), back = strlen(u->name);
  return (!front || p->of == u->takes) && front + back == length && !compare(text, p->name, front) &&
         !compare(text + front, u->name, back);
}

static bool differ(const struct tile_unit *x, const struct tile_unit *y)
{
  return x->ten != y->ten || x->metre != y->metre || x->second != y->second || x->kilogram != y->kilogram ||
         x->over != y->over || x->under != y->under;
}

/* "mPa": all letters must be prefix and unit, in one way. */
static bool find_named(struct tile_unit *to, const char *text, size_t length, bool any_case)
{
  bool found = false;
  for (size_t u = 0; u < COUNT(units); u++)
    for (size_t p = 0; p < COUNT(prefixes); p++) {
      struct tile_unit now = units[u].unit;
      now.ten += prefixes[p].ten;
      if (!is_named(text, length, prefixes + p, units + u, any_case))
        continue;
      if (found && differ(to, &now))
        return false;
      *to = now;
      found = true;
    }
  return found;
}

static bool in_capitals(const char *text, size_t length)
{
  for (size_t i = 0; i < length; i++)
    if (text[i] >= 'a')
      return false;
  return true;
}

/* Where another unit beside it is in other letters, one in capitals may be, too: ML in "ML/MIN" is not a million litres. */
static bool find_unit(struct tile_unit *to, const char **text, bool any_case)
{
  const size_t run = letters(*text);
  const bool exact = !(any_case && in_capitals(*text, run)) && find_named(to, *text, run, false);
  const bool found = exact || (any_case && find_named(to, *text, run, true));
  *text += found ? run : 0;
  return found;
}

static int read_power(const char **text)
{
  bool raised = skip(text, "^");
  int sign = skip(text, "-") ? -1 : 1;
  if (**text >= '1' && **text <= '9')
    return sign * (*(*text)++ - '0');
  return raised || sign < 0 ? 0 : 1; /* 0: not accepted */
}

/* Multiplies with the unit raised to the power. */
static void multiply(struct tile_unit *by, const struct tile_unit *u, int power)
{
  by->metre = (signed char)(by->metre + power * u->metre);
  by->second = (signed char)(by->second + power * u->second);
  by->kilogram = (signed char)(by->kilogram + power * u->kilogram);
  by->ten += power * u->ten;
  for (; power > 0; power--) {
    by->over *= u->over;
    by->under *= u->under;
  }
  for (; power < 0; power++) {
    by->over *= u->under;
    by->under *= u->over;
  }
}

/* At most eight factors, so that exponents stay small. */
static bool read_factors(struct tile_unit *to, const char *text, bool any_case)
{
  int sign = 1;
  *to = (struct tile_unit){.over = 1, .under = 1};
  for (int factors = 0; factors < 8 && sign; factors++) {
    struct tile_unit factor;
    const int power = find_unit(&factor, &text, any_case) ? sign * read_power(&text) : 0;
    if (!power)
      return false;
    multiply(to, &factor, power);
    if (!*text)
      return true;
    sign = skip(&text, "/") ? -1 : skip(&text, "*") || skip(&text, ".") ? 1 : 0;
  }
  return false;
}

bool tile_unit_read(struct tile_unit *u, const char *text)
{
  char ascii[LONGEST];
  return to_ascii(ascii, text) && (read_factors(u, ascii, false) || read_factors(u, ascii, true));
}

double tile_unit_convert(const struct tile_unit *u, double value)
{
  return tile_times_ten(value, u->ten) * u->over / u->under;
}

/* "in" is an inch only where a length is expected: elsewhere it is a word ("flow in mL/s"). */
double tile_length_in(double value, const char *unit)
{
  struct tile_unit u;
  const char *name = strcmp(unit, "in") ? unit : "inch";
  return tile_unit_read(&u, name) && u.metre == 1 && !u.second && !u.kilogram ? tile_unit_convert(&u, value) : 0;
}

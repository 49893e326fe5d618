/* SPDX-License-Identifier: BSD-3-Clause */
/* Numbers with units: "5um", "1e-6 m2/s", "10Pa", "1000 kg/m³", "80mmHg", "75bpm". In other letters, too, such as "mmhg",
 * where they can be read in one way: "5mpa" is refused, since it may be mPa or MPa. */
#include "cli.h"
#include "numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct unit {
  const char *name;
  signed char metre, second, kilogram;
  signed char ten;    /* power of ten that converts it to SI, */
  double over, under; /* and the factor beside it */
};

static const struct unit units[] = {
    {"m", 1, 0, 0, 0, 1, 1},      {"s", 0, 1, 0, 0, 1, 1},       {"g", 0, 0, 1, -3, 1, 1},
    {"Pa", -1, -2, 1, 0, 1, 1},   {"N", 1, -2, 1, 0, 1, 1},      {"L", 3, 0, 0, -3, 1, 1},
    {"l", 3, 0, 0, -3, 1, 1},     {"min", 0, 1, 0, 0, 60, 1},    {"mmHg", -1, -2, 1, 0, TILE_MMHG, 1},
    {"dyn", 1, -2, 1, -5, 1, 1},  {"P", -1, -1, 1, -1, 1, 1},    {"beats", 0, 0, 0, 0, 1, 1},
    {"cc", 3, 0, 0, -6, 1, 1},    {"bpm", 0, -1, 0, 0, 1, 60},   {"Hz", 0, -1, 0, 0, 1, 1},
    {"bar", -1, -2, 1, 5, 1, 1},  {"sec", 0, 1, 0, 0, 1, 1},     {"mH2O", -1, -2, 1, 0, 9806.65, 1},
    {"dyne", 1, -2, 1, -5, 1, 1}, {"seconds", 0, 1, 0, 0, 1, 1},
};

/* What converts a value to SI: value * over / under * 10^ten. */
struct conversion {
  int ten;
  double over, under;
};

static const struct prefix {
  const char *name;
  signed char ten;
} prefixes[] = {
    {"", 0},   {"n", -9}, {"u", -6}, {"\302\265", -6 /* micro sign */}, {"\316\274", -6 /* mu */}, {"m", -3},
    {"c", -2}, {"k", 3},  {"M", 6},
};

/* Signs that join factors; where one is the beginning of another, the longer one is first. */
static const struct joint {
  const char *text;
  int sign; /* of the exponents of the factor that follows */
} joints[] = {{"/", -1}, {"*", 1}, {".", 1}, {"\302\267", 1 /* middle dot */}};

#define COUNT(table) (sizeof(table) / sizeof *(table))

static bool skip(const char **text, const char *word)
{
  size_t length = strlen(word);
  if (strncmp(*text, word, length) != 0)
    return false;
  *text += length;
  return true;
}

static size_t letters(const char *text)
{
  size_t n = 0;
  while (((text[n] | 32) >= 'a' && (text[n] | 32) <= 'z') || strncmp(text + n, "\302\265", 2) == 0 ||
         strncmp(text + n, "\316\274", 2) == 0)
    n += (unsigned char)text[n] >= 0x80 ? 2 : strncasecmp(text + n, "H2O", 3) ? 1 : 3;
  return n;
}

/* A unit with its prefix; ten: the power of ten of both. */
struct named {
  const struct unit *unit;
  int ten;
};

/* Are the first `length` letters of the text this prefix and this unit? */
static bool is_named(const char *text, size_t length, const struct prefix *p, const struct unit *u, bool any_case)
{
  int (*compare)(const char *, const char *, size_t) = any_case ? strncasecmp : strncmp;
  const size_t front = strlen(p->name), back = strlen(u->name);
  return front + back == length && !compare(text, p->name, front) && !compare(text + front, u->name, back);
}

static bool differ(const struct named *a, const struct named *b)
{
  const struct unit *x = a->unit, *y = b->unit;
  return a->ten != b->ten || x->metre != y->metre || x->second != y->second || x->kilogram != y->kilogram ||
         x->over != y->over || x->under != y->under;
}

/* "mPa" -> {"m", "Pa"}: all letters must be prefix and unit, in one way. */
static struct named find_named(const char *text, size_t length, bool any_case)
{
  struct named found = {0};
  for (size_t u = 0; u < COUNT(units); u++)
    for (size_t p = 0; p < COUNT(prefixes); p++) {
      const struct named now = {units + u, units[u].ten + prefixes[p].ten};
      if (!is_named(text, length, prefixes + p, units + u, any_case))
        continue;
      if (found.unit && differ(&found, &now))
        return (struct named){0};
      found = now;
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
static struct named find_unit(const char **text, bool any_case)
{
  const size_t run = letters(*text);
  struct named found = any_case && in_capitals(*text, run) ? (struct named){0} : find_named(*text, run, false);
  if (!found.unit && any_case)
    found = find_named(*text, run, true);
  *text += found.unit ? run : 0;
  return found;
}

static int read_power(const char **text)
{
  if (skip(text, "\302\262"))
    return 2;
  if (skip(text, "\302\263"))
    return 3;
  bool raised = skip(text, "^");
  int sign = skip(text, "-") ? -1 : 1;
  if (**text >= '1' && **text <= '9')
    return sign * (*(*text)++ - '0');
  return raised || sign < 0 ? 0 : 1; /* 0: not accepted */
}

static void raise_to(struct conversion *c, const struct unit *u, int power)
{
  for (; power > 0; power--) {
    c->over *= u->over;
    c->under *= u->under;
  }
  for (; power < 0; power++) {
    c->over *= u->under;
    c->under *= u->over;
  }
}

/* One factor, e.g. "mm2"; adds its exponents to *q and its conversion to *c. */
static bool read_factor(const char **text, int sign, bool any_case, struct cli_quantity *q, struct conversion *c)
{
  const struct named found = find_unit(text, any_case);
  const struct unit *unit = found.unit;
  int power = unit ? sign * read_power(text) : 0;
  if (!power)
    return false;
  q->metre = (signed char)(q->metre + power * unit->metre);
  q->second = (signed char)(q->second + power * unit->second);
  q->kilogram = (signed char)(q->kilogram + power * unit->kilogram);
  c->ten += power * found.ten;
  raise_to(c, unit, power);
  return true;
}

static int read_joint(const char **text)
{
  for (size_t i = 0; i < COUNT(joints); i++)
    if (skip(text, joints[i].text))
      return joints[i].sign;
  return 0;
}

/* At most eight factors, so that exponents stay small. */
static bool read_factors(const char *text, bool any_case, struct cli_quantity *q, struct conversion *c)
{
  int sign = 1;
  for (int factors = 0; factors < 8 && sign; factors++) {
    if (!read_factor(&text, sign, any_case, q, c))
      return false;
    if (!*text)
      return true;
    sign = read_joint(&text);
  }
  return false;
}

static bool read_unit(const char *text, struct cli_quantity *q, struct conversion *c)
{
  const struct cli_quantity before = *q;
  const struct conversion one = *c;
  if (read_factors(text, false, q, c))
    return true;
  *q = before;
  *c = one;
  return read_factors(text, true, q, c);
}

/* Powers of ten up to 22 are exact, so that 5um is the double nearest to 5e-6. */
static double scale(double value, int ten)
{
  return ten < 0 ? value / pow(10, -ten) : value * pow(10, ten);
}

int cli_quantity(void *to, const char *value, struct tile_error *e)
{
  struct cli_quantity q = {.given = true, .text = value};
  struct conversion c = {0, 1, 1};
  char *end;
  if (!tile_real_read(value, &end, &q.value))
    return tile_fail(e, TILE_USAGE, "expected a number, with a unit if it is physical, such as 5um");
  while (*end == ' ')
    end++;
  q.physical = *end != 0;
  if (q.physical && !read_unit(end, &q, &c))
    return tile_fail(e, TILE_USAGE, "unknown unit \"%s\": made from " CLI_UNITS, end);
  q.value = scale(q.value, c.ten) * c.over / c.under;
  if (!isfinite(q.value))
    return tile_fail(e, TILE_USAGE, "too large a number");
  *(struct cli_quantity *)to = q;
  return 0;
}

bool cli_is_quantity(const char *word)
{
  struct cli_quantity q;
  struct tile_error e;
  return !cli_quantity(&q, word, &e);
}

bool cli_is(const struct cli_quantity *q, int metre, int second, int kilogram)
{
  return q->physical && q->metre == metre && q->second == second && q->kilogram == kilogram;
}

double cli_length(const struct cli_quantity *q, const char *option)
{
  if (!cli_is(q, 1, 0, 0) || !(q->value > 0))
    cli_usage("%s %s: expected a length such as 5um", option, q->text ? q->text : "");
  return q->value;
}

double cli_density(const struct cli_quantity *q, const char *option)
{
  if (!cli_is(q, -3, 0, 1) || !(q->value > 0))
    cli_usage("%s: expected a value such as 1000kg/m3, not '%s'", option, q->text);
  return q->value;
}

double cli_viscosity(const struct cli_quantity *q, double density, const char *option)
{
  const bool dynamic = cli_is(q, -1, -1, 1);
  if (!(dynamic || cli_is(q, 2, -1, 0)) || !(q->value > 0))
    cli_usage("%s: expected a value such as 1e-6m2/s or 1mPa.s, not '%s'", option, q->text);
  if (dynamic && !(density > 0))
    cli_usage("%s %s is a dynamic viscosity, which needs a density, and the file has none: give --density 1000kg/m3",
              option, q->text);
  return dynamic ? q->value / density : q->value;
}

static const struct length_unit {
  double from;
  int ten;
  const char *name;
} length_units[] = {{1, 0, "m"}, {1e-3, -3, "mm"}, {1e-6, -6, "um"}, {0, -9, "nm"}};

static const struct length_unit *unit_for(double metres)
{
  const double size = fabs(metres) * (1 + 5e-7); /* as it will be rounded */
  const struct length_unit *u = length_units;
  while (u->from > 0 && size > 0 && size < u->from)
    u++;
  return u;
}

char *cli_length_text(char text[TILE_REAL_TEXT], double metres)
{
  const struct length_unit *u = unit_for(metres);
  snprintf(text, TILE_REAL_TEXT, "%.6g %s", scale(metres, -u->ten), u->name);
  return text;
}

char *cli_lengths_text(char text[CLI_LENGTHS_TEXT], const double metres[3])
{
  const double most = fmax(fabs(metres[0]), fmax(fabs(metres[1]), fabs(metres[2])));
  const struct length_unit *u = unit_for(most);
  double at[3];
  report_trim(at, metres, 3);
  snprintf(text, CLI_LENGTHS_TEXT, "%.6g, %.6g, %.6g %s", scale(at[0], -u->ten), scale(at[1], -u->ten),
           scale(at[2], -u->ten), u->name);
  return text;
}

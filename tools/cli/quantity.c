/* SPDX-License-Identifier: BSD-3-Clause */
/* Numbers with units: "5um", "1e-6 m2/s", "10Pa", "1000 kg/m³", "80mmHg", "75bpm". */
#include "cli.h"
#include "numbers.h"
#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int cli_quantity(void *to, const char *value, struct tile_error *e)
{
  struct cli_quantity q = {.given = true, .text = value};
  struct tile_unit unit;
  char *end;
  if (!tile_real_read(value, &end, &q.value))
    return tile_fail(e, TILE_USAGE, "expected a number, with a unit if it is physical, such as 5um");
  while (*end == ' ')
    end++;
  q.physical = *end != 0;
  if (q.physical && !tile_unit_read(&unit, end))
    return tile_fail(e, TILE_USAGE, "unknown unit \"%s\": made from " CLI_UNITS, end);
  if (q.physical) {
    q.metre = unit.metre;
    q.second = unit.second;
    q.kilogram = unit.kilogram;
    q.value = tile_unit_convert(&unit, q.value);
  }
  if (!isfinite(q.value))
    return tile_fail(e, TILE_USAGE, "too large a number");
  *(struct cli_quantity *)to = q;
  return 0;
}

/* Three lengths; false: they are something else. */
static bool read_lengths(double at[3], const char *value)
{
  char copy[128], *rest = copy;
  if ((size_t)snprintf(copy, sizeof copy, "%s", value) >= sizeof copy)
    return false;
  for (int a = 0; a < 3; a++) {
    struct cli_quantity q;
    struct tile_error e;
    const char *word = strsep(&rest, ",");
    if (!word || cli_quantity(&q, word, &e) || !cli_is(&q, 1, 0, 0))
      return false;
    at[a] = q.value;
  }
  return !rest;
}

int cli_place(void *to, const char *value, struct tile_error *e)
{
  struct cli_place *p = to;
  p->physical = read_lengths(p->at, value);
  if (p->physical || !cli_reals3(p->at, value, e))
    return 0;
  return tile_fail(e, TILE_USAGE, "expected three numbers X,Y,Z, in voxels, or three lengths such as 12mm,3mm,40mm");
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
  snprintf(text, TILE_REAL_TEXT, "%.6g %s", tile_times_ten(metres, -u->ten), u->name);
  return text;
}

char *cli_lengths_text(char text[CLI_LENGTHS_TEXT], const double metres[3])
{
  const double most = fmax(fabs(metres[0]), fmax(fabs(metres[1]), fabs(metres[2])));
  const struct length_unit *u = unit_for(most);
  double at[3];
  report_trim(at, metres, 3);
  snprintf(text, CLI_LENGTHS_TEXT, "%.6g, %.6g, %.6g %s", tile_times_ten(at[0], -u->ten),
           tile_times_ten(at[1], -u->ten), tile_times_ten(at[2], -u->ten), u->name);
  return text;
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Sizes in bytes: "512MiB", "80GB", "1.5G". */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name;
  double bytes;
} units[] = {
    {"", 1},         {"B", 1},      {"kB", 1e3},     {"KB", 1e3},     {"MB", 1e6},
    {"GB", 1e9},     {"TB", 1e12},  {"KiB", 0x1p10}, {"MiB", 0x1p20}, {"GiB", 0x1p30},
    {"TiB", 0x1p40}, {"K", 0x1p10}, {"M", 0x1p20},   {"G", 0x1p30},   {"T", 0x1p40},
};

static double unit_named(const char *name)
{
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (strcmp(units[i].name, name) == 0)
      return units[i].bytes;
  return 0;
}

int cli_bytes(void *to, const char *value, struct tile_error *e)
{
  const size_t digits = strspn(value, "0123456789.");
  char *end;
  const double bytes = strtod(value, &end) * unit_named(value + digits);
  if (!digits || end != value + digits || !(bytes >= 1) || bytes > 0x1p62)
    return tile_fail(e, TILE_USAGE, "expected a size such as 8GB, 512MiB or a number of bytes");
  *(int64_t *)to = (int64_t)bytes;
  return 0;
}

int cli_max_memory(void *to, const char *value, struct tile_error *e)
{
  int64_t bytes;
  (void)to;
  if (cli_bytes(&bytes, value, e))
    return e->code;
  tile_limit_memory((size_t)bytes);
  return 0;
}

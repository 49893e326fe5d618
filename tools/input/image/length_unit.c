/* SPDX-License-Identifier: BSD-3-Clause */
#include "length_unit.h"

#include <stddef.h>
#include <string.h>

static const struct {
  const char *name;
  double metres;
} units[] = {
    {"m", 1},
    {"meter", 1},
    {"metre", 1},
    {"dm", 0.1},
    {"cm", 0.01},
    {"centimeter", 0.01},
    {"mm", 1e-3},
    {"millimeter", 1e-3},
    {"millimetre", 1e-3},
    {"um", 1e-6},
    {"micron", 1e-6},
    {"microns", 1e-6},
    {"micrometer", 1e-6},
    {"micrometre", 1e-6},
    {"\302\265m", 1e-6 /* micro sign */},
    {"\316\274m", 1e-6 /* mu */},
    {"\265m", 1e-6 /* Latin-1 */},
    {"\\u00B5m", 1e-6 /* as ImageJ escapes it */},
    {"nm", 1e-9},
    {"nanometer", 1e-9},
    {"nanometre", 1e-9},
    {"\303\205", 1e-10 /* Angstrom */},
    {"\305", 1e-10},
    {"\\u00C5", 1e-10},
    {"angstrom", 1e-10},
    {"pm", 1e-12},
    {"in", 0.0254},
    {"inch", 0.0254},
    {"inches", 0.0254},
};

double length_unit(const char *name)
{
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (strcmp(units[i].name, name) == 0)
      return units[i].metres;
  return 0;
}

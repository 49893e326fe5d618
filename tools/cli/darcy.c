/* SPDX-License-Identifier: BSD-3-Clause */
/* Permeability in darcy, and as hydraulic conductivity. */
#include "cli.h"

#include <math.h>

char *cli_darcy_text(char text[TILE_REAL_TEXT], double darcy)
{
  const bool small = fabs(darcy) < 1;
  snprintf(text, TILE_REAL_TEXT, "%.6g %s", small ? darcy * 1e3 : darcy, small ? "mD" : "darcy");
  return text;
}

double cli_conductivity(const struct cli_permeability *k)
{
  return k->m2 * CLI_GRAVITY / k->viscosity;
}

void report_conductivity(FILE *out, const struct cli_permeability *k)
{
  const double conductivity = cli_conductivity(k);
  if (isfinite(conductivity))
    report_line(out, "hydraulic conductivity", "%.6g m/s (viscosity %.6g m2/s, g = %.6g m/s2)", conductivity,
                k->viscosity, CLI_GRAVITY);
  if (isfinite(k->creeping))
    report_line(out, "creeping up to", "%.6g Pa/m", k->creeping);
}

void json_permeability(struct json *j, const struct cli_permeability *k)
{
  json_real(j, "voxel2", k->voxel2);
  json_real(j, "m2", k->m2);
  json_real(j, "darcy", k->darcy);
  json_real(j, "millidarcy", k->darcy * 1e3);
  json_real(j, "hydraulic_conductivity", cli_conductivity(k));
  json_real(j, "creeping_gradient_pa_m", k->creeping);
}

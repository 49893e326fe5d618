/* SPDX-License-Identifier: BSD-3-Clause */
/* A part of internal.h: units in text, of options, of curves and of all files alike. A length alone: tile_length_in. */
#ifndef TILE_UNIT_H
#define TILE_UNIT_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A unit: exponents of those of SI, and what converts a value: value * over / under * 10^ten. */
struct tile_unit {
  signed char metre, second, kilogram; /* Pa: -1, -2, 1 */
  int ten;
  double over, under;
};

/* Reads a whole text such as "um", "mL/s", "kg/m³", "micrometers". In other letters, too, such as "mmhg", where they can
 * be read in one way: "mpa" is refused, since it may be mPa or MPa. false: it is no unit. */
bool tile_unit_read(struct tile_unit *u, const char *text);
/* A value in SI units: of 5 um the double nearest to 5e-6. */
double tile_unit_convert(const struct tile_unit *u, double value);

#ifdef __cplusplus
}
#endif

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* A part of internal.h: numbers in text, and units. */
#ifndef TILE_NUMBERS_H
#define TILE_NUMBERS_H

#include "tile_error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- units ---------------------------------------------------------------- */

#define TILE_MMHG 133.322387415 /* Pa, of a mercury column of 1 mm */

/* ---- order ---------------------------------------------------------------- */

/* For qsort(3), of doubles, the smallest first. */
static inline int tile_ascending(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* ---- numbers in text -------------------------------------- decimal.c ---- */

/* Reads the number that the text begins with, and sets *end behind it. false: there is none; strtod(3) would take leading
 * space, hexadecimal numbers, "inf" and "nan", too. */
bool tile_real_read(const char *text, char **end, double *value);

/* Reads `count` numbers with spaces between them. false: text is NULL, or has fewer. */
bool tile_reals_read(const char *text, double *value, int count);

/* The double nearest to the shortest text of the value with its exponent raised by `ten`: 0.1 times 10^-6 is 1e-07, of which
 * no product or quotient of doubles is sure. */
double tile_times_ten(double value, int ten);

#ifdef __cplusplus
}
#endif

#endif

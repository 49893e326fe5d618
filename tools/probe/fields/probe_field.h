/* SPDX-License-Identifier: BSD-3-Clause */
/* The quantities of a result: the rows of the table in probe_field.c define what tables, pictures and VTK files contain;
 * the named values of the file are further rows, which struct fields holds. */
#ifndef PROBE_FIELD_H
#define PROBE_FIELD_H

#include "units.h"

#include <stdbool.h>

enum {
  PROBE_IN_TABLES = 1,
  PROBE_IN_PICTURES = 2,
  PROBE_IN_VOLUMES = 4,
  PROBE_OF_WALLS = 8, /* only in volumes of results with wall shear */
  PROBE_IN_PLOTS = 16 /* and in tables */
};
struct probe_field {
  const char *name;
  enum lbm_quantity quantity;
  int components;                               /* 1; in volumes up to 3 */
  void (*of)(double *to, const double value[]); /* of the FIELDS of a node; NULL: value[place] */
  unsigned shown;                               /* PROBE_IN_..., PROBE_OF_WALLS */
  bool signed_values, from_zero;                /* colours of pictures */
  int place;
  const char *unit; /* of a named value; NULL: that of the quantity */
};
enum { PROBE_FLOW_FIELDS = 8 };
struct fields;
void probe_field_get(const struct probe_field *field, double *to, const double value[]);
/* One unit of the values in SI units, NaN where that is not known, and the symbol of the SI unit. */
double probe_field_unit(const struct probe_field *field, const struct fields *f);
const char *probe_field_symbol(const struct probe_field *field);
/* Its name in a picture: "velocity along x" of ux. */
const char *probe_field_title(const struct probe_field *field);
/* The next row of a file (NULL: of a flow without named values) after `after` (NULL: the first) that is shown there; NULL: no
 * more. */
const struct probe_field *probe_field_next(const struct fields *f, const struct probe_field *after, unsigned shown);
/* The row of that name that is shown there; NULL: none. */
const struct probe_field *probe_field_named(const struct fields *f, const char *name, unsigned shown);
#define PROBE_FIELD_NAMES "speed, pressure, ux, uy, uz or wall_shear"

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* The report of --forchheimer, as text and as JSON. */
#ifndef FORCHHEIMER_REPORT_H
#define FORCHHEIMER_REPORT_H

#include "cli.h"
#include "forchheimer.h"
#include "units.h"

struct forchheimer_report {
  const struct forchheimer *fit;
  struct lbm_units units;
  int axis;
  bool force; /* a body force drives the flow, else pressures at two faces */
  double tau;
  const char *equilibrium, *walls, *device, *digest; /* digest: of the input */
  const char *ended;                                 /* why there are fewer drives; "": there are not */
  double seconds;
};

void forchheimer_print(FILE *out, const struct forchheimer_report *r);
void forchheimer_print_json(FILE *out, const struct forchheimer_report *r);

#endif

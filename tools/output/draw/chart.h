/* SPDX-License-Identifier: BSD-3-Clause */
/* Charts of curves, side by side, as SVG or PNG. */
#ifndef CHART_H
#define CHART_H

#include "memory.h"

enum { CHART_CURVES = 8 };
struct chart_curve {
  const char *name; /* in the legend, which a chart has if this of its first curve is not "" */
  int count;
  const double *x, *y; /* points that are not finite interrupt the curve */
};
struct chart {
  const char *title, *x_name, *y_name; /* names: "time (s)" */
  int curves;
  struct chart_curve curve[CHART_CURVES];
};

/* Writes `count` charts. png: else SVG; title: of all, NULL: none. TILE_FAILED: memory, or output. */
int chart_write(FILE *out, bool png, const char *title, const struct chart *charts, int count, struct tile_error *e);

#endif

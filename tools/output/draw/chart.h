/* Charts of curves, side by side, as SVG or PNG. */
#ifndef CHART_H
#define CHART_H

#include "internal.h"

struct chart_curve {
  const char *name; /* in the legend; "": the chart has none */
  int count;
  const double *x, *y; /* points that are not finite interrupt the curve */
};
struct chart {
  const char *title, *x_name, *y_name;
  int curves;
  struct chart_curve curve[3];
};

/* Writes `count` charts. png: else SVG. TILE_FAILED: memory, or output. */
int chart_write(FILE *out, bool png, const struct chart *charts, int count, struct tile_error *e);

#endif

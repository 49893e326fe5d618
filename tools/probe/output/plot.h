/* SPDX-License-Identifier: BSD-3-Clause */
/* Columns of tables as curves in charts, for --plot. */
#ifndef PLOT_H
#define PLOT_H

#include "table.h"

struct plot_curve;
struct plot {
  size_t count;
  struct plot_curve *curve;
};

/* Adds a curve of column `y` over column `x`, of which it makes copies. Curves of equal names of axes are in one chart, and
 * have a legend there. */
int plot_add(struct plot *p, const char *name, const char *x_name, const char *y_name, const struct table *t, size_t x,
             size_t y, struct tile_error *e);
/* png: else SVG. title: NULL: none. */
int plot_write(const struct plot *p, bool png, const char *title, FILE *out, struct tile_error *e);
void plot_free(struct plot *p);

#endif

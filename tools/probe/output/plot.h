/* Columns of tables as charts, for --plot. */
#ifndef PLOT_H
#define PLOT_H

#include "table.h"

struct plot_curve;
struct plot {
  size_t count;
  struct plot_curve *curve; /* each a chart of its own */
};

/* Adds a chart of column `y` over column `x`, of which it makes copies. The y axis has the title of its column. */
int plot_add(struct plot *p, const char *title, const char *x_name, const struct table *t, size_t x, size_t y,
             struct tile_error *e);
/* png: else SVG. */
int plot_write(const struct plot *p, bool png, FILE *out, struct tile_error *e);
void plot_free(struct plot *p);

#endif

#include "plot.h"

#include "chart.h"

#include <stdlib.h>
#include <string.h>

struct plot_curve {
  char title[24], x_name[32], y_name[32]; /* a longer title would run into the name of the axis */
  size_t points;
  double *xy; /* all x, then all y */
};

static void copy_title(char *to, size_t size, const char *from)
{
  if ((size_t)snprintf(to, size, "%s", from) >= size)
    strcpy(to + size - 4, "...");
}

int plot_add(struct plot *p, const char *title, const char *x_name, const struct table *t, size_t x, size_t y,
             struct tile_error *e)
{
  struct plot_curve c = {.points = t->rows};
  if (tile_reserve(&p->curve, NULL, p->count + 1, sizeof *p->curve, "a chart", e))
    return e->code;
  c.xy = tile_alloc(t->rows, 2 * sizeof *c.xy);
  if (!c.xy)
    return tile_fail_memory(e, 2 * t->rows * sizeof *c.xy, "a chart");
  copy_title(c.title, sizeof c.title, title);
  copy_title(c.x_name, sizeof c.x_name, x_name);
  copy_title(c.y_name, sizeof c.y_name, t->columns[y].title);
  for (size_t row = 0; row < t->rows; row++) {
    c.xy[row] = t->value[row * t->width + x];
    c.xy[t->rows + row] = t->value[row * t->width + y];
  }
  p->curve[p->count++] = c;
  return 0;
}

int plot_write(const struct plot *p, bool png, FILE *out, struct tile_error *e)
{
  struct chart *chart = tile_alloc(p->count, sizeof *chart);
  if (!chart)
    return tile_fail_memory(e, p->count * sizeof *chart, "a chart");
  for (size_t i = 0; i < p->count; i++) {
    const struct plot_curve *c = p->curve + i;
    chart[i] = (struct chart){.title = c->title, .x_name = c->x_name, .y_name = c->y_name, .curves = 1};
    chart[i].curve[0] = (struct chart_curve){"", (int)c->points, c->xy, c->xy + c->points};
  }
  const int code = chart_write(out, png, chart, (int)p->count, e);
  free(chart);
  return code;
}

void plot_free(struct plot *p)
{
  for (size_t i = 0; i < p->count; i++)
    free(p->curve[i].xy);
  free(p->curve);
  *p = (struct plot){0};
}

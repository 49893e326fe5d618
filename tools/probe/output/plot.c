/* SPDX-License-Identifier: BSD-3-Clause */
#include "plot.h"

#include "chart.h"

#include <stdlib.h>
#include <string.h>

struct plot_curve {
  char name[40], x_name[40], y_name[40]; /* longer ones are cut */
  size_t points;
  double *xy; /* all x, then all y */
};

static void copy_title(char *to, size_t size, const char *from)
{
  if ((size_t)snprintf(to, size, "%s", from) >= size)
    strcpy(to + size - 4, "...");
}

int plot_add(struct plot *p, const char *name, const char *x_name, const char *y_name, const struct table *t, size_t x,
             size_t y, struct tile_error *e)
{
  struct plot_curve c = {.points = t->rows};
  if (tile_reserve(&p->curve, NULL, p->count + 1, sizeof *p->curve, "a chart", e))
    return e->code;
  c.xy = tile_alloc(t->rows, 2 * sizeof *c.xy);
  if (!c.xy)
    return tile_fail_memory(e, 2 * t->rows * sizeof *c.xy, "a chart");
  copy_title(c.name, sizeof c.name, name);
  copy_title(c.x_name, sizeof c.x_name, x_name);
  copy_title(c.y_name, sizeof c.y_name, y_name);
  for (size_t row = 0; row < t->rows; row++) {
    c.xy[row] = t->value[row * t->width + x];
    c.xy[t->rows + row] = t->value[row * t->width + y];
  }
  p->curve[p->count++] = c;
  return 0;
}

/* The chart that has room for a curve with these axes, or a new one. */
static struct chart *chart_of(struct chart *charts, int *count, const struct plot_curve *c)
{
  int i = 0;
  while (i < *count && (strcmp(charts[i].x_name, c->x_name) || strcmp(charts[i].y_name, c->y_name) ||
                        charts[i].curves == CHART_CURVES))
    i++;
  if (i == *count)
    charts[(*count)++] = (struct chart){.title = "", .x_name = c->x_name, .y_name = c->y_name};
  return charts + i;
}

/* The name of a single curve is the title of its chart. */
static void name_alone(struct chart *c)
{
  if (c->curves > 1)
    return;
  c->title = c->curve[0].name;
  c->curve[0].name = "";
}

int plot_write(const struct plot *p, bool png, const char *title, FILE *out, struct tile_error *e)
{
  struct chart *charts = tile_alloc(p->count, sizeof *charts);
  int count = 0;
  if (!charts)
    return tile_fail_memory(e, p->count * sizeof *charts, "a chart");
  for (size_t i = 0; i < p->count; i++) {
    const struct plot_curve *c = p->curve + i;
    struct chart *to = chart_of(charts, &count, c);
    to->curve[to->curves++] = (struct chart_curve){c->name, (int)c->points, c->xy, c->xy + c->points};
  }
  for (int i = 0; i < count; i++)
    name_alone(charts + i);
  const int code = chart_write(out, png, title, charts, count, e);
  free(charts);
  return code;
}

void plot_free(struct plot *p)
{
  for (size_t i = 0; i < p->count; i++)
    free(p->curve[i].xy);
  free(p->curve);
  *p = (struct plot){0};
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* --plot: curves of the measures of pores as charts. */
#include "chart.h"
#include "label.h"
#include "stats_pores.h"

#include <stdlib.h>
#include <string.h>

/* ---- charts ---------------------------------------------------------------------- */

/* The charts, and values that are not those of a measure's curves. */
struct charts {
  struct chart chart[STATS_CURVES];
  int count, made;
  double *value[2 * STATS_CURVES];
  char title[STATS_CURVES][LABEL_TEXT];
};

/* The values of a curve, plus `times` its spread. NULL: no memory. */
static const double *values_of(struct charts *s, const struct stats_curve *c, int times)
{
  double *y = tile_alloc((size_t)c->count, sizeof *y), sum = 0;
  if (!y)
    return NULL;
  s->value[s->made++] = y;
  for (int i = 0; i < c->count; i++) {
    sum += c->y[i];
    y[i] = c->distribution ? sum : c->spread ? c->y[i] + times * c->spread[i] : c->y[i];
  }
  return y;
}

static bool add_curve(struct charts *s, struct chart *to, const struct stats_curve *c, const char *name, int times)
{
  const double *y = c->distribution || times ? values_of(s, c, times) : c->y;
  if (y)
    to->curve[to->curves++] = (struct chart_curve){name, c->count, c->x, y};
  return y;
}

static struct chart *chart_of(struct charts *s, const struct stats_curve *c)
{
  char title[LABEL_TEXT];
  int k = 0;
  label_make(title, node_values_title(c->measure), 0, "");
  while (k < s->count && strcmp(s->title[k], title))
    k++;
  if (k == s->count) {
    memcpy(s->title[k], title, sizeof title);
    s->chart[s->count++] = (struct chart){
        .title = s->title[k], .x_name = c->across, .y_name = c->distribution ? "share up to this radius" : c->up};
  }
  return s->chart + k;
}

/* A chart for each measure, whose parts are its curves; one with a spread has its bounds beside it. */
static bool make_charts(struct charts *s, const struct stats_pores *p)
{
  bool made = true;
  for (int i = 0; i < p->curves && made; i++) {
    const struct stats_curve *c = p->curve + i;
    struct chart *to = chart_of(s, c);
    made = add_curve(s, to, c, c->spread ? "mean" : c->part, 0);
    if (c->spread)
      made = made && add_curve(s, to, c, "+ sd", 1) && add_curve(s, to, c, "- sd", -1);
  }
  return made;
}

void stats_pores_plot(const struct stats_pores *p, struct cli_output *plot)
{
  struct tile_error e;
  struct charts s = {0};
  if (!make_charts(&s, p))
    tile_fail_memory(&e, 0, "a chart"), cli_die(&e);
  if (chart_write(plot->file, cli_ends_in(p->options->plot, ".png"), NULL, s.chart, s.count, &e))
    cli_name_output(plot, &e), cli_die(&e);
  check_or_exit(cli_commit(plot, &e), &e);
  for (int i = 0; i < s.made; i++)
    free(s.value[i]);
}

/* SPDX-License-Identifier: BSD-3-Clause */
/* Curves: those of several files that show the same are drawn in one chart. */
#include <config.h>

#include "report.h"

#include <math.h>
#include <string.h>

/* ---- drawing ---- */

/* The charts that show the same: no two of them of one file. */
struct group {
  int count;
  const struct report_chart *of[REPORT_FILES];
};

static bool is_alike(const struct report_chart *a, const struct report_chart *b)
{
  return strcmp(a->chart.title, b->chart.title) == 0 && strcmp(a->chart.x_unit, b->chart.x_unit) == 0 &&
         strcmp(a->chart.y_unit, b->chart.y_unit) == 0 && a->chart.bars == b->chart.bars;
}

/* Takes what has not been drawn. */
static struct group group_of(const struct report *r, size_t first)
{
  struct group g = {0};
  unsigned sources = 0;
  for (size_t i = first; i < r->charts; i++) {
    struct report_chart *k = r->chart[i];
    if (k->drawn || !is_alike(r->chart[first], k) || sources >> k->source & 1)
      continue;
    k->drawn = true;
    sources |= 1U << k->source;
    g.of[g.count++] = k;
  }
  return g;
}

/* The name of the sample, if only one of them is of it. */
static const char *label(const struct report *r, const struct group *g, int member)
{
  const int column = r->source[g->of[member]->source].column;
  for (int i = 0; i < g->count; i++)
    if (i != member && r->source[g->of[i]->source].column == column)
      return g->of[member]->name;
  return column < 0 ? g->of[member]->name : report_column_name(r, column);
}

static const struct html_curve *part_of(const struct report_chart *k, const char *part)
{
  for (int i = 0; i < k->chart.curves; i++)
    if (strcmp(k->chart.curve[i].name, part) == 0)
      return k->chart.curve + i;
  return NULL;
}

/* Histograms have steps of different widths: the share up to a value can be compared. */
static void add_up(struct html_chart *c)
{
  for (int i = 0; c->bars && i < c->curves; i++) {
    double sum = 0, *y = (double *)c->curve[i].y;
    for (int k = 0; k < c->curve[i].count; k++) {
      const double share = y[k];
      y[k] = sum;
      sum += isfinite(share) ? share : 0;
    }
  }
  c->y_name = c->bars ? "Nodes up to this value" : c->y_name;
  c->bars = false;
}

static void draw_part(const struct report *r, FILE *out, const struct group *g, const char *part)
{
  struct html_chart c = g->of[0]->chart;
  char title[200];
  snprintf(title, sizeof title, "%s%s%s", c.title, *part ? ": " : "", part);
  c.title = title;
  c.note = NULL;
  c.curves = 0;
  for (int i = 0; i < g->count; i++) {
    const struct html_curve *from = part_of(g->of[i], part);
    if (!from)
      continue;
    c.curve[c.curves] = *from;
    c.curve[c.curves++].name = label(r, g, i);
  }
  add_up(&c);
  html_chart(out, &c);
}

static void draw(const struct report *r, FILE *out, const struct group *g)
{
  const struct html_chart *first = &g->of[0]->chart;
  if (g->count == 1) {
    html_chart(out, first);
    return;
  }
  for (int i = 0; i < first->curves; i++)
    draw_part(r, out, g, first->curve[i].name);
}

bool report_curves(const struct report *r, FILE *out)
{
  fputs("<div class=\"charts\">\n", out);
  const bool any = report_intervals(r, out);
  for (size_t i = 0; i < r->charts; i++)
    if (!r->chart[i]->drawn) {
      const struct group g = group_of(r, i);
      draw(r, out, &g);
    }
  fputs("</div>\n<div class=\"row\">\n", out);
  fputs(r->piece[PIECE_CURVES].text, out);
  fputs("</div>\n", out);
  return any || r->charts || r->piece[PIECE_CURVES].size;
}

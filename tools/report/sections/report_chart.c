/* SPDX-License-Identifier: BSD-3-Clause */
/* Keeps the charts of a file until all are read. */
#include <config.h>

#include "report.h"

#include <stdlib.h>
#include <string.h>

enum { TITLE, NOTE, X_NAME, X_UNIT, Y_NAME, Y_UNIT };

/* ---- keeping ---- */

static const char *copy(char to[120], const char *text)
{
  snprintf(to, 120, "%s", text ? text : "");
  return text ? to : NULL;
}

static void copy_texts(struct report_chart *k)
{
  struct html_chart *c = &k->chart;
  c->title = copy(k->text[TITLE], c->title);
  c->note = copy(k->text[NOTE], c->note);
  c->x_name = copy(k->text[X_NAME], c->x_name);
  c->x_unit = copy(k->text[X_UNIT], c->x_unit);
  c->y_name = copy(k->text[Y_NAME], c->y_name);
  c->y_unit = copy(k->text[Y_UNIT], c->y_unit);
}

static void copy_curves(struct report_chart *k)
{
  double *at = k->value;
  for (int i = 0; i < k->chart.curves; i++) {
    struct html_curve *c = k->chart.curve + i;
    const size_t count = (size_t)c->count;
    memcpy(at, c->x, count * sizeof *at);
    memcpy(at + count, c->y, count * sizeof *at);
    snprintf(k->part[i], sizeof k->part[i], "%s", c->name);
    *c = (struct html_curve){k->part[i], c->count, at, at + count};
    at += 2 * count;
  }
}

int report_chart(struct report *r, const struct html_chart *chart, struct tile_error *e)
{
  size_t count = 0;
  for (int i = 0; i < chart->curves; i++)
    count += 2 * (size_t)chart->curve[i].count;
  double *value = tile_alloc(count + 1, sizeof *value);
  struct report_chart *k = value ? tile_alloc(1, sizeof *k) : NULL;
  if (!k || tile_reserve(&r->chart, NULL, r->charts + 1, sizeof *r->chart, "a chart", e)) {
    free(value);
    free(k);
    return tile_fail_memory(e, count * sizeof *value, "a chart");
  }
  r->chart[r->charts++] = k;
  *k = (struct report_chart){.name = r->source[r->now].name, .source = r->now, .value = value, .chart = *chart};
  copy_texts(k);
  copy_curves(k);
  return 0;
}

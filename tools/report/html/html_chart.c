/* SPDX-License-Identifier: BSD-3-Clause */
/* Charts and bars of colours. */
#include <config.h>

#include "html.h"

#include <math.h>
#include <string.h>

enum {
  WIDTH = 320,
  HEIGHT = 250,
  LEFT = 48,
  RIGHT = 16,
  TOP = 46,
  LEGEND = 16, /* the height of a row */
  BOTTOM = 44,
  ACROSS = WIDTH - LEFT - RIGHT,
  DOWN = HEIGHT - TOP - BOTTOM,
  BAR_HEIGHT = 56,
  STOPS = 16
};

struct chart_axes {
  struct html_axis x, y;
};

static double x_at(const struct chart_axes *a, double x)
{
  return LEFT + ACROSS * (x - a->x.low) / (a->x.high - a->x.low);
}

static double y_at(const struct chart_axes *a, double y)
{
  return TOP + DOWN * (a->y.high - y) / (a->y.high - a->y.low);
}

static bool extremes(const struct html_chart *c, bool up, double *low, double *high)
{
  *low = INFINITY;
  *high = -INFINITY;
  for (int i = 0; i < c->curves; i++)
    for (int k = 0; k < c->curve[i].count; k++) {
      const double v = up ? c->curve[i].y[k] : c->curve[i].x[k];
      *low = isfinite(v) ? fmin(*low, v) : *low;
      *high = isfinite(v) ? fmax(*high, v) : *high;
    }
  return *low <= *high;
}

static bool make_axes(struct chart_axes *a, const struct html_chart *c)
{
  double x[2], y[2];
  if (!extremes(c, false, x, x + 1) || !extremes(c, true, y, y + 1))
    return false;
  if (c->from_zero || c->bars) {
    y[0] = fmin(y[0], 0);
    y[1] = fmax(y[1], 0);
  }
  if (c->x_zero)
    x[0] = fmin(x[0], 0);
  a->x = html_axis_make(x[0], x[1], false);
  a->y = html_axis_make(y[0], y[1], true);
  return true;
}

/* ---- the legend: above the axes, in as many rows as its names need ---- */

struct legend_place {
  double x;
  int row;
};

static double entry_width(const struct html_curve *c)
{
  return 30 + 7.5 * (double)strlen(c->name);
}

static struct legend_place legend_place(const struct html_chart *c, int curve)
{
  struct legend_place at = {LEFT, 0};
  for (int i = 0; i < curve; i++) {
    at.x += entry_width(c->curve + i) + 18;
    if (at.x + entry_width(c->curve + i + 1) > WIDTH)
      at = (struct legend_place){LEFT, at.row + 1};
  }
  return at;
}

static bool has_legend(const struct html_chart *c)
{
  return *c->curve[0].name;
}

/* The height of all rows but the first. */
static int legend_extra(const struct html_chart *c)
{
  return LEGEND * legend_place(c, c->curves - 1).row;
}

static void draw_legend(FILE *out, const struct html_chart *c)
{
  for (int i = 0; has_legend(c) && i < c->curves; i++) {
    const struct legend_place at = legend_place(c, i);
    const int y = 30 - legend_extra(c) + LEGEND * at.row;
    fprintf(out, "<path class=\"curve curve%d\" d=\"M%.0f %dh24\"/><text x=\"%.0f\" y=\"%d\">", i, at.x, y, at.x + 30,
            y + 4);
    html_text(out, c->curve[i].name);
    fputs("</text>\n", out);
  }
}

/* ---- axes and curves ---- */

static void draw_name(FILE *out, const char *place, const char *name, const char *unit, const struct html_axis *a)
{
  char text[HTML_UNIT];
  fprintf(out, "<text %s>", place);
  html_text(out, name);
  html_text(out, html_unit(text, a, unit));
  fputs("</text>\n", out);
}

static void draw_axes(FILE *out, const struct html_chart *c, const struct chart_axes *a)
{
  char text[TILE_REAL_TEXT];
  for (double v = html_axis_first(&a->y); v <= a->y.high + a->y.step * 1e-6; v += a->y.step) {
    fprintf(out, "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\" class=\"end\">%s</text>\n", LEFT,
            y_at(a, v), WIDTH - RIGHT, LEFT - 6, y_at(a, v) + 4, html_axis_number(text, &a->y, v));
  }
  for (double v = html_axis_first(&a->x); v <= a->x.high + a->x.step * 1e-6; v += a->x.step)
    fprintf(out, "<path class=\"tick\" d=\"M%.1f %dv4\"/><text x=\"%.1f\" y=\"%d\" class=\"middle\">%s</text>\n",
            x_at(a, v), TOP + DOWN, x_at(a, v), TOP + DOWN + 19, html_axis_number(text, &a->x, v));
  fprintf(out, "<path class=\"tick\" d=\"M%d %dH%d\"/>\n", LEFT, TOP + DOWN, WIDTH - RIGHT);
  char place[64];
  snprintf(place, sizeof place, "x=\"4\" y=\"%d\"", has_legend(c) ? 14 - legend_extra(c) : 30);
  draw_name(out, place, c->y_name, c->y_unit, &a->y);
  snprintf(place, sizeof place, "x=\"%d\" y=\"%d\" class=\"middle\"", LEFT + ACROSS / 2, HEIGHT - 6);
  draw_name(out, place, c->x_name, c->x_unit, &a->x);
}

static void draw_line(FILE *out, const struct html_curve *c, const struct chart_axes *a, int number)
{
  bool on = false;
  fprintf(out, "<path class=\"curve curve%d\" d=\"", number);
  for (int k = 0; k < c->count; k++) {
    const bool finite = isfinite(c->x[k]) && isfinite(c->y[k]);
    if (finite)
      fprintf(out, "%c%.1f %.1f", on ? 'L' : 'M', x_at(a, c->x[k]), y_at(a, c->y[k]));
    on = finite;
  }
  fputs(c->count == 1 ? "h3\"/>\n" : "\"/>\n", out);
}

static void draw_bars(FILE *out, const struct html_curve *c, const struct chart_axes *a)
{
  fputs("<path class=\"bars\" d=\"", out);
  for (int k = 0; k + 1 < c->count; k++)
    if (isfinite(c->y[k]) && c->y[k] != 0)
      fprintf(out, "M%.1f %.1fV%.1fH%.1fV%.1fz", x_at(a, c->x[k]), y_at(a, 0), y_at(a, c->y[k]), x_at(a, c->x[k + 1]),
              y_at(a, 0));
  fputs("\"/>\n", out);
}

/* Leaves out what is above `top`. */
static void begin_svg(FILE *out, int top, int height, const char *label)
{
  fprintf(out, "<svg width=\"%d\" height=\"%d\" viewBox=\"0 %d %d %d\" role=\"img\" aria-label=\"", WIDTH, height - top,
          top, WIDTH, height - top);
  html_text(out, label);
  fputs("\">\n", out);
}

void html_chart(FILE *out, const struct html_chart *c)
{
  struct chart_axes a;
  if (!make_axes(&a, c))
    return;
  fputs("<figure><figcaption>", out);
  html_text(out, c->title);
  if (c->note) {
    fputs("<small>", out);
    html_text(out, c->note);
    fputs("</small>", out);
  }
  fputs("</figcaption>\n", out);
  begin_svg(out, has_legend(c) ? -legend_extra(c) : LEGEND, HEIGHT, c->title);
  draw_axes(out, c, &a);
  for (int i = 0; i < c->curves; i++)
    if (c->bars)
      draw_bars(out, c->curve + i, &a);
    else
      draw_line(out, c->curve + i, &a, i);
  draw_legend(out, c);
  fputs("</svg></figure>\n", out);
}

/* ---- intervals: a name, and below it a bar with its value --- */

enum { ROW = 40, AXIS = 44 };

static void draw_interval(FILE *out, const struct html_interval *i, const struct html_axis *a, int row)
{
  const double left = 24, across = WIDTH - 2 * left, span = a->high - a->low, y = ROW * row + 28;
  const double low = left + across * (i->value - i->error - a->low) / span,
               high = left + across * (i->value + i->error - a->low) / span;
  fputs("<text x=\"4\" ", out);
  fprintf(out, "y=\"%d\">", ROW * row + 14);
  html_text(out, i->name);
  fprintf(out, "</text><path class=\"curve curve0\" d=\"M%.1f %.0fH%.1fM%.1f %.0fv10M%.1f %.0fv10\"/>", low, y, high,
          low, y - 5, high, y - 5);
  fprintf(out, "<circle class=\"dot\" cx=\"%.1f\" cy=\"%.0f\" r=\"4\"/>\n", (low + high) / 2, y);
}

void html_intervals(FILE *out, const char *title, const char *name, const char *unit, const struct html_interval *of,
                    int count)
{
  double low = INFINITY, high = -INFINITY;
  char place[64], number[TILE_REAL_TEXT];
  for (int i = 0; i < count; i++) {
    low = fmin(low, of[i].value - of[i].error);
    high = fmax(high, of[i].value + of[i].error);
  }
  if (!count || !isfinite(low) || !isfinite(high))
    return;
  const struct html_axis a = html_axis_make(low, high, false);
  const double left = 24, across = WIDTH - 2 * left;
  const int bottom = ROW * count;
  fputs("<figure><figcaption>", out);
  html_text(out, title);
  fputs("</figcaption>\n", out);
  begin_svg(out, 0, bottom + AXIS, title);
  for (int i = 0; i < count; i++)
    draw_interval(out, of + i, &a, i);
  fprintf(out, "<path class=\"tick\" d=\"M%.0f %dH%.0f\"/>\n", left, bottom, left + across);
  for (double v = html_axis_first(&a); v <= a.high + a.step * 1e-6; v += a.step) {
    const double x = left + across * (v - a.low) / (a.high - a.low);
    fprintf(out, "<path class=\"tick\" d=\"M%.1f %dv4\"/><text x=\"%.1f\" y=\"%d\" class=\"middle\">%s</text>\n", x,
            bottom, x, bottom + 17, html_axis_number(number, &a, v));
  }
  snprintf(place, sizeof place, "x=\"%d\" y=\"%d\" class=\"middle\"", WIDTH / 2, bottom + AXIS - 6);
  draw_name(out, place, name, unit, &a);
  fputs("</svg></figure>\n", out);
}

void html_colours(FILE *out, colour_map *map, double low, double high, const char *name, const char *unit, int id)
{
  const struct html_axis a = html_axis_make(low, high, false);
  const int left = 24, across = WIDTH - 2 * left;
  char place[64], number[TILE_REAL_TEXT];
  begin_svg(out, 0, BAR_HEIGHT, name);
  fprintf(out, "<defs><linearGradient id=\"colours%d\">", id);
  for (int i = 0; i <= STOPS; i++) {
    const struct colour c = map((double)i / STOPS);
    fprintf(out, "<stop offset=\"%.4f\" stop-color=\"#%02x%02x%02x\"/>", (double)i / STOPS, c.r, c.g, c.b);
  }
  fprintf(out,
          "</linearGradient></defs>\n<rect x=\"%d\" y=\"4\" width=\"%d\" height=\"12\" fill=\"url(#colours%d)\"/>\n",
          left, across, id);
  for (double v = html_axis_first(&a); v <= a.high + a.step * 1e-6; v += a.step) {
    const double x = left + across * (v - a.low) / (a.high - a.low);
    fprintf(out, "<path class=\"tick\" d=\"M%.1f 16v4\"/><text x=\"%.1f\" y=\"33\" class=\"middle\">%s</text>\n", x, x,
            html_axis_number(number, &a, v));
  }
  snprintf(place, sizeof place, "x=\"%d\" y=\"51\" class=\"middle\"", WIDTH / 2);
  draw_name(out, place, name, unit, &a);
  fputs("</svg>\n", out);
}

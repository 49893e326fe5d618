#include "chart.h"

#include "canvas.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 450, HEIGHT = 320, LEFT = 110, TOP = 40, RIGHT = 30, BOTTOM = 60, TICKS = 6 };

static const struct colour black = {34, 34, 34}, grey = {136, 136, 136}, white = {255, 255, 255};
static const struct colour inks[] = {{31, 90, 166}, {201, 87, 28}, {43, 131, 84}};

/* Where lines and text go: an SVG file, or a picture. */
struct sheet {
  FILE *svg; /* NULL: */
  struct canvas canvas;
  double left; /* of this chart */
};
struct range {
  double low, high, step;
};

/* ---- lines and text --------------------------------------------------------------- */

static void draw_line(struct sheet *s, double x0, double y0, double x1, double y1, struct colour ink, int width)
{
  if (s->svg) {
    fprintf(s->svg, "<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"#%02x%02x%02x\" stroke-width=\"%d\"/>\n", s->left + x0,
            y0, s->left + x1, y1, ink.r, ink.g, ink.b, width);
    return;
  }
  const int steps = 1 + (int)fmax(fabs(x1 - x0), fabs(y1 - y0));
  for (int i = 0; i <= steps; i++) {
    const double share = (double)i / steps;
    canvas_rectangle(&s->canvas, lround(s->left + x0 + share * (x1 - x0)), lround(y0 + share * (y1 - y0)), width, width,
                     ink);
  }
}

/* place: 0 begins at x, 1 is centred, 2 ends there. y is the middle of the line. */
static void draw_text(struct sheet *s, double x, double y, int place, const char *text)
{
  static const char *const anchor[] = {"start", "middle", "end"};
  if (s->svg) {
    fprintf(s->svg, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", s->left + x, y + 4, anchor[place],
            text);
    return;
  }
  canvas_text(&s->canvas, lround(s->left + x - (double)(place * canvas_text_width(text)) / 2),
              lround(y) - CANVAS_TEXT_HEIGHT / 2, text, black);
}

/* ---- axes ---------------------------------------------------------------------------- */

/* A round step, 1, 2 or 5 times a power of ten, and ends that are multiples of it. */
static struct range make_round(double low, double high)
{
  const double span = high > low ? high - low : fmax(fabs(high), 1), power = pow(10, floor(log10(span / TICKS)));
  double step = power;
  for (int i = 0; i < 3 && step * TICKS < span; i++)
    step = power * (double[]){2, 5, 10}[i];
  return (struct range){step * floor(low / step), step * ceil((low + span) / step - 1e-9), step};
}

static struct range range_of(const struct chart *c, bool up)
{
  double low = 0, high = -INFINITY;
  for (int i = 0; i < c->curves; i++)
    for (int k = 0; k < c->curve[i].count; k++) {
      const double v = (up ? c->curve[i].y : c->curve[i].x)[k];
      low = isfinite(v) ? fmin(low, v) : low;
      high = isfinite(v) ? fmax(high, v) : high;
    }
  return make_round(low, isfinite(high) ? high : 1);
}

static double across(const struct range *x, double v)
{
  return LEFT + WIDTH * (v - x->low) / (x->high - x->low);
}

static double down(const struct range *y, double v)
{
  return TOP + HEIGHT * (y->high - v) / (y->high - y->low);
}

static void draw_axes(struct sheet *s, const struct chart *c, const struct range *x, const struct range *y)
{
  char text[TILE_REAL_TEXT];
  for (double v = x->low; v < x->high + x->step / 2; v += x->step) {
    snprintf(text, sizeof text, "%.4g", fabs(v) < x->step / 2 ? 0 : v);
    draw_line(s, across(x, v), TOP + HEIGHT, across(x, v), TOP + HEIGHT + 5, grey, 1);
    draw_text(s, across(x, v), TOP + HEIGHT + 16, 1, text);
  }
  for (double v = y->low; v < y->high + y->step / 2; v += y->step) {
    snprintf(text, sizeof text, "%.4g", fabs(v) < y->step / 2 ? 0 : v);
    draw_line(s, LEFT - 5, down(y, v), LEFT, down(y, v), grey, 1);
    draw_text(s, LEFT - 10, down(y, v), 2, text);
  }
  draw_line(s, LEFT, TOP, LEFT, TOP + HEIGHT, grey, 1);
  draw_line(s, LEFT, TOP + HEIGHT, LEFT + WIDTH, TOP + HEIGHT, grey, 1);
  draw_text(s, LEFT + WIDTH / 2.0, TOP + HEIGHT + 40, 1, c->x_name);
  draw_text(s, LEFT, TOP - 14, 0, c->y_name);
  draw_text(s, LEFT + WIDTH, TOP - 14, 2, c->title);
}

static bool stands_alone(const struct chart_curve *c, int i)
{
  return isfinite(c->y[i]) && !(i > 0 && isfinite(c->y[i - 1])) && !(i + 1 < c->count && isfinite(c->y[i + 1]));
}

static void draw_curve(struct sheet *s, const struct chart_curve *c, const struct range *x, const struct range *y,
                       struct colour ink)
{
  for (int i = 1; i < c->count; i++)
    if (isfinite(c->y[i]) && isfinite(c->y[i - 1]))
      draw_line(s, across(x, c->x[i - 1]), down(y, c->y[i - 1]), across(x, c->x[i]), down(y, c->y[i]), ink, 2);
  for (int i = 0; i < c->count; i++)
    if (stands_alone(c, i))
      draw_line(s, across(x, c->x[i]) - 3, down(y, c->y[i]), across(x, c->x[i]) + 3, down(y, c->y[i]), ink, 2);
}

static void draw_chart(struct sheet *s, const struct chart *c)
{
  const struct range x = range_of(c, false), y = range_of(c, true);
  draw_axes(s, c, &x, &y);
  for (int i = 0; i < c->curves; i++) {
    const double at = TOP + 12 + 18 * i;
    draw_curve(s, c->curve + i, &x, &y, inks[i]);
    if (!*c->curve[i].name)
      continue;
    draw_line(s, LEFT + WIDTH - 60, at, LEFT + WIDTH - 30, at, inks[i], 2);
    draw_text(s, LEFT + WIDTH - 20, at, 0, c->curve[i].name);
  }
}

/* ---- the sheet ------------------------------------------------------------------------ */

static void begin_svg(FILE *out, int width, int height)
{
  fprintf(out,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" fill=\"none\">\n",
          width, height, width, height);
  fputs("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
        "<style>text { font: 13px sans-serif; fill: #222 }</style>\n",
        out);
}

int chart_write(FILE *out, bool png, const struct chart *charts, int count, struct tile_error *e)
{
  const int one = LEFT + WIDTH + RIGHT, height = TOP + HEIGHT + BOTTOM;
  struct sheet s = {.svg = png ? NULL : out};
  if (png && canvas_make(&s.canvas, (int64_t)one * count, height, white, e))
    return e->code;
  if (!png)
    begin_svg(out, one * count, height);
  for (int i = 0; i < count; i++) {
    s.left = (double)one * i;
    draw_chart(&s, charts + i);
  }
  if (!png)
    return fputs("</svg>\n", out) < 0 ? tile_fail(e, TILE_FAILED, "cannot write the plot") : TILE_OK;
  const int code = canvas_write(&s.canvas, out, e);
  canvas_free(&s.canvas);
  return code;
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "chart.h"

#include "canvas.h"
#include "font.h"
#include "label.h"
#include "tile_stream.h"

#include <math.h>
#include <string.h>

enum {
  WIDTH = 450,
  HEIGHT = 320,
  LEFT = 110,
  TOP = 70,
  RIGHT = 30,
  BOTTOM = 64,
  TICKS = 6,
  HEAD = 40,
  KEY = 40,
  LINE = 22
};
#define TEXT "16px" /* as that of pictures */

static const struct colour black = {34, 34, 34}, grey = {136, 136, 136}, white = {255, 255, 255};
/* They differ for those who see no red or no green, too, and in lightness. */
static const struct colour inks[CHART_CURVES] = {{31, 90, 166},  {201, 87, 28},  {43, 131, 84},   {150, 60, 140},
                                                 {86, 170, 220}, {225, 160, 20}, {120, 120, 120}, {20, 20, 20}};

/* Where lines and text go: an SVG file, or a picture. */
struct sheet {
  FILE *svg; /* NULL: */
  struct canvas canvas;
  double left, top; /* of this chart */
};
struct range {
  double low, high, step, factor;
  int decimals;
  int exponent; /* of the factor that the label has in place of the numbers */
};

/* ---- lines and text --------------------------------------------------------------- */

static void draw_line(struct sheet *s, double x0, double y0, double x1, double y1, struct colour ink, int width)
{
  const double unit = canvas_unit(), from[2] = {unit * (s->left + x0), unit * (s->top + y0)},
               to[2] = {unit * (s->left + x1), unit * (s->top + y1)};
  if (!s->svg)
    canvas_line(&s->canvas, from, to, unit * width, ink);
  else
    fprintf(s->svg, "<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"#%02x%02x%02x\" stroke-width=\"%d\"/>\n", s->left + x0,
            s->top + y0, s->left + x1, s->top + y1, ink.r, ink.g, ink.b, width);
}

static void put_escaped(const char *text, FILE *out)
{
  for (; *text; text++)
    if (*text == '<' || *text == '&')
      fputs(*text == '<' ? "&lt;" : "&amp;", out);
    else
      putc(*text, out);
}

/* place: 0 begins at x, 1 is centred, 2 ends there. y is the middle of the line. */
static void draw_text(struct sheet *s, double x, double y, int place, const char *text)
{
  static const char *const anchor[] = {"start", "middle", "end"};
  if (!*text)
    return;
  if (!s->svg) {
    canvas_text(&s->canvas, canvas_px(s->left + x) - place * canvas_text_width(text) / 2,
                canvas_px(s->top + y) - canvas_px(CANVAS_TEXT_HEIGHT) / 2, text, black);
    return;
  }
  fprintf(s->svg, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", s->left + x, s->top + y + 5, anchor[place]);
  put_escaped(text, s->svg);
  fputs("</text>\n", s->svg);
}

/* ---- axes ---------------------------------------------------------------------------- */

/* A round step, 1, 2 or 5 times a power of ten, and ends that are multiples of it. */
static struct range make_round(double low, double high)
{
  const double span = high > low ? high - low : fmax(fabs(high), 1), power = pow(10, floor(log10(span / TICKS)));
  double step = power;
  for (int i = 0; i < 3 && step * TICKS < span; i++)
    step = power * (double[]){2, 5, 10}[i];
  struct range r = {
      .low = step * floor(low / step + 1e-9), .high = step * ceil((low + span) / step - 1e-9), .step = step};
  r.exponent = label_exponent(fmax(fabs(r.low), fabs(r.high)));
  r.factor = pow(10, r.exponent);
  r.decimals = (int)fmax(0, -floor(log10(r.step / r.factor) + 1e-9));
  return r;
}

/* With zero, unless all values are far from it on one side; but values that are all nearly the same should look so. */
static struct range range_of(const struct chart *c, bool up)
{
  double low = INFINITY, high = -INFINITY;
  for (int i = 0; i < c->curves; i++)
    for (int k = 0; k < c->curve[i].count; k++) {
      const double v = (up ? c->curve[i].y : c->curve[i].x)[k];
      low = isfinite(v) ? fmin(low, v) : low;
      high = isfinite(v) ? fmax(high, v) : high;
    }
  if (!(low <= high))
    return make_round(0, 1);
  const bool near = high - low > 0.02 * fmax(high, -low) && (low > 0.5 * high || high < 0.5 * low);
  return make_round(near ? low : fmin(low, 0), near ? high : fmax(high, 0));
}

static double across(const struct range *x, double v)
{
  return LEFT + WIDTH * (v - x->low) / (x->high - x->low);
}

static double down(const struct range *y, double v)
{
  return TOP + HEIGHT * (y->high - v) / (y->high - y->low);
}

static void tick_text(char text[TILE_REAL_TEXT], const struct range *r, double v)
{
  const bool zero = fabs(v) < r->step / 2;
  snprintf(text, TILE_REAL_TEXT, "%.*f", zero ? 0 : r->decimals, zero ? 0 : v / r->factor);
}

static void draw_ticks(struct sheet *s, const struct range *x, const struct range *y)
{
  char text[TILE_REAL_TEXT];
  for (double v = x->low; v < x->high + x->step / 2; v += x->step) {
    tick_text(text, x, v);
    draw_line(s, across(x, v), TOP + HEIGHT, across(x, v), TOP + HEIGHT + 5, grey, 1);
    draw_text(s, across(x, v), TOP + HEIGHT + 17, 1, text);
  }
  for (double v = y->low; v < y->high + y->step / 2; v += y->step) {
    tick_text(text, y, v);
    draw_line(s, LEFT - 5, down(y, v), LEFT, down(y, v), grey, 1);
    draw_text(s, LEFT - 10, down(y, v), 2, text);
  }
}

static void draw_axes(struct sheet *s, const struct chart *c, const struct range *x, const struct range *y)
{
  char label[LABEL_TEXT];
  draw_ticks(s, x, y);
  if (y->low < -y->step / 2 && y->high > y->step / 2)
    draw_line(s, LEFT, down(y, 0), LEFT + WIDTH, down(y, 0), grey, 1);
  draw_line(s, LEFT, TOP, LEFT, TOP + HEIGHT, grey, 1);
  draw_line(s, LEFT, TOP + HEIGHT, LEFT + WIDTH, TOP + HEIGHT, grey, 1);
  label_of_title(label, c->x_name, x->exponent);
  draw_text(s, LEFT + WIDTH / 2.0, TOP + HEIGHT + 42, 1, label);
  label_of_title(label, c->y_name, y->exponent);
  draw_text(s, LEFT - 60, TOP - 22, 0, label);
  draw_text(s, LEFT + WIDTH / 2.0, TOP - 52, 1, c->title);
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

/* ---- the legend, at the right of the frame -------------------------------------------- */

static bool has_legend(const struct chart *c)
{
  return c->curves && *c->curve[0].name;
}

static int width_of(const struct chart *c)
{
  double widest = 0;
  for (int i = 0; i < c->curves && has_legend(c); i++)
    widest = fmax(widest, KEY + (double)canvas_text_width(c->curve[i].name) / canvas_unit());
  return LEFT + WIDTH + RIGHT + (int)ceil(widest);
}

static void draw_legend(struct sheet *s, const struct chart *c)
{
  for (int i = 0; i < c->curves && has_legend(c); i++) {
    const double at = TOP + 12 + LINE * i, left = LEFT + WIDTH + 14;
    draw_line(s, left, at, left + KEY - 12, at, inks[i], 2);
    draw_text(s, left + KEY - 4, at, 0, c->curve[i].name);
  }
}

static void draw_chart(struct sheet *s, const struct chart *c)
{
  const struct range x = range_of(c, false), y = range_of(c, true);
  draw_axes(s, c, &x, &y);
  for (int i = 0; i < c->curves; i++)
    draw_curve(s, c->curve + i, &x, &y, inks[i]);
  draw_legend(s, c);
}

/* ---- the sheet ------------------------------------------------------------------------ */

static void begin_svg(FILE *out, int width, int height)
{
  fprintf(out,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" fill=\"none\">\n",
          width, height, width, height);
  if (!canvas_style.clear)
    fputs("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n", out);
  fputs("<style>text { font-family: \"DejaVu Sans\", Verdana, sans-serif; font-size: " TEXT "; fill: #222 }</style>\n",
        out);
}

static void draw_all(struct sheet *s, const char *title, double width, const struct chart *charts, int count)
{
  if (title)
    draw_text(s, width / 2, 22, 1, title);
  s->top = title ? HEAD : 0;
  for (int i = 0; i < count; i++) {
    draw_chart(s, charts + i);
    s->left += width_of(charts + i);
  }
}

int chart_write(FILE *out, bool png, const char *title, const struct chart *charts, int count, struct tile_error *e)
{
  const int height = TOP + HEIGHT + BOTTOM + (title ? HEAD : 0);
  struct sheet s = {.svg = png ? NULL : out};
  int width = 0;
  for (int i = 0; i < count; i++)
    width += width_of(charts + i);
  const double least = title ? (double)canvas_text_width(title) / canvas_unit() + 2 * RIGHT : 0;
  width = width < least ? (int)ceil(least) : width;
  if (png && canvas_make(&s.canvas, canvas_px(width), canvas_px(height), white, e))
    return e->code;
  if (!png)
    begin_svg(out, width, height);
  draw_all(&s, title, width, charts, count);
  if (!png && font_lacks_memory())
    return tile_fail_memory(e, 1 << 16, "the plot");
  if (!png)
    return fputs("</svg>\n", out) < 0 ? tile_fail(e, TILE_FAILED, "cannot write the plot") : TILE_OK;
  const int code = canvas_write(&s.canvas, out, e);
  canvas_free(&s.canvas);
  return code;
}

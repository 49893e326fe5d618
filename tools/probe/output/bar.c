/* SPDX-License-Identifier: BSD-3-Clause */
#include "bar.h"

#include "label.h"
#include "tile_stream.h"

#include <math.h>
#include <stdio.h>

static const struct colour ink = {40, 40, 40};

#define BAR canvas_px(20)
#define TICK canvas_px(6)
#define TEXT canvas_px(CANVAS_TEXT_HEIGHT)

/* ---- the range of colours and its ticks ---- */

/* The colour bar needs a range even if all nodes are solid, or all values equal. */
static void widen(struct bar *r)
{
  if (!(r->low <= r->high))
    r->low = r->high = 0;
  double least = fmax(fabs(r->low), fabs(r->high)) * 1e-9;
  if (r->high - r->low <= least) {
    double more = least > 0 ? least * 1e8 : 1;
    r->high += more;
    r->low -= r->low == 0 ? 0 : more;
  }
}

/* A step of 1, 2 or 5 times a power of ten, so that there are four to eight steps. */
static double nice_step(double span)
{
  double power = pow(10, floor(log10(span / 5))), part = span / 5 / power;
  return power * (part < 1.5 ? 1 : part < 3.5 ? 2 : part < 7.5 ? 5 : 10);
}

static void choose_numbers(struct bar *r)
{
  double largest = fmax(fabs(r->low), fabs(r->high));
  r->exponent = label_exponent(largest);
  r->factor = pow(10, r->exponent);
  r->decimals = (int)fmax(0, -floor(log10(r->step / r->factor) + 1e-9));
}

colour_map *bar_map = colour_sequential;

struct bar bar_of(double low, double high, bool signed_values)
{
  struct bar r = {.low = low, .high = high, .map = signed_values ? colour_diverging : bar_map};
  if (signed_values) {
    r.high = fmax(fabs(r.low), fabs(r.high));
    r.low = -r.high;
  }
  widen(&r);
  r.step = nice_step(r.high - r.low);
  choose_numbers(&r);
  return r;
}

struct colour bar_colour(const struct bar *r, double value)
{
  return r->map((value - r->low) / (r->high - r->low));
}

/* ---- drawing ---- */

static void tick_text(const struct bar *r, double value, char text[TILE_REAL_TEXT])
{
  value /= r->factor;
  snprintf(text, TILE_REAL_TEXT, "%.*f", r->decimals, fabs(value) < 1e-9 ? 0 : value);
}

/* The lowest tick; the allowance is for rounding. */
static double first_tick(const struct bar *r)
{
  return ceil(r->low / r->step - 1e-6) * r->step;
}

static int count_ticks(const struct bar *r)
{
  return 1 + (int)floor((r->high - first_tick(r)) / r->step + 1e-6);
}

static int64_t ticks_width(const struct bar *r)
{
  int64_t widest = 0;
  for (int i = 0; i < count_ticks(r); i++) {
    char text[TILE_REAL_TEXT];
    tick_text(r, first_tick(r) + i * r->step, text);
    int64_t width = canvas_text_width(text);
    widest = width > widest ? width : widest;
  }
  return widest;
}

static void draw_ticks(struct canvas *c, const struct bar *r, int64_t x, int64_t y, int64_t height)
{
  int64_t right = x + 2 * TICK + ticks_width(r);
  for (int i = 0; i < count_ticks(r); i++) {
    char text[TILE_REAL_TEXT];
    double value = first_tick(r) + i * r->step;
    int64_t at = y + llround((double)(height - 1) * (r->high - value) / (r->high - r->low));
    tick_text(r, value, text);
    canvas_rectangle(c, x, at - canvas_px(2) / 2, TICK, canvas_px(2), ink);
    canvas_text(c, right - canvas_text_width(text), at - TEXT / 2, text, ink);
  }
}

void bar_draw(struct canvas *c, const struct bar *r, int64_t x, int64_t y, int64_t height)
{
  for (int64_t row = 0; row < height; row++)
    canvas_rectangle(c, x, y + row, BAR, 1, r->map(1 - ((double)row + 0.5) / (double)height));
  draw_ticks(c, r, x + BAR, y, height);
}

int64_t bar_width(const struct bar *r)
{
  return BAR + 2 * TICK + ticks_width(r);
}

void bar_label(char text[LABEL_TEXT], const struct bar *r, const char *label, const char *unit)
{
  label_make(text, label, r->exponent, unit);
}

double bar_tick(const struct bar *r, int i)
{
  return i < count_ticks(r) ? first_tick(r) + i * r->step : (double)NAN;
}

/* ---- lengths ---------------------------------------------------------------------- */

/* A length of 1, 2 or 5 times a power of ten, at most that of `most`. */
static double nice_length(double most)
{
  const double power = pow(10, floor(log10(most))), part = most / power * (1 + 1e-9);
  return power * (part < 2 ? 1 : part < 5 ? 2 : 5);
}

void scale_draw(struct canvas *c, double scale, bool metres, int64_t right, int64_t y)
{
  const double length = nice_length((double)SCALE_WIDTH / scale);
  const int64_t width = llround(length * scale);
  char text[LABEL_TEXT];
  if (metres)
    label_length(text, length);
  else
    snprintf(text, sizeof text, "%.4g voxel%s", length, length == 1 ? "" : "s");
  canvas_rectangle(c, right - width, y, width, canvas_px(3), ink);
  canvas_text(c, right - width / 2 - canvas_text_width(text) / 2, y + canvas_px(8), text, ink);
}

/* ---- the title -------------------------------------------------------------------- */

int64_t title_height(const char *title)
{
  return title ? 2 * TEXT : 0;
}

void title_draw(struct canvas *c, const char *title, int64_t y)
{
  if (title)
    canvas_text(c, (c->width - canvas_text_width(title)) / 2, y, title, ink);
}

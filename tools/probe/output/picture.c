#include "picture.h"

#include "canvas.h"

#include <math.h>
#include <string.h>

static const struct colour white = {255, 255, 255}, ink = {40, 40, 40}, solid = {188, 188, 188}, outline = {70, 70, 70};

enum {
  SIDE = 400,
  LONGEST = 1600, /* see picture_scale */
  MARGIN = 20,
  GAP = 12,
  CAPTION = CANVAS_TEXT_HEIGHT + GAP, /* height of the line of text above the slice */
  BAR = 20,
  BAR_LEAST = 160, /* width and least height of the colour bar */
  TICK = 6
};

int64_t picture_scale(int64_t width, int64_t height)
{
  int64_t shorter = width < height ? width : height, longer = width + height - shorter;
  int64_t wanted = (SIDE + shorter - 1) / shorter, possible = LONGEST / longer;
  int64_t scale = wanted < possible ? wanted : possible;
  return scale < 1 ? 1 : scale;
}

int picture_check(int64_t width, int64_t height, struct tile_error *e)
{
  const int64_t scale = picture_scale(width, height);
  if (canvas_check(width * scale + 2 * MARGIN, height * scale + 2 * MARGIN, e))
    return e->code;
  return tile_afford((size_t)(width * height), sizeof(double) + 3 * (size_t)(scale * scale), "the picture", e);
}

/* ---- the range of colours and its ticks ---- */

struct range {
  double low, high;
  colour_map *map;
  double step;   /* between ticks */
  double factor; /* power of ten that the label contains instead of the numbers */
  int exponent, decimals;
};

static void find_extremes(const struct picture *p, double *low, double *high)
{
  *low = INFINITY;
  *high = -INFINITY;
  for (int64_t i = 0; i < p->width * p->height; i++)
    if (isfinite(p->value[i])) {
      *low = fmin(*low, p->value[i]);
      *high = fmax(*high, p->value[i]);
    }
}

/* The colour bar needs a range even if all nodes are solid, or all values equal. */
static void widen(struct range *r)
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

static void choose_numbers(struct range *r)
{
  double largest = fmax(fabs(r->low), fabs(r->high));
  int magnitude = largest > 0 && isfinite(largest) ? (int)floor(log10(largest)) : 0;
  r->exponent = magnitude < -2 || magnitude > 3 ? 3 * (int)floor(magnitude / 3.0) : 0;
  r->factor = pow(10, r->exponent);
  r->decimals = (int)fmax(0, -floor(log10(r->step / r->factor) + 1e-9));
}

static struct range find_range(const struct picture *p)
{
  struct range r = {.map = p->signed_values ? colour_diverging : colour_sequential};
  find_extremes(p, &r.low, &r.high);
  if (p->from_zero)
    r.low = fmin(r.low, 0);
  if (p->signed_values) {
    r.high = fmax(fabs(r.low), fabs(r.high));
    r.low = -r.high;
  }
  widen(&r);
  r.step = nice_step(r.high - r.low);
  choose_numbers(&r);
  return r;
}

static struct colour colour_of(const struct range *r, double value)
{
  return r->map((value - r->low) / (r->high - r->low));
}

/* ---- drawing ---- */

static bool is_solid(const struct picture *p, int64_t x, int64_t y)
{
  return isnan(p->value[y * p->width + x]);
}

static bool borders_flow(const struct picture *p, int64_t x, int64_t y, int64_t dx, int64_t dy)
{
  int64_t i = x + dx, j = y + dy;
  return i >= 0 && i < p->width && j >= 0 && j < p->height && !is_solid(p, i, j);
}

/* Where a line of that thickness begins in a voxel of `scale` pixels, and how long it is, on the side d = -1 or 1; 0:
 * the whole voxel. */
static int64_t side_begin(int64_t scale, int64_t thick, int64_t d)
{
  return d > 0 ? scale - thick : 0;
}

static int64_t side_length(int64_t scale, int64_t thick, int64_t d)
{
  return d ? thick : scale;
}

/* The outline is on solid voxels, along edges and at corners. */
static void draw_outline(struct canvas *c, const struct picture *p, int64_t x, int64_t y, int64_t scale)
{
  int64_t thick = scale < 8 ? 1 : scale < 24 ? 2 : 3;
  for (int64_t dy = -1; dy <= 1; dy++)
    for (int64_t dx = -1; dx <= 1; dx++)
      if (borders_flow(p, x, y, dx, dy))
        canvas_rectangle(c, MARGIN + x * scale + side_begin(scale, thick, dx),
                         MARGIN + CAPTION + y * scale + side_begin(scale, thick, dy), side_length(scale, thick, dx),
                         side_length(scale, thick, dy), outline);
}

static void draw_slice(struct canvas *c, const struct picture *p, const struct range *r, int64_t scale)
{
  for (int64_t y = 0; y < p->height; y++)
    for (int64_t x = 0; x < p->width; x++) {
      struct colour fill = is_solid(p, x, y) ? solid : colour_of(r, p->value[y * p->width + x]);
      canvas_rectangle(c, MARGIN + x * scale, MARGIN + CAPTION + y * scale, scale, scale, fill);
      if (is_solid(p, x, y))
        draw_outline(c, p, x, y, scale);
    }
}

static void tick_text(const struct range *r, double value, char text[TILE_REAL_TEXT])
{
  value /= r->factor;
  snprintf(text, TILE_REAL_TEXT, "%.*f", r->decimals, fabs(value) < 1e-9 ? 0 : value);
}

/* The lowest tick; the allowance is for rounding. */
static double first_tick(const struct range *r)
{
  return ceil(r->low / r->step - 1e-6) * r->step;
}

static int count_ticks(const struct range *r)
{
  return 1 + (int)floor((r->high - first_tick(r)) / r->step + 1e-6);
}

static int64_t ticks_width(const struct range *r)
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

static void draw_ticks(struct canvas *c, const struct range *r, int64_t x, int64_t y, int64_t height)
{
  int64_t right = x + TICK + 6 + ticks_width(r);
  for (int i = 0; i < count_ticks(r); i++) {
    char text[TILE_REAL_TEXT];
    double value = first_tick(r) + i * r->step;
    int64_t at = y + llround((double)(height - 1) * (r->high - value) / (r->high - r->low));
    tick_text(r, value, text);
    canvas_rectangle(c, x, at - 1, TICK, 2, ink);
    canvas_text(c, right - canvas_text_width(text), at - CANVAS_TEXT_HEIGHT / 2, text, ink);
  }
}

static void draw_bar(struct canvas *c, const struct range *r, int64_t x, int64_t y, int64_t height)
{
  for (int64_t row = 0; row < height; row++)
    canvas_rectangle(c, x, y + row, BAR, 1, r->map(1 - ((double)row + 0.5) / (double)height));
  draw_ticks(c, r, x + BAR, y, height);
}

/* "speed (1e-6 m/s)" */
static void label_text(const struct picture *p, const struct range *r, char *text, size_t size)
{
  if (r->exponent)
    snprintf(text, size, "%s (1e%d %s)", p->label, r->exponent, p->unit);
  else
    snprintf(text, size, "%s (%s)", p->label, p->unit);
}

static int64_t larger(int64_t a, int64_t b)
{
  return a > b ? a : b;
}

int picture_write(const struct picture *p, FILE *out, struct tile_error *e)
{
  struct range r = find_range(p);
  struct canvas c;
  char label[80];
  label_text(p, &r, label, sizeof label);

  int64_t scale = picture_scale(p->width, p->height), bar = larger(p->height * scale, BAR_LEAST);
  int64_t right = MARGIN + p->width * scale + MARGIN; /* the left side of the bar */
  int64_t caption = canvas_text_width(p->place) + 2 * GAP + canvas_text_width(label);
  int64_t width = larger(right + BAR + TICK + 6 + ticks_width(&r), MARGIN + caption) + MARGIN;

  if (canvas_make(&c, width, MARGIN + CAPTION + bar + MARGIN, white, e))
    return e->code;
  canvas_text(&c, MARGIN, MARGIN - 4, p->place, ink);
  canvas_text(&c, width - MARGIN - canvas_text_width(label), MARGIN - 4, label, ink);
  draw_slice(&c, p, &r, scale);
  draw_bar(&c, &r, right, MARGIN + CAPTION, bar);
  int status = canvas_write(&c, out, e);
  canvas_free(&c);
  return status;
}

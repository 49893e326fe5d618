/* SPDX-License-Identifier: BSD-3-Clause */
#include "picture.h"

#include "bar.h"

#include <math.h>
#include <string.h>

static const struct colour white = {255, 255, 255}, ink = {40, 40, 40}, solid = {188, 188, 188}, outline = {70, 70, 70};

#define SIDE canvas_px(400)
#define LONGEST canvas_px(1600) /* see picture_scale */
#define MARGIN canvas_px(20)
#define GAP canvas_px(12)
#define TEXT canvas_px(CANVAS_TEXT_HEIGHT)
#define CAPTION (TEXT + GAP)      /* height of the line of text above the slice */
#define BAR_LEAST canvas_px(160)  /* least height of the colour bar */
#define LENGTH (GAP + TEXT + GAP) /* height of the bar of length below the slice */

/* Where the slice is. */
struct place {
  int64_t left, top, scale;
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
  return tile_afford((size_t)(width * height), sizeof(double) + 4 * (size_t)(scale * scale), "the picture", e);
}

/* ---- the range of colours ---- */

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

static struct bar find_bar(const struct picture *p)
{
  double low, high;
  find_extremes(p, &low, &high);
  return bar_of(p->from_zero ? fmin(low, 0) : low, high, p->signed_values);
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
static void draw_outline(struct canvas *c, const struct picture *p, const struct place *at, int64_t x, int64_t y)
{
  const int64_t scale = at->scale,
                wanted = canvas_px(scale < canvas_px(8)    ? 1
                                   : scale < canvas_px(24) ? 2
                                                           : 3),
                thick = wanted < 1 ? 1 : wanted;
  for (int64_t dy = -1; dy <= 1; dy++)
    for (int64_t dx = -1; dx <= 1; dx++)
      if (borders_flow(p, x, y, dx, dy))
        canvas_rectangle(c, at->left + x * scale + side_begin(scale, thick, dx),
                         at->top + y * scale + side_begin(scale, thick, dy), side_length(scale, thick, dx),
                         side_length(scale, thick, dy), outline);
}

static void draw_slice(struct canvas *c, const struct picture *p, const struct bar *r, const struct place *at)
{
  const int64_t scale = at->scale;
  for (int64_t y = 0; y < p->height; y++)
    for (int64_t x = 0; x < p->width; x++) {
      struct colour fill = is_solid(p, x, y) ? solid : bar_colour(r, p->value[y * p->width + x]);
      canvas_rectangle(c, at->left + x * scale, at->top + y * scale, scale, scale, fill);
      if (is_solid(p, x, y))
        draw_outline(c, p, at, x, y);
    }
}

/* ---- contours ---- */

/* The value at a point of the slice, in voxels, between the middles of four of them; NaN unless all have one. */
static double value_at(const struct picture *p, double x, double y)
{
  const double column = floor(x - 0.5), row = floor(y - 0.5), u = x - 0.5 - column, v = y - 0.5 - row;
  double sum = 0;
  for (int k = 0; k < 4; k++) {
    const int64_t i = (int64_t)column + k % 2, j = (int64_t)row + k / 2;
    if (i < 0 || j < 0 || i >= p->width || j >= p->height)
      return NAN;
    sum += p->value[j * p->width + i] * (k % 2 ? u : 1 - u) * (k / 2 ? v : 1 - v);
  }
  return sum;
}

/* A line is dark where the distance to the value of a tick, by its slope, is less than half its width. */
static void draw_contours(struct canvas *c, const struct picture *p, const struct bar *r, const struct place *at)
{
  const double half = 0.7 * canvas_unit(), step = 1.0 / (double)at->scale;
  for (int64_t y = 0; y < p->height * at->scale; y++)
    for (int64_t x = 0; x < p->width * at->scale; x++) {
      const double u = ((double)x + 0.5) * step, v = ((double)y + 0.5) * step, value = value_at(p, u, v);
      const double slope = hypot(value_at(p, u + step, v) - value, value_at(p, u, v + step) - value);
      double nearest = INFINITY;
      for (int i = 0; isfinite(bar_tick(r, i)); i++)
        nearest = fmin(nearest, fabs(value - bar_tick(r, i)));
      if (slope > 0 && nearest > 0)
        canvas_blend(c, at->left + x, at->top + y, 0.8 * fmin(1, half + 0.5 - nearest / slope), ink);
    }
}

/* ---- the picture ---- */

static int64_t larger(int64_t a, int64_t b)
{
  return a > b ? a : b;
}

int picture_write(const struct picture *p, FILE *out, struct tile_error *e)
{
  const struct bar r = find_bar(p);
  struct canvas c;
  char label[LABEL_TEXT];
  bar_label(label, &r, p->label, p->unit);

  const struct place at = {MARGIN, MARGIN + title_height(p->title) + CAPTION, picture_scale(p->width, p->height)};
  const int64_t wide = p->width * at.scale, high = p->height * at.scale, bar = larger(high, BAR_LEAST);
  const int64_t right = at.left + wide + MARGIN; /* the left side of the bar */
  const int64_t caption = canvas_text_width(p->place) + 2 * GAP + canvas_text_width(label);
  const int64_t end = larger(right + bar_width(&r), MARGIN + caption); /* a longer title leaves the label at the bar */
  const int64_t width = larger(end, MARGIN + (p->title ? canvas_text_width(p->title) : 0)) + MARGIN;
  const double pixels = (double)at.scale / (p->dx > 0 ? p->dx : 1);

  if (canvas_make(&c, width, at.top + larger(bar, high + LENGTH) + MARGIN, white, e))
    return e->code;
  title_draw(&c, p->title, MARGIN - canvas_px(4));
  canvas_text(&c, at.left, at.top - CAPTION - canvas_px(4), p->place, ink);
  canvas_text(&c, end - canvas_text_width(label), at.top - CAPTION - canvas_px(4), label, ink);
  draw_slice(&c, p, &r, &at);
  if (p->contours)
    draw_contours(&c, p, &r, &at);
  bar_draw(&c, &r, right, at.top, bar);
  scale_draw(&c, pixels, p->dx > 0, at.left + wide, at.top + high + GAP);
  const int status = canvas_write(&c, out, e);
  canvas_free(&c);
  return status;
}

#include "picture.h"

#include "bar.h"

#include <math.h>
#include <string.h>

static const struct colour white = {255, 255, 255}, ink = {40, 40, 40}, solid = {188, 188, 188}, outline = {70, 70, 70};

enum {
  SIDE = 400,
  LONGEST = 1600, /* see picture_scale */
  MARGIN = 20,
  GAP = 12,
  CAPTION = CANVAS_TEXT_HEIGHT + GAP, /* height of the line of text above the slice */
  BAR_LEAST = 160                     /* least height of the colour bar */
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

static void draw_slice(struct canvas *c, const struct picture *p, const struct bar *r, int64_t scale)
{
  for (int64_t y = 0; y < p->height; y++)
    for (int64_t x = 0; x < p->width; x++) {
      struct colour fill = is_solid(p, x, y) ? solid : bar_colour(r, p->value[y * p->width + x]);
      canvas_rectangle(c, MARGIN + x * scale, MARGIN + CAPTION + y * scale, scale, scale, fill);
      if (is_solid(p, x, y))
        draw_outline(c, p, x, y, scale);
    }
}

static int64_t larger(int64_t a, int64_t b)
{
  return a > b ? a : b;
}

int picture_write(const struct picture *p, FILE *out, struct tile_error *e)
{
  const struct bar r = find_bar(p);
  struct canvas c;
  char label[80];
  bar_label(label, sizeof label, &r, p->label, p->unit);

  int64_t scale = picture_scale(p->width, p->height), bar = larger(p->height * scale, BAR_LEAST);
  int64_t right = MARGIN + p->width * scale + MARGIN; /* the left side of the bar */
  int64_t caption = canvas_text_width(p->place) + 2 * GAP + canvas_text_width(label);
  int64_t width = larger(right + bar_width(&r), MARGIN + caption) + MARGIN;

  if (canvas_make(&c, width, MARGIN + CAPTION + bar + MARGIN, white, e))
    return e->code;
  canvas_text(&c, MARGIN, MARGIN - 4, p->place, ink);
  canvas_text(&c, width - MARGIN - canvas_text_width(label), MARGIN - 4, label, ink);
  draw_slice(&c, p, &r, scale);
  bar_draw(&c, &r, right, MARGIN + CAPTION, bar);
  int status = canvas_write(&c, out, e);
  canvas_free(&c);
  return status;
}

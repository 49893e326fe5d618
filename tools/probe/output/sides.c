/* SPDX-License-Identifier: BSD-3-Clause */
#include "sides.h"

#include <math.h>

static const struct colour white = {255, 255, 255}, ink = {40, 40, 40};

#define MARGIN canvas_px(20)
#define LINE canvas_px(CANVAS_TEXT_HEIGHT + 12)
#define WIDE canvas_px(1320)
#define HIGH canvas_px(640)
#define LEAST canvas_px(160)
#define AXIS canvas_px(28)
enum { VIEWS = 3 };

/* Right, up and the line of sight of each view. */
static const struct {
  const char *title;
  int right, up, deep; /* axes */
  double sign;         /* of the line of sight */
} views[VIEWS] = {{"Along y", 0, 2, 1, 1}, {"Along -x", 1, 2, 0, -1}, {"Along -z", 0, 1, 2, -1}};

static void draw_axes(struct canvas *c, int64_t x, int64_t y, int view)
{
  const int64_t four = canvas_px(4), text = canvas_px(CANVAS_TEXT_HEIGHT);
  canvas_rectangle(c, x, y, AXIS, canvas_px(2), ink);
  canvas_rectangle(c, x, y - AXIS, canvas_px(2), AXIS, ink);
  canvas_text(c, x + AXIS + four, y - text / 2, (const char[]){"xyz"[views[view].right], 0}, ink);
  canvas_text(c, x - four, y - AXIS - text - four, (const char[]){"xyz"[views[view].up], 0}, ink);
}

static double extent(const struct sides *p, int axis)
{
  return p->high[axis] - p->low[axis];
}

/* Draws one view, as high as all, and returns its width. */
static int draw_view(int64_t *width, struct canvas *c, const struct sides *p, int view, double scale, int64_t x,
                     int64_t height, struct tile_error *e)
{
  const int64_t top = MARGIN + title_height(p->title) + LINE;
  struct view v;
  *width = (int64_t)ceil(extent(p, views[view].right) * scale) + 2;
  if (view_make(&v, *width, height, white, e)) {
    view_free(&v);
    return e->code;
  }
  v.scale = scale;
  v.axis[0][views[view].right] = v.axis[1][views[view].up] = 1;
  v.axis[2][views[view].deep] = views[view].sign;
  for (int a = 0; a < 3; a++)
    v.centre[a] = 0.5 * (p->low[a] + p->high[a]);
  p->draw(p->self, &v, &p->bar);
  view_put(&v, c, x, top);
  view_free(&v);
  canvas_text(c, x, top - LINE - canvas_px(4), views[view].title, ink);
  draw_axes(c, x + canvas_px(8), top + height + AXIS + LINE, view);
  return 0;
}

static double scale_of(const struct sides *p)
{
  double wide = 0, high = 0;
  for (int i = 0; i < VIEWS; i++) {
    wide += extent(p, views[i].right);
    high = fmax(high, extent(p, views[i].up));
  }
  return fmin((double)WIDE / wide, (double)HIGH / high);
}

/* Draws all on a canvas of the size that they need. */
static int draw(struct canvas *c, const struct sides *p, struct tile_error *e)
{
  const double scale = scale_of(p);
  const int64_t height = (int64_t)ceil(fmax(extent(p, 1), extent(p, 2)) * scale) + 2,
                tall = height > LEAST ? height : LEAST, top = MARGIN + title_height(p->title) + LINE;
  const int64_t label = canvas_text_width(p->label);
  int64_t x = MARGIN, width, wide = 2 * MARGIN + bar_width(&p->bar);
  for (int i = 0; i < VIEWS; i++)
    wide += (int64_t)ceil(extent(p, views[i].right) * scale) + 2 + 2 * MARGIN;
  const int64_t least = MARGIN + canvas_text_width(views[VIEWS - 1].title) + 2 * MARGIN + label;
  wide = wide > least ? wide : least;
  const int64_t title = 2 * MARGIN + (p->title ? canvas_text_width(p->title) : 0);
  if (canvas_make(c, wide > title ? wide : title, top + tall + 2 * LINE + AXIS + MARGIN, white, e))
    return e->code;
  title_draw(c, p->title, MARGIN - canvas_px(4));
  for (int i = 0; i < VIEWS; i++, x += width + 2 * MARGIN)
    if (draw_view(&width, c, p, i, scale, x, height, e))
      return e->code;
  bar_draw(c, &p->bar, wide - MARGIN - bar_width(&p->bar), top, tall);
  canvas_text(c, wide - MARGIN - label, top - LINE - canvas_px(4), p->label, ink);
  scale_draw(c, scale, p->metres, wide - MARGIN, top + tall + LINE);
  return 0;
}

int sides_write(const struct sides *p, FILE *out, struct tile_error *e)
{
  struct canvas c = {0};
  const int code = draw(&c, p, e) || canvas_write(&c, out, e) ? e->code : 0;
  canvas_free(&c);
  return code;
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "canvas.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SCREEN 96.0 /* dpi */

struct canvas_style canvas_style = {.dpi = SCREEN};

double canvas_unit(void)
{
  return canvas_style.dpi / SCREEN;
}

int64_t canvas_px(double length)
{
  return llround(length * canvas_unit());
}

/* libpng's own limit of either side is 10^6; it also keeps the product small. */
int canvas_check(int64_t width, int64_t height, struct tile_error *e)
{
  if (width < 1 || height < 1 || width > 1000000 || height > 1000000)
    return tile_fail(e, TILE_FAILED, "a picture of %lld x %lld pixels is not possible (limit 1000000)",
                     (long long)width, (long long)height);
  return 0;
}

int canvas_make(struct canvas *c, int64_t width, int64_t height, struct colour ground, struct tile_error *e)
{
  if (canvas_check(width, height, e))
    return e->code;
  *c = (struct canvas){width, height, tile_alloc((size_t)(width * height), 4)};
  if (!c->rgba)
    return tile_fail_memory(e, (size_t)(width * height) * 4, "the picture");
  if (!canvas_style.clear)
    canvas_rectangle(c, 0, 0, width, height, ground);
  return 0;
}

void canvas_free(struct canvas *c)
{
  free(c->rgba);
  *c = (struct canvas){0};
}

static int64_t within(int64_t x, int64_t end)
{
  return x < 0 ? 0 : x > end ? end : x;
}

void canvas_rectangle(struct canvas *c, int64_t x, int64_t y, int64_t width, int64_t height, struct colour ink)
{
  const unsigned char full[4] = {ink.r, ink.g, ink.b, 255};
  int64_t right = within(x + width, c->width), bottom = within(y + height, c->height);
  for (int64_t row = within(y, c->height); row < bottom; row++)
    for (int64_t column = within(x, c->width); column < right; column++)
      memcpy(c->rgba + 4 * (row * c->width + column), full, 4);
}

void canvas_blend(struct canvas *c, int64_t x, int64_t y, double share, struct colour ink)
{
  if (x < 0 || y < 0 || x >= c->width || y >= c->height || !(share > 0))
    return;
  unsigned char *to = c->rgba + 4 * (y * c->width + x);
  const unsigned char full[3] = {ink.r, ink.g, ink.b};
  const double under = to[3] / 255.0 * (1 - share), all = share + under;
  for (int k = 0; k < 3; k++)
    to[k] = (unsigned char)lround((share * full[k] + under * to[k]) / all);
  to[3] = (unsigned char)lround(255 * all);
}

/* ---- lines ------------------------------------------------------------------------ */

/* The distance of a point from a line between two others. */
static double distance(const double from[2], const double to[2], double x, double y)
{
  const double dx = to[0] - from[0], dy = to[1] - from[1], square = dx * dx + dy * dy;
  const double along = square > 0 ? ((x - from[0]) * dx + (y - from[1]) * dy) / square : 0, t = fmin(fmax(along, 0), 1);
  return hypot(x - from[0] - t * dx, y - from[1] - t * dy);
}

void canvas_line(struct canvas *c, const double from[2], const double to[2], double width, struct colour ink)
{
  const double reach = width / 2 + 1;
  const int64_t left = (int64_t)floor(fmin(from[0], to[0]) - reach),
                right = (int64_t)ceil(fmax(from[0], to[0]) + reach), top = (int64_t)floor(fmin(from[1], to[1]) - reach),
                low = (int64_t)ceil(fmax(from[1], to[1]) + reach);
  for (int64_t y = within(top, c->height); y < within(low, c->height); y++)
    for (int64_t x = within(left, c->width); x < within(right, c->width); x++)
      canvas_blend(c, x, y, fmin(1, width / 2 + 0.5 - distance(from, to, (double)x + 0.5, (double)y + 0.5)), ink);
}

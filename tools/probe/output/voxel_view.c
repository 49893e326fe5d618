/* SPDX-License-Identifier: BSD-3-Clause */
#include "voxel_view.h"

#include <math.h>

static const struct colour white = {255, 255, 255}, ink = {40, 40, 40}, edge = {150, 150, 150};
static const struct colour limestone = {214, 208, 198}, sandstone = {226, 170, 110}; /* beside colours, beside greys */

#define MARGIN canvas_px(20)
#define LINE canvas_px(CANVAS_TEXT_HEIGHT + 12)
#define WIDE canvas_px(640)
#define HIGH canvas_px(560)
#define AXIS 34.0 /* as canvas_px */
#define FOOT canvas_px(2 * AXIS)

/* ---- colours ---------------------------------------------------------------------- */

unsigned char voxel_view_value(const struct bar *b, double value)
{
  const double t = (value - b->low) / (b->high - b->low);
  return (unsigned char)lround((VOXELS_COLOURS - 1) * fmin(fmax(t, 0), 1));
}

/* A tenth of the block of the largest value is nearly opaque. */
static void choose_colours(struct voxel_view *b)
{
  const int64_t *n = b->voxels.grid;
  const double side = fmax(fmax((double)n[0], (double)n[1]), (double)n[2]),
               most = fmax(fabs(b->bar.low), fabs(b->bar.high));
  b->voxels.stone = b->bar.map == colour_grey ? sandstone : limestone;
  for (int i = 0; i < VOXELS_COLOURS; i++) {
    const double value = b->bar.low + (b->bar.high - b->bar.low) * i / (VOXELS_COLOURS - 1),
                 share = b->even || !(most > 0) ? 0.5 : fabs(value) / most;
    b->voxels.colour[i] = bar_colour(&b->bar, value);
    b->voxels.density[i] = (float)(30 * share / side);
  }
}

/* ---- the view --------------------------------------------------------------------- */

static void turn(struct view *v, const struct voxel_view *b)
{
  const double a = b->azimuth * M_PI / 180, h = b->height * M_PI / 180;
  const double axis[3][3] = {
      {cos(a), sin(a), 0}, {-sin(a) * sin(h), cos(a) * sin(h), cos(h)}, {-sin(a) * cos(h), cos(a) * cos(h), -sin(h)}};
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      v->axis[i][k] = axis[i][k];
  for (int k = 0; k < 3; k++)
    v->centre[k] = 0.5 * (double)b->voxels.grid[k];
}

/* How far the block reaches along the axes of the view. */
static void measure(double to[2], const struct voxel_view *b)
{
  struct view v;
  turn(&v, b);
  for (int i = 0; i < 2; i++) {
    to[i] = 0;
    for (int k = 0; k < 3; k++)
      to[i] += fabs(v.axis[i][k]) * (double)b->voxels.grid[k];
  }
}

static void corner_of(double to[3], const struct voxel_view *b, int corner)
{
  for (int k = 0; k < 3; k++)
    to[k] = corner >> k & 1 ? (double)b->voxels.grid[k] : 0;
}

/* The edges of the block, behind it, so that they are not over the flow. */
static void draw_edges(struct canvas *c, const struct view *v, const struct voxel_view *b, int64_t x, int64_t y)
{
  for (int i = 0; i < 8; i++)
    for (int k = 0; k < 3; k++) {
      double at[2][3], place[2][2];
      if (i >> k & 1)
        continue;
      corner_of(at[0], b, i);
      corner_of(at[1], b, i | 1 << k);
      for (int e = 0; e < 2; e++) {
        view_place(v, place[e], at[e]);
        place[e][0] += (double)x;
        place[e][1] += (double)y;
      }
      canvas_line(c, place[0], place[1], canvas_unit(), edge);
    }
}

static void draw_axes(struct canvas *c, const struct view *v, double x, double y)
{
  static const char *const names[] = {"x", "y", "z"};
  const double length = AXIS * canvas_unit();
  for (int k = 0; k < 3; k++) {
    const double right = v->axis[0][k], down = -v->axis[1][k], to[2] = {x + length * right, y + length * down};
    canvas_line(c, (const double[]){x, y}, to, 2 * canvas_unit(), ink);
    if (hypot(right, down) > 0.2) /* one towards the eye would have its name on the others */
      canvas_text(c, llround(to[0] + 10 * canvas_unit() * right) - canvas_text_width(names[k]) / 2,
                  llround(to[1] + 12 * canvas_unit() * down) - canvas_px(CANVAS_TEXT_HEIGHT) / 2, names[k], ink);
  }
}

/* ---- the picture ------------------------------------------------------------------ */

static int draw_view(struct canvas *c, const struct voxel_view *b, double scale, int64_t width, int64_t height,
                     int64_t top, struct tile_error *e)
{
  struct view v;
  const bool clear = canvas_style.clear;
  canvas_style.clear = true; /* the edges are behind */
  const int code = view_make(&v, width, height, white, e);
  canvas_style.clear = clear;
  if (!code) {
    turn(&v, b);
    v.scale = scale;
    draw_edges(c, &v, b, MARGIN, top);
    view_voxels(&v, &b->voxels);
    view_put(&v, c, MARGIN, top);
    draw_axes(c, &v, (double)MARGIN + AXIS * canvas_unit(), (double)(top + height + FOOT) - AXIS / 2 * canvas_unit());
  }
  view_free(&v);
  return code;
}

static int draw(struct canvas *c, const struct voxel_view *b, struct tile_error *e)
{
  double reach[2];
  measure(reach, b);
  const double scale = fmin((double)WIDE / reach[0], (double)HIGH / reach[1]);
  const int64_t width = (int64_t)ceil(scale * reach[0]) + 2, height = (int64_t)ceil(scale * reach[1]) + 2,
                top = MARGIN + title_height(b->title) + LINE, label = canvas_text_width(b->label);
  const int64_t right = MARGIN + width + MARGIN, all = right + bar_width(&b->bar) + MARGIN,
                least = 2 * MARGIN + (b->title ? canvas_text_width(b->title) : 0);
  if (canvas_make(c, all > least ? all : least, top + height + FOOT + MARGIN, white, e))
    return e->code;
  title_draw(c, b->title, MARGIN - canvas_px(4));
  canvas_text(c, all - MARGIN - label, top - LINE - canvas_px(4), b->label, ink);
  bar_draw(c, &b->bar, right, top, height);
  scale_draw(c, scale / (b->dx > 0 ? b->dx : 1), b->dx > 0, MARGIN + width, top + height + LINE);
  return draw_view(c, b, scale, width, height, top, e);
}

int voxel_view_write(struct voxel_view *b, FILE *out, struct tile_error *e)
{
  struct canvas c = {0};
  choose_colours(b);
  const int code = draw(&c, b, e) || canvas_write(&c, out, e) ? e->code : 0;
  canvas_free(&c);
  return code;
}

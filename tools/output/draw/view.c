/* SPDX-License-Identifier: BSD-3-Clause */
#include "view.h"
#include "vectors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FINE = 2 };
#define DARKEST 0.5 /* light on a surface along the line of sight */

int view_make(struct view *v, int64_t width, int64_t height, struct colour ground, struct tile_error *e)
{
  *v = (struct view){.scale = 1};
  if (canvas_make(&v->fine, FINE * width, FINE * height, ground, e))
    return e->code;
  const size_t pixels = (size_t)(v->fine.width * v->fine.height);
  v->depth = tile_alloc(pixels, sizeof *v->depth);
  if (!v->depth)
    return tile_fail_memory(e, pixels * sizeof *v->depth, "the picture");
  for (size_t i = 0; i < pixels; i++)
    v->depth[i] = INFINITY;
  return 0;
}

void view_free(struct view *v)
{
  canvas_free(&v->fine);
  free(v->depth);
  v->depth = NULL;
}

/* In fine pixels from the left and the top, and the depth. */
static void project(double to[3], const struct view *v, const double at[3])
{
  const double d[3] = {at[0] - v->centre[0], at[1] - v->centre[1], at[2] - v->centre[2]};
  to[0] = 0.5 * (double)v->fine.width + FINE * v->scale * tile_dot(d, v->axis[0]);
  to[1] = 0.5 * (double)v->fine.height - FINE * v->scale * tile_dot(d, v->axis[1]);
  to[2] = tile_dot(d, v->axis[2]);
}

static struct colour lit(const struct view *v, double corner[3][3], struct colour full)
{
  double one[3], other[3], normal[3];
  for (int a = 0; a < 3; a++) {
    one[a] = corner[1][a] - corner[0][a];
    other[a] = corner[2][a] - corner[0][a];
  }
  tile_cross(normal, one, other);
  const double length = tile_length(normal),
               light = length > 0 ? DARKEST + (1 - DARKEST) * fabs(tile_dot(normal, v->axis[2])) / length : 1;
  return (struct colour){(unsigned char)lround(full.r * light), (unsigned char)lround(full.g * light),
                         (unsigned char)lround(full.b * light)};
}

/* The pixels, of a row or a column, whose middle can lie between three positions. */
static void range_of(int64_t range[2], double p[3][3], int axis, int64_t end)
{
  const double low = fmin(fmin(p[0][axis], p[1][axis]), p[2][axis]),
               high = fmax(fmax(p[0][axis], p[1][axis]), p[2][axis]);
  range[0] = (int64_t)fmin(fmax(ceil(low - 0.5), 0), (double)end);
  range[1] = (int64_t)fmin(fmax(floor(high - 0.5) + 1, 0), (double)end);
}

/* Twice the area of a triangle in the picture, with a sign. */
static double turn_of(const double a[3], const double b[3], double x, double y)
{
  return (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
}

static void fill_row(struct view *v, double p[3][3], double whole, const int64_t range[2], int64_t row,
                     struct colour ink)
{
  for (int64_t column = range[0]; column < range[1]; column++) {
    const double x = (double)column + 0.5, y = (double)row + 0.5;
    const double share[3] = {turn_of(p[1], p[2], x, y) / whole, turn_of(p[2], p[0], x, y) / whole,
                             turn_of(p[0], p[1], x, y) / whole};
    if (share[0] < 0 || share[1] < 0 || share[2] < 0)
      continue;
    const float depth = (float)(share[0] * p[0][2] + share[1] * p[1][2] + share[2] * p[2][2]);
    const int64_t pixel = row * v->fine.width + column;
    if (depth < v->depth[pixel]) {
      v->depth[pixel] = depth;
      memcpy(v->fine.rgba + 4 * pixel, (const unsigned char[]){ink.r, ink.g, ink.b, 255}, 4);
    }
  }
}

void view_triangle(struct view *v, double corner[3][3], struct colour full)
{
  double p[3][3];
  int64_t columns[2], rows[2];
  for (int k = 0; k < 3; k++)
    project(p[k], v, corner[k]);
  const double whole = turn_of(p[0], p[1], p[2][0], p[2][1]);
  if (!(fabs(whole) > 0))
    return;
  const struct colour ink = lit(v, corner, full);
  range_of(columns, p, 0, v->fine.width);
  range_of(rows, p, 1, v->fine.height);
  for (int64_t row = rows[0]; row < rows[1]; row++)
    fill_row(v, p, whole, columns, row, ink);
}

void view_square(struct view *v, const double at[3], const double normal[3], double side, struct colour full)
{
  const double *across = tile_dot(normal, normal) > 0 ? normal : v->axis[2];
  const int k = fabs(across[0]) <= fabs(across[1]) && fabs(across[0]) <= fabs(across[2]) ? 0
                : fabs(across[1]) <= fabs(across[2])                                     ? 1
                                                                                         : 2;
  double one[3], other[3], corner[4][3];
  tile_cross(one, across, (const double[3]){k == 0, k == 1, k == 2});
  tile_cross(other, across, one);
  const double unit[2] = {0.5 * side / tile_length(one), 0.5 * side / tile_length(other)};
  for (int i = 0; i < 4; i++)
    for (int a = 0; a < 3; a++)
      corner[i][a] = at[a] + (i & 1 ? 1 : -1) * unit[0] * one[a] + (i & 2 ? 1 : -1) * unit[1] * other[a];
  view_triangle(v, corner, full);
  view_triangle(v, corner + 1, full);
}

void view_point(const struct view *v, double to[3], double column, double row)
{
  const double right = (column - 0.5 * (double)v->fine.width) / (FINE * v->scale),
               up = (0.5 * (double)v->fine.height - row) / (FINE * v->scale);
  for (int a = 0; a < 3; a++)
    to[a] = v->centre[a] + right * v->axis[0][a] + up * v->axis[1][a];
}

void view_place(const struct view *v, double to[2], const double at[3])
{
  double p[3];
  project(p, v, at);
  to[0] = p[0] / FINE;
  to[1] = p[1] / FINE;
}

/* A rod is lit from the eye, so that it is darker at its sides. */
static void fill_rod(struct view *v, double p[2][3], double radius, int64_t column, int64_t row, struct colour full)
{
  const double dx = p[1][0] - p[0][0], dy = p[1][1] - p[0][1], x = (double)column + 0.5 - p[0][0],
               y = (double)row + 0.5 - p[0][1], square = dx * dx + dy * dy;
  const double along = square > 0 ? fmin(fmax((x * dx + y * dy) / square, 0), 1) : 0;
  const double off = hypot(x - along * dx, y - along * dy) / radius;
  if (off > 1)
    return;
  const double round = sqrt(1 - off * off), light = DARKEST + (1 - DARKEST) * round;
  const float depth = (float)(p[0][2] + along * (p[1][2] - p[0][2]) - round * radius / (FINE * v->scale));
  const int64_t pixel = row * v->fine.width + column;
  if (!(depth < v->depth[pixel]))
    return;
  v->depth[pixel] = depth;
  canvas_rectangle(&v->fine, column, row, 1, 1,
                   (struct colour){(unsigned char)lround(full.r * light), (unsigned char)lround(full.g * light),
                                   (unsigned char)lround(full.b * light)});
}

void view_rod(struct view *v, double end[2][3], double width, struct colour full)
{
  const double radius = 0.5 * FINE * width;
  const int64_t most[2] = {v->fine.width, v->fine.height};
  int64_t low[2], high[2];
  double p[2][3];
  project(p[0], v, end[0]);
  project(p[1], v, end[1]);
  for (int a = 0; a < 2; a++) {
    low[a] = (int64_t)fmax(floor(fmin(p[0][a], p[1][a]) - radius), 0);
    high[a] = (int64_t)fmin(ceil(fmax(p[0][a], p[1][a]) + radius), (double)most[a]);
  }
  for (int64_t row = low[1]; row < high[1]; row++)
    for (int64_t column = low[0]; column < high[0]; column++)
      fill_rod(v, p, radius, column, row, full);
}

void view_put(const struct view *v, struct canvas *to, int64_t x, int64_t y)
{
  const int64_t width = v->fine.width / FINE, height = v->fine.height / FINE;
  for (int64_t row = 0; row < height; row++)
    for (int64_t column = 0; column < width; column++) {
      unsigned sum[4] = {0};
      for (int i = 0; i < FINE * FINE; i++) {
        const unsigned char *from =
            v->fine.rgba + 4 * ((FINE * row + i / FINE) * v->fine.width + FINE * column + i % FINE);
        for (int k = 0; k < 3; k++)
          sum[k] += (unsigned)(from[k] * from[3]);
        sum[3] += from[3];
      }
      if (!sum[3])
        continue;
      const struct colour ink = {(unsigned char)(sum[0] / sum[3]), (unsigned char)(sum[1] / sum[3]),
                                 (unsigned char)(sum[2] / sum[3])};
      canvas_blend(to, x + column, y + row, sum[3] / (255.0 * FINE * FINE), ink);
    }
}

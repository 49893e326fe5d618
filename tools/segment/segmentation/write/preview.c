/* SPDX-License-Identifier: BSD-3-Clause */
#include "preview.h"

#include "canvas.h"
#include "threshold.h"
#include "tile_voxels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct colour white = {255, 255, 255}, ink = {40, 40, 40}, outline = {235, 90, 0},
                           solid_bars = {120, 130, 145}, fluid_bars = {50, 120, 200}, between = {245, 190, 120};

enum { MARGIN = 20, GAP = 12, CAPTION = CANVAS_TEXT_HEIGHT + GAP, SIDE = 480, LEAST = 160, HIGH = 180, BARS = 512 };

/* A mid-plane perpendicular to `axis`; its columns and rows run along the other two axes, in order. */
struct plane {
  int axis, column, row;
  int64_t at, nx, ny; /* position along the axis; size in voxels */
  double *value;
  unsigned char *class;
};

struct preview {
  bool grey;
  int64_t grid[3];
  struct plane plane[3];
  struct histogram *histogram;
  const struct filter_seen *seen;
  int seen_count;
};

void preview_free(struct preview *p)
{
  if (!p)
    return;
  for (int i = 0; i < 3; i++) {
    free(p->plane[i].value);
    free(p->plane[i].class);
  }
  histogram_free(p->histogram);
  free(p);
}

static int make_plane(struct plane *p, int axis, const int64_t grid[3], struct tile_error *e)
{
  *p = (struct plane){.axis = axis, .column = axis == 0, .row = axis == 2 ? 1 : 2, .at = grid[axis] / 2};
  p->nx = grid[p->column];
  p->ny = grid[p->row];
  size_t count;
  bool overflow = __builtin_mul_overflow((size_t)p->nx, (size_t)p->ny, &count);
  p->value = overflow ? NULL : tile_alloc(count, sizeof *p->value);
  p->class = overflow ? NULL : tile_alloc(count, 1);
  return p->value && p->class ? TILE_OK : tile_fail_memory(e, overflow ? SIZE_MAX : count * 9, "the preview");
}

int preview_new(struct preview **made, const int64_t grid[3], bool grey, bool integers, struct tile_error *e)
{
  struct preview *p = *made = tile_alloc(1, sizeof *p);
  if (!p)
    return tile_fail_memory(e, sizeof *p, "the preview");
  p->grey = grey;
  memcpy(p->grid, grid, sizeof p->grid);
  for (int i = 0; i < 3; i++)
    if (make_plane(&p->plane[i], 2 - i, grid, e))
      return e->code;
  return histogram_new(&p->histogram, integers, e);
}

static void get_voxel(struct plane *p, int64_t column, int64_t row, double value, unsigned char class)
{
  p->value[row * p->nx + column] = value;
  p->class[row * p->nx + column] = class;
}

static void count_inside(struct histogram *h, const double *values, const double *inside, size_t count)
{
  for (size_t i = 0, end; i < count; i = end + 1) {
    for (end = i; end < count && filter_inside(inside[end]); end++)
      ;
    histogram_add(h, values + i, end - i);
  }
}

void preview_get(struct preview *p, int64_t z, const double *values, const unsigned char *classes, const double *inside)
{
  int64_t nx = p->grid[0], ny = p->grid[1];
  struct plane *across_z = &p->plane[0], *across_y = &p->plane[1], *across_x = &p->plane[2];
  for (int64_t x = 0, i = across_y->at * nx; x < nx; x++, i++)
    get_voxel(across_y, x, z, values[i], classes[i]);
  for (int64_t y = 0, i = across_x->at; y < ny; y++, i += nx)
    get_voxel(across_x, y, z, values[i], classes[i]);
  if (z == across_z->at) {
    memcpy(across_z->value, values, (size_t)(nx * ny) * sizeof *values);
    memcpy(across_z->class, classes, (size_t)(nx * ny));
  }
  if (p->grey && inside)
    count_inside(p->histogram, values, inside, (size_t)(nx * ny));
  else if (p->grey)
    histogram_add(p->histogram, values, (size_t)(nx * ny));
}

void preview_filters(struct preview *p, const struct filter_seen *seen, int count)
{
  p->seen = seen;
  p->seen_count = count;
}

/* ---- drawing ---- */

/* Pixels per voxel, the same for all three planes; below 1 for large ones. */
static double find_scale(const struct preview *p)
{
  int64_t longest = 1;
  for (int a = 0; a < 3; a++)
    longest = p->grid[a] > longest ? p->grid[a] : longest;
  return longest > SIDE ? (double)SIDE / (double)longest : (double)(SIDE / longest);
}

static int64_t pixels(int64_t voxels, double scale)
{
  int64_t n = (int64_t)((double)voxels * scale);
  return n < 1 ? 1 : n;
}

struct view {
  const struct plane *plane;
  double scale, low, high; /* range of grey levels from black to white */
};

static int64_t voxel_at(const struct view *v, int64_t column, int64_t row)
{
  int64_t x = (int64_t)((double)column / v->scale), y = (int64_t)((double)row / v->scale);
  x = x < v->plane->nx ? x : v->plane->nx - 1;
  y = y < v->plane->ny ? y : v->plane->ny - 1;
  return y * v->plane->nx + x;
}

/* Outline voxels are fluid. */
static bool is_outline(const struct view *v, int64_t column, int64_t row, int64_t width, int64_t height)
{
  const unsigned char *class = v->plane->class;
  if (class[voxel_at(v, column, row)] == TILE_SOLID)
    return false;
  return (column > 0 && class[voxel_at(v, column - 1, row)] == TILE_SOLID) ||
         (column + 1 < width && class[voxel_at(v, column + 1, row)] == TILE_SOLID) ||
         (row > 0 && class[voxel_at(v, column, row - 1)] == TILE_SOLID) ||
         (row + 1 < height && class[voxel_at(v, column, row + 1)] == TILE_SOLID);
}

static struct colour grey_of(const struct view *v, double value)
{
  double t = v->high > v->low ? (value - v->low) / (v->high - v->low) : 0.5;
  unsigned char g = (unsigned char)lround(255 * fmin(fmax(t, 0), 1));
  return (struct colour){g, g, g};
}

static void draw_plane(struct canvas *c, const struct view *v, int64_t left, int64_t top)
{
  char caption[32];
  int64_t width = pixels(v->plane->nx, v->scale), height = pixels(v->plane->ny, v->scale);
  snprintf(caption, sizeof caption, "%c=%lld", "xyz"[v->plane->axis], (long long)v -> plane -> at);
  canvas_text(c, left, top, caption, ink);
  for (int64_t row = 0; row < height; row++)
    for (int64_t column = 0; column < width; column++) {
      struct colour fill =
          is_outline(v, column, row, width, height) ? outline : grey_of(v, v->plane->value[voxel_at(v, column, row)]);
      canvas_rectangle(c, left + column, top + CAPTION + row, 1, 1, fill);
    }
}

static void draw_mark(struct canvas *c, const struct view *range, double mark, int64_t left, int64_t top, int64_t width)
{
  char text[TILE_REAL_TEXT];
  int64_t x = left + llround((mark - range->low) / (range->high - range->low) * (double)width);
  snprintf(text, sizeof text, "%.6g", mark);
  int64_t wide = canvas_text_width(text), at = x + 6 + wide > left + width ? x - 6 - wide : x + 6;
  canvas_rectangle(c, x - 1, top, 2, HIGH, outline);
  canvas_text(c, at, top, text, outline);
}

static int64_t value_width(double value)
{
  char text[TILE_REAL_TEXT];
  snprintf(text, sizeof text, "%.6g", value);
  return canvas_text_width(text);
}

/* From low to high, below the bars, its ends in words between those of the histogram. */
static void draw_band(struct canvas *c, const struct view *range, const double band[2], int64_t left, int64_t top,
                      int64_t width)
{
  char text[2 * TILE_REAL_TEXT + 16];
  const double scale = (double)width / (range->high - range->low);
  const int64_t x = llround((band[0] - range->low) * scale), end = llround((band[1] - range->low) * scale);
  if (!(band[1] > band[0]))
    return;
  canvas_rectangle(c, left + x, top + HIGH + 1, end - x, 4, outline);
  snprintf(text, sizeof text, "band %.6g to %.6g", band[0], band[1]);
  const int64_t wide = canvas_text_width(text), least = value_width(range->low) + GAP,
                most = width - value_width(range->high) - GAP - wide, middle = (x + end - wide) / 2;
  canvas_text(c, left + (middle > most ? most : middle < least ? least : middle), top + HIGH + GAP / 2, text, outline);
}

static struct colour colour_at(const struct preview_marks *marks, double value)
{
  const struct colour of[] = {[PREVIEW_SOLID] = solid_bars, [PREVIEW_FLUID] = fluid_bars, [PREVIEW_EITHER] = between};
  int i = 0;
  while (i < marks->count && value >= marks->at[i])
    i++;
  return of[marks->side[i]];
}

/* Draws bars over low ... high, in the colours of the classes; the tallest has the full height. */
static void draw_histogram(struct canvas *c, const struct preview *p, const struct preview_marks *marks,
                           const struct view *range, int64_t left, int64_t top, int64_t width)
{
  double bar[BARS], most = 1;
  histogram_bars(p->histogram, range->low, range->high, BARS, bar);
  for (int i = 0; i < BARS; i++)
    most = fmax(most, bar[i]);
  for (int i = 0; i < BARS; i++) {
    int64_t x = left + i * width / BARS, next = left + (i + 1) * width / BARS;
    int64_t height = llround(bar[i] / most * (HIGH - CAPTION));
    canvas_rectangle(c, x, top + HIGH - height, next - x, height,
                     colour_at(marks, range->low + (i + 0.5) / BARS * (range->high - range->low)));
  }
  canvas_rectangle(c, left, top + HIGH, width, 1, ink);
  char text[TILE_REAL_TEXT];
  snprintf(text, sizeof text, "%.6g", range->low);
  canvas_text(c, left, top + HIGH + GAP / 2, text, ink);
  snprintf(text, sizeof text, "%.6g", range->high);
  canvas_text(c, left + width - canvas_text_width(text), top + HIGH + GAP / 2, text, ink);
}

/* A range that contains nearly all values and the marks, so that a few bright grains do not make everything else
 * black. */
static void find_range(const struct preview *p, const double *marks, int count, struct view *range)
{
  range->low = p->grey ? histogram_quantile(p->histogram, 0.002) : TILE_SOLID;
  range->high = p->grey ? histogram_quantile(p->histogram, 0.998) : TILE_FLUID;
  for (int i = 0; i < count; i++) {
    range->low = fmin(range->low, marks[i]);
    range->high = fmax(range->high, marks[i]);
  }
  if (range->high <= range->low)
    range->high = range->low + 1;
}

static int64_t planes_width(const struct preview *p, double scale)
{
  int64_t width = 2 * GAP;
  for (int i = 0; i < 3; i++)
    width += pixels(p->plane[i].nx, scale);
  return width < LEAST * 3 ? LEAST * 3 : width;
}

static int64_t planes_height(const struct preview *p, double scale)
{
  int64_t ny = p->grid[1] > p->grid[2] ? p->grid[1] : p->grid[2];
  return CAPTION + pixels(ny, scale);
}

/* ---- before and after each filter ---- */

static int64_t seen_in_line(const struct preview *p, double scale, int64_t width)
{
  const int64_t fit = (width + GAP) / (pixels(p->grid[0], scale) + GAP);
  return fit < 1 ? 1 : fit;
}

static int64_t seen_height(const struct preview *p, double scale)
{
  return CAPTION + pixels(p->grid[1], scale) + GAP;
}

static int64_t all_seen_height(const struct preview *p, double scale, int64_t width)
{
  const int64_t fit = seen_in_line(p, scale, width);
  return (p->seen_count + fit - 1) / fit * seen_height(p, scale);
}

/* The same grey stands for the same value in all of them: nearly all that the first has. */
static bool seen_range(const struct preview *p, struct view *v)
{
  struct histogram *h;
  struct tile_error none;
  if (histogram_new(&h, false, &none))
    return false;
  histogram_add(h, p->seen[0].value, (size_t)(p->grid[0] * p->grid[1]));
  v->low = histogram_quantile(h, 0.002);
  v->high = histogram_quantile(h, 0.998);
  histogram_free(h);
  return true;
}

static void draw_seen(struct canvas *c, const struct preview *p, const struct view *v, const struct filter_seen *seen,
                      int64_t left, int64_t top)
{
  const int64_t width = pixels(p->grid[0], v->scale), height = pixels(p->grid[1], v->scale);
  char caption[sizeof seen->caption];
  size_t length = (size_t)snprintf(caption, sizeof caption, "%s", seen->caption);
  while (length && canvas_text_width(caption) > width)
    caption[--length] = 0;
  canvas_text(c, left, top, caption, ink);
  for (int64_t row = 0; row < height; row++)
    for (int64_t column = 0; column < width; column++)
      canvas_rectangle(c, left + column, top + CAPTION + row, 1, 1, grey_of(v, seen->value[voxel_at(v, column, row)]));
}

static void draw_all_seen(struct canvas *c, const struct preview *p, double scale, int64_t top, int64_t width)
{
  struct view v = {.plane = &p->plane[0], .scale = scale};
  const int64_t fit = seen_in_line(p, scale, width);
  if (!p->seen_count || !seen_range(p, &v))
    return;
  for (int i = 0; i < p->seen_count; i++)
    draw_seen(c, p, &v, &p->seen[i], MARGIN + i % fit * (pixels(p->grid[0], scale) + GAP),
              top + i / fit * seen_height(p, scale));
}

/* ---- the picture ---- */

/* "fluid, solid" in their colours, at the right end of a line. */
static void draw_key(struct canvas *c, const struct preview_marks *marks, int64_t right)
{
  const struct {
    const char *name;
    struct colour ink;
  } key[] = {[PREVIEW_SOLID] = {"solid", solid_bars},
             [PREVIEW_FLUID] = {"fluid", fluid_bars},
             [PREVIEW_EITHER] = {"either", between}};
  bool used[3] = {false};
  for (int i = 0; i <= marks->count && marks->count; i++)
    used[marks->side[i]] = true;
  for (int i = 0; i < 3; i++)
    if (used[i]) {
      right -= canvas_text_width(key[i].name);
      canvas_text(c, right, MARGIN, key[i].name, key[i].ink);
      right -= GAP;
    }
}

static void draw_planes(struct canvas *c, const struct preview *p, struct view *view, int64_t top)
{
  int64_t left = MARGIN;
  for (int i = 0; i < 3; i++) {
    view->plane = &p->plane[i];
    draw_plane(c, view, left, top);
    left += pixels(view->plane->nx, view->scale) + GAP;
  }
}

int preview_write(const struct preview *p, const struct preview_marks *marks, double porosity, bool inside, FILE *out,
                  struct tile_error *e)
{
  struct canvas c;
  struct view view = {.scale = find_scale(p)};
  char text[64];
  const int64_t width = planes_width(p, view.scale), planes = MARGIN + CAPTION + all_seen_height(p, view.scale, width),
                top = planes + planes_height(p, view.scale) + GAP;
  find_range(p, marks->at, marks->count, &view);
  if (marks->band[1] > marks->band[0]) {
    view.low = fmin(view.low, marks->band[0]);
    view.high = fmax(view.high, marks->band[1]);
  }
  if (canvas_make(&c, width + 2 * MARGIN, top + (p->grey ? HIGH + CAPTION : 0) + MARGIN, white, e))
    return e->code;
  snprintf(text, sizeof text, "porosity %.6f%s", porosity, inside ? " inside the mask" : "");
  canvas_text(&c, MARGIN, MARGIN, text, ink);
  draw_key(&c, marks, MARGIN + width);
  draw_all_seen(&c, p, view.scale, MARGIN + CAPTION, width);
  draw_planes(&c, p, &view, planes);
  if (p->grey)
    draw_histogram(&c, p, marks, &view, MARGIN, top, width);
  if (p->grey)
    draw_band(&c, &view, marks->band, MARGIN, top, width);
  for (int i = 0; i < marks->count; i++)
    draw_mark(&c, &view, marks->at[i], MARGIN, top, width);
  int code = canvas_write(&c, out, e);
  canvas_free(&c);
  return code;
}

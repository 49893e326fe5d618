#include "preview.h"

#include "canvas.h"
#include "threshold.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct colour white = {255, 255, 255}, ink = {40, 40, 40}, outline = {235, 90, 0}, bars = {120, 130, 145};

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

void preview_get(struct preview *p, int64_t z, const double *values, const unsigned char *classes)
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
  if (p->grey)
    histogram_add(p->histogram, values, (size_t)(nx * ny));
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

/* Draws bars over low ... high; the tallest has the full height. */
static void draw_histogram(struct canvas *c, const struct preview *p, const struct view *range, int64_t left,
                           int64_t top, int64_t width)
{
  double bar[BARS], most = 1;
  histogram_bars(p->histogram, range->low, range->high, BARS, bar);
  for (int i = 0; i < BARS; i++)
    most = fmax(most, bar[i]);
  for (int i = 0; i < BARS; i++) {
    int64_t x = left + i * width / BARS, next = left + (i + 1) * width / BARS;
    int64_t height = llround(bar[i] / most * (HIGH - CAPTION));
    canvas_rectangle(c, x, top + HIGH - height, next - x, height, bars);
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

int preview_write(const struct preview *p, const double *marks, int count, double porosity, FILE *out,
                  struct tile_error *e)
{
  struct canvas c;
  struct view view = {.scale = find_scale(p)};
  char text[64];
  int64_t width = planes_width(p, view.scale), top = MARGIN + CAPTION + planes_height(p, view.scale) + GAP;
  find_range(p, marks, count, &view);
  if (canvas_make(&c, width + 2 * MARGIN, top + (p->grey ? HIGH + CAPTION : 0) + MARGIN, white, e))
    return e->code;
  snprintf(text, sizeof text, "porosity %.6f", porosity);
  canvas_text(&c, MARGIN, MARGIN, text, ink);
  int64_t left = MARGIN;
  for (int i = 0; i < 3; i++) {
    view.plane = &p->plane[i];
    draw_plane(&c, &view, left, MARGIN + CAPTION);
    left += pixels(view.plane->nx, view.scale) + GAP;
  }
  if (p->grey)
    draw_histogram(&c, p, &view, MARGIN, top, width);
  for (int i = 0; i < count; i++)
    draw_mark(&c, &view, marks[i], MARGIN, top, width);
  int code = canvas_write(&c, out, e);
  canvas_free(&c);
  return code;
}

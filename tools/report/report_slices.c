/* SPDX-License-Identifier: BSD-3-Clause */
/* Slices across the three axes, as pictures of which a slider shows one. The middle one is seen without a script. */
#include <config.h>

#include "report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of all pictures in the page, pixels of a side, and most slices of an axis. */
enum { BUDGET = 5500000, LONGEST = 400, MOST = 32, LEVELS = 64 };
/* Pixels on a page: the height of pictures at most, and the width of those beside each other. */
enum { HIGH = 340, WIDE = 1000 };
#define WORST 2.25 /* bytes a pixel of a picture with LEVELS colours without any order */

/* Axes of a picture: to the right and downwards, as tessera-probe draws them. */
static const int across[3][2] = {{1, 2}, {0, 2}, {0, 1}};
static const struct colour solid = {150, 150, 150}, none = {196, 186, 176}, pores = {49, 104, 170};

struct view {
  struct report_file *file;
  const struct report_field *field; /* NULL: the mask */
  struct fields_slices slices;
  int axis;
  int64_t stride, width, height; /* nodes of a pixel; pixels */
  struct canvas canvas;
  double across, down; /* of the picture on a page */
};

static void put(void *self, const int64_t at[3], const double value[FIELDS])
{
  struct view *v = self;
  const int64_t x = at[across[v->axis][0]], y = at[across[v->axis][1]];
  struct colour ink = pores;
  if (x % v->stride || y % v->stride)
    return;
  if (v->field) {
    const double shown = report_value(v->field, value), span = v->field->high - v->field->low;
    const double level = span > 0 ? (shown - v->field->low) / span : 0.5;
    ink = isfinite(shown) ? colour_sequential(round(fmin(fmax(level, 0), 1) * (LEVELS - 1)) / (LEVELS - 1)) : none;
  }
  canvas_rectangle(&v->canvas, x / v->stride, y / v->stride, 1, 1, ink);
}

/* "x = 30", and where that is: "x = 30, 152.5 um". */
static void put_place(FILE *out, const struct view *v, int64_t slice)
{
  const double dx = v->file->f.domain.dx;
  char text[TILE_REAL_TEXT + 64], length[TILE_REAL_TEXT];
  snprintf(text, sizeof text, "%s = %lld%s%s", cli_axis_names[v->axis], (long long)slice, dx > 0 ? ", " : "",
           dx > 0 ? cli_length_text(length, ((double)slice + 0.5) * dx) : "");
  html_value(out, text);
}

static int put_slice(struct view *v, int64_t slice, bool hidden, size_t *bytes, struct tile_error *e)
{
  FILE *out = v->file->report->piece[PIECE_PICTURES].to;
  if (canvas_make(&v->canvas, v->width, v->height, solid, e))
    return e->code;
  fields_slice_visit(&v->slices, slice, put, v);
  fputs("<img src=\"", out);
  const int code = html_png(out, &v->canvas, bytes, e);
  fputs("\" alt=\"", out);
  put_place(out, v, slice);
  fputs("\"", out);
  fprintf(out, " width=\"%.0f\" height=\"%.0f\"", v->across, v->down);
  fputs(hidden ? " hidden>\n" : ">\n", out);
  canvas_free(&v->canvas);
  return code;
}

/* How large the picture of the middle slice is; nothing of it stays in the page. */
static int measure_middle(struct view *v, size_t *bytes, struct tile_error *e)
{
  char *text = NULL;
  size_t length;
  FILE *body = v->file->report->piece[PIECE_PICTURES].to;
  v->file->report->piece[PIECE_PICTURES].to = open_memstream(&text, &length);
  int code = v->file->report->piece[PIECE_PICTURES].to
                 ? put_slice(v, v->file->f.domain.grid[v->axis] / 2, false, bytes, e)
                 : tile_fail_memory(e, 4096, "a picture");
  if (!tile_text_end(v->file->report->piece[PIECE_PICTURES].to, &text) && !code)
    code = tile_fail_memory(e, *bytes, "a picture");
  v->file->report->piece[PIECE_PICTURES].to = body;
  free(text);
  return code;
}

/* The axes to the right and downwards, and how long they are. */
static void put_sides(const struct view *v)
{
  static const char *const to[] = {"→", "↓"};
  FILE *out = v->file->report->piece[PIECE_PICTURES].to;
  const double dx = v->file->f.domain.dx;
  char length[TILE_REAL_TEXT];
  fputs("<p class=\"legend\">", out);
  for (int i = 0; i < 2; i++) {
    const int axis = across[v->axis][i];
    const double nodes = (double)v->file->f.domain.grid[axis];
    fprintf(out, "<span>%s %s ", cli_axis_names[axis], to[i]);
    if (dx > 0)
      html_value(out, cli_length_text(length, nodes * dx));
    else
      fprintf(out, "%.0f voxels", nodes);
    fputs("</span> ", out);
  }
  fputs("</p>\n", out);
}

static int put_axis(struct view *v, size_t share, struct tile_error *e)
{
  FILE *out = v->file->report->piece[PIECE_PICTURES].to;
  const int64_t n = v->file->f.domain.grid[v->axis];
  size_t bytes;
  if (measure_middle(v, &bytes, e))
    return e->code;
  int64_t count = (int64_t)(share / (bytes + bytes / 4 + 200));
  count = count > MOST ? MOST : count;
  count = count > n ? n : count < 1 ? 1 : count;
  const int64_t middle = count / 2;
  fprintf(out, "<div class=\"slices\" style=\"flex:%.4g 1 %.0fpx\"><p><output>", v->across / v->down, v->across);
  put_place(out, v, (2 * middle + 1) * n / (2 * count));
  fputs("</output></p>\n", out);
  for (int64_t i = 0; i < count; i++)
    if (put_slice(v, (2 * i + 1) * n / (2 * count), i != middle, &bytes, e))
      return e->code;
  put_sides(v);
  if (count > 1)
    fprintf(out,
            "<label><span>%lld of %lld slices</span><input type=\"range\" min=\"0\" max=\"%lld\" value=\"%lld\" "
            "hidden></label>\n",
            (long long)count, (long long)n, (long long)count - 1, (long long)middle);
  fputs("</div>\n", out);
  return 0;
}

static int64_t larger(int64_t a, int64_t b)
{
  return a > b ? a : b;
}

/* Slices across an axis are a picture if they are no line; those of a single slice always are. */
static bool has_picture(const int64_t grid[3], int axis)
{
  return (grid[across[axis][0]] > 1 && grid[across[axis][1]] > 1) || (axis == 2 && (grid[2] == 1 || grid[0] == 1));
}

static double aspect(const int64_t grid[3], int axis)
{
  return (double)grid[across[axis][0]] / (double)grid[across[axis][1]];
}

/* Pictures beside each other are equally high. */
static double height_of(const int64_t grid[3], double *width)
{
  double wide = 0;
  int count = 0;
  for (int axis = 0; axis < 3; axis++)
    if (has_picture(grid, axis)) {
      wide += aspect(grid, axis);
      count++;
    }
  const double high = fmin(HIGH, WIDE / wide);
  *width = high * wide + 16 * (count - 1) + 22;
  return high;
}

static void put_legend(const struct report_file *r, const struct report_field *field)
{
  FILE *out = r->report->piece[PIECE_PICTURES].to;
  fputs("<div class=\"legends\">\n", out);
  if (field)
    html_colours(out, colour_sequential, field->low, field->high, field->name, field->unit, r->report->number++);
  fputs("<p class=\"legend\">", out);
  if (!field)
    fprintf(out, "<i style=\"background:#%02x%02x%02x\"></i>Pores ", pores.r, pores.g, pores.b);
  fprintf(out, "<i style=\"background:#%02x%02x%02x\"></i>Solid", solid.r, solid.g, solid.b);
  if (field && field->nodes < r->total.nonsolid)
    fprintf(out, " <i style=\"background:#%02x%02x%02x\"></i>No value", none.r, none.g, none.b);
  fputs("</p></div>\n", out);
}

static int put_view(struct view *v, double side, double high, size_t share, struct tile_error *e)
{
  const int64_t *grid = v->file->f.domain.grid, width = grid[across[v->axis][0]], height = grid[across[v->axis][1]];
  v->stride = larger(1, (int64_t)ceil((double)larger(width, height) / side));
  v->width = (width + v->stride - 1) / v->stride;
  v->height = (height + v->stride - 1) / v->stride;
  v->down = fmax(1, high);
  v->across = fmax(1, high * aspect(grid, v->axis));
  if (fields_slices_make(&v->slices, &v->file->f, v->axis, e))
    return e->code;
  const int code = put_axis(v, share, e);
  fields_slices_free(&v->slices);
  return code;
}

static int put_field(struct report_file *r, const struct report_field *field, size_t share, struct tile_error *e)
{
  FILE *out = r->report->piece[PIECE_PICTURES].to;
  const double side = fmin(LONGEST, sqrt((double)share / 3 / WORST));
  double width;
  const double high = height_of(r->f.domain.grid, &width);
  fprintf(out, "<figure style=\"flex-basis:%.0fpx;max-width:min(100%%,%.0fpx)\"><figcaption>Slices: ", width,
          1.4 * width);
  html_text(out, field ? field->name : "Pores and solid");
  fputs("</figcaption>\n<div class=\"across\">\n", out);
  for (int axis = 0; axis < 3; axis++) {
    struct view v = {.file = r, .field = field, .axis = axis};
    if (has_picture(r->f.domain.grid, axis) && put_view(&v, side, high, share / 3, e))
      return e->code;
  }
  fputs("</div>\n", out);
  put_legend(r, field);
  fputs("</figure>\n", out);
  return 0;
}

/* Shown by the pictures of the wall. */
static bool is_on_wall(const struct report_file *r, const struct report_field *field)
{
  return r->walls.averages && r->walls.nodes.count && r->f.domain.grid[2] > 1 && field->place >= FIELD_VALUES &&
         field->place < REPORT_SPEED;
}

int report_slices(struct report_file *r, struct tile_error *e)
{
  const size_t share =
      (BUDGET - r->report->picture_bytes) / (size_t)r->report->files / (size_t)(r->fields ? r->fields : 1);
  if (!r->fields && !r->repeats)
    return put_field(r, NULL, share, e);
  for (int i = 0; i < r->fields; i++)
    if (!is_on_wall(r, r->field + i) && put_field(r, r->field + i, share, e))
      return e->code;
  return 0;
}

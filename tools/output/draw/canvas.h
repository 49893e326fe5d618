/* SPDX-License-Identifier: BSD-3-Clause */
/* A picture in memory, on which programs draw rectangles, lines and text before they write it as PNG. Everything outside
 * the picture is clipped. */
#ifndef CANVAS_H
#define CANVAS_H

#include "colour.h"
#include "memory.h"

/* Of all pictures that a program makes; it sets this before the first. */
struct canvas_style {
  double dpi; /* lengths of layouts are in pixels of 96 dpi */
  bool clear; /* the ground is transparent */
};
extern struct canvas_style canvas_style;
/* A length of the layout in pixels: so many for each, and as a whole number. */
double canvas_unit(void);
int64_t canvas_px(double length);

struct canvas {
  int64_t width, height;
  unsigned char *rgba; /* rows from top to bottom */
};

/* TILE_FAILED if the size is not possible. */
int canvas_check(int64_t width, int64_t height, struct tile_error *e);
int canvas_make(struct canvas *c, int64_t width, int64_t height, struct colour ground, struct tile_error *e);
void canvas_free(struct canvas *c);
void canvas_rectangle(struct canvas *c, int64_t x, int64_t y, int64_t width, int64_t height, struct colour ink);
/* Covers a share, 0 ... 1, of a pixel. */
void canvas_blend(struct canvas *c, int64_t x, int64_t y, double share, struct colour ink);
/* With smooth borders; pixel 0 lies between 0 and 1. */
void canvas_line(struct canvas *c, const double from[2], const double to[2], double width, struct colour ink);

#define CANVAS_TEXT_HEIGHT 14 /* of a line of text in a layout; descenders extend 4 below */
int64_t canvas_text_width(const char *text);
/* UTF-8. x, y: top left corner. */
void canvas_text(struct canvas *c, int64_t x, int64_t y, const char *text, struct colour ink);

int canvas_write(const struct canvas *c, FILE *out, struct tile_error *e);

#endif

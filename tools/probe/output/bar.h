/* SPDX-License-Identifier: BSD-3-Clause */
/* What stands beside a picture: a bar of its colours with numbers, a bar of length, and a title. */
#ifndef BAR_H
#define BAR_H

#include "canvas.h"
#include "label.h"

struct bar {
  double low, high;
  colour_map *map;
  double step;   /* between ticks */
  double factor; /* power of ten that the label contains instead of the numbers */
  int exponent, decimals;
};
/* The colours of unsigned values. */
extern colour_map *bar_map;
/* The colours from low to high, which may be equal or unordered (no values). signed_values: diverging colours with zero in
 * the middle. */
struct bar bar_of(double low, double high, bool signed_values);
struct colour bar_colour(const struct bar *b, double value);
int64_t bar_width(const struct bar *b); /* with the numbers */
void bar_draw(struct canvas *c, const struct bar *b, int64_t x, int64_t y, int64_t height);
/* "Speed (10⁻⁶ m/s)" */
void bar_label(char text[LABEL_TEXT], const struct bar *b, const char *label, const char *unit);
/* The value of tick i; NaN: there are fewer. */
double bar_tick(const struct bar *b, int i);

/* A round length, at most so many pixels long, with text below it. scale: pixels of a metre, or of a voxel. */
#define SCALE_WIDTH canvas_px(180)
void scale_draw(struct canvas *c, double scale, bool metres, int64_t right, int64_t y);

/* A line of text above a picture; NULL: none. */
int64_t title_height(const char *title);
void title_draw(struct canvas *c, const char *title, int64_t y);

#endif

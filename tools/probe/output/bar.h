/* A bar of the colours of a picture, with numbers beside it. */
#ifndef BAR_H
#define BAR_H

#include "canvas.h"

struct bar {
  double low, high;
  colour_map *map;
  double step;   /* between ticks */
  double factor; /* power of ten that the label contains instead of the numbers */
  int exponent, decimals;
};
/* The colours from low to high, which may be equal or unordered (no values). signed_values: diverging colours with zero in
 * the middle. */
struct bar bar_of(double low, double high, bool signed_values);
struct colour bar_colour(const struct bar *b, double value);
int64_t bar_width(const struct bar *b); /* with the numbers */
void bar_draw(struct canvas *c, const struct bar *b, int64_t x, int64_t y, int64_t height);
/* "speed (1e-6 m/s)" */
void bar_label(char *text, size_t size, const struct bar *b, const char *label, const char *unit);

#endif

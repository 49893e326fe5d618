/* SPDX-License-Identifier: BSD-3-Clause */
/* Pieces of a page of HTML: text, numbers, pictures, charts. Charts are SVG of a fixed width that fits a telephone, so that
 * their text is never made smaller; their colours are those of the page. */
#ifndef HTML_H
#define HTML_H

#include "canvas.h"
#include "tile_stream.h"

#include <stdio.h>

/* Writes text with the characters that have a meaning in HTML escaped. */
void html_text(FILE *out, const char *text);
/* The same for numbers as programs print them: "1.2e-05 um" is 1.2 × 10⁻⁵ µm, and the indices of D_eff are low. */
void html_value(FILE *out, const char *text);
/* Appends a power of ten: "10⁻¹¹". */
void html_power(char *text, int exponent);
/* A number, and its error if that is known: "(2.41 ± 0.19) × 10⁻¹¹ m²", with the power of ten or the prefix of the unit "m"
 * that suits the number `like`, with which it is compared. Each is a <data> element with the number in the unit given. */
void html_amount(FILE *out, double value, double error, const char *unit, double like);
/* The decimals that it writes of a value with its error; NaN: it has none. */
int html_decimals(double value, double error);
/* Writes data:image/png;base64,... and sets *bytes to the size of the PNG. */
int html_png(FILE *out, const struct canvas *c, size_t *bytes, struct tile_error *e);
void html_base64(FILE *out, const unsigned char *data, size_t bytes);

/* Numbers on an axis: value = factor * what is written there. */
struct html_axis {
  double low, high, step, factor;
  int exponent, decimals;
};
/* Ends are multiples of the step if `round`. */
struct html_axis html_axis_make(double low, double high, bool round);
double html_axis_first(const struct html_axis *a);
char *html_axis_number(char text[TILE_REAL_TEXT], const struct html_axis *a, double value);
/* "m2/s" with a superscript. */
enum { HTML_SYMBOL = 64 };
char *html_symbol(char text[HTML_SYMBOL], const char *unit);
/* " (10^-6 m/s)", with a superscript; "" if there is neither a unit nor a power. */
enum { HTML_UNIT = 128 };
char *html_unit(char text[HTML_UNIT], const struct html_axis *a, const char *unit);

struct html_curve {
  const char *name; /* in the legend; "": it has none */
  int count;
  const double *x, *y;
};
enum { HTML_CURVES = 8 };
struct html_chart {
  const char *title, *x_name, *x_unit, *y_name, *y_unit;
  const char *note;       /* below the title; NULL: none */
  bool bars;              /* from the bottom to y, between x and the next x; else lines */
  bool from_zero, x_zero; /* the y axis contains 0; the x axis does */
  int curves;
  struct html_curve curve[HTML_CURVES];
};
/* Writes a figure; nothing if no point is finite. */
void html_chart(FILE *out, const struct html_chart *c);
/* A number that lies between value - error and value + error. */
struct html_interval {
  char name[64];
  double value, error;
};
/* Writes a figure with a bar for each; nothing if there are none. */
void html_intervals(FILE *out, const char *title, const char *name, const char *unit, const struct html_interval *of,
                    int count);
/* Writes a bar of the colours between two values, with numbers. id: unique in the page. */
void html_colours(FILE *out, colour_map *map, double low, double high, const char *name, const char *unit, int id);

#endif

/* SPDX-License-Identifier: BSD-3-Clause */
/* Perceptual colour maps, from a value in 0 ... 1 to a colour: paths through OKLab whose lightness rises evenly, so
 * that equal steps of the value look equal (and a grey print keeps the order). */
#ifndef COLOUR_H
#define COLOUR_H

struct colour {
  unsigned char r, g, b;
};

typedef struct colour colour_map(double t); /* t in 0 ... 1, clamped */

colour_map colour_sequential;  /* dark violet, blue, green, yellow */
colour_map colour_blue_yellow; /* dark blue, grey, yellow: the order is seen without red and green, too */
colour_map colour_black_red;   /* black, red, yellow, white */
colour_map colour_grey;
colour_map colour_diverging; /* blue, white at 0.5, red */

#endif

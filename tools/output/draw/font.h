/* SPDX-License-Identifier: BSD-3-Clause */
/* Text in DejaVu Sans, by FreeType: the same in all versions of it, since it is not fitted to pixels. */
#ifndef FONT_H
#define FONT_H

#include <stdbool.h>
#include <stdint.h>

/* Is there the library and the font? It is beside the programs (../fonts) or where systems keep it. */
bool font_there(void);
/* Was there too little memory for some text before? */
bool font_lacks_memory(void);
/* In pixels; size: the side of an em in pixels. */
double font_width(double size, const char *text);
/* Gives the share of each pixel that ink covers, of 255; y: the line on which letters stand. */
void font_draw(double size, int64_t x, int64_t y, const char *text,
               void (*put)(void *self, int64_t x, int64_t y, unsigned char share), void *self);

#endif

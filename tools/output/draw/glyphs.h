/* SPDX-License-Identifier: BSD-3-Clause */
/* A font of dots, where there is no other: two pixels of a picture of 96 dpi for each. */
#ifndef GLYPHS_H
#define GLYPHS_H

#include "canvas.h"

/* unit: see canvas.h. x, y: top left corner. Characters without a glyph are blank. */
int64_t glyphs_width(double unit, const char *text);
void glyphs_draw(struct canvas *c, int64_t x, int64_t y, double unit, const char *text, struct colour ink);

#endif

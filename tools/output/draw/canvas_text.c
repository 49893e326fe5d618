/* SPDX-License-Identifier: BSD-3-Clause */
/* Text of a canvas: DejaVu Sans, or the font of dots. */
#include "canvas.h"

#include "font.h"
#include "glyphs.h"

#include <math.h>

enum { EM = 16, STAND = 13 }; /* size of text, and where its letters stand below its top */

int64_t canvas_text_width(const char *text)
{
  return font_there() ? (int64_t)ceil(font_width(EM * canvas_unit(), text)) : glyphs_width(canvas_unit(), text);
}

struct writing {
  struct canvas *canvas;
  struct colour ink;
};

static void put(void *self, int64_t x, int64_t y, unsigned char share)
{
  const struct writing *w = self;
  canvas_blend(w->canvas, x, y, share / 255.0, w->ink);
}

void canvas_text(struct canvas *c, int64_t x, int64_t y, const char *text, struct colour ink)
{
  struct writing w = {c, ink};
  if (font_there())
    font_draw(EM * canvas_unit(), x, y + canvas_px(STAND), text, put, &w);
  else
    glyphs_draw(c, x, y, canvas_unit(), text, ink);
}

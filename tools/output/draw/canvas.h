/* An RGB picture in memory, on which programs draw rectangles and small text before they write it as PNG. Everything
 * outside the picture is clipped. */
#ifndef CANVAS_H
#define CANVAS_H

#include "colour.h"
#include "internal.h"

struct canvas {
  int64_t width, height;
  unsigned char *rgb; /* rows from top to bottom */
};

/* TILE_FAILED if the size is not possible. */
int canvas_check(int64_t width, int64_t height, struct tile_error *e);
int canvas_make(struct canvas *c, int64_t width, int64_t height, struct colour ground, struct tile_error *e);
void canvas_free(struct canvas *c);
void canvas_rectangle(struct canvas *c, int64_t x, int64_t y, int64_t width, int64_t height, struct colour ink);

#define CANVAS_TEXT_HEIGHT 14 /* of digits, in pixels; descenders extend 4 below */
int64_t canvas_text_width(const char *text);
/* x, y: top left corner. Characters without a glyph are blank. */
void canvas_text(struct canvas *c, int64_t x, int64_t y, const char *text, struct colour ink);

int canvas_write(const struct canvas *c, FILE *out, struct tile_error *e);

#endif

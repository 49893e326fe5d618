/* The part of the grid that is kept: --crop. */
#ifndef WINDOW_H
#define WINDOW_H

#include "own.h"

struct window {
  int64_t begin[3], end[3]; /* end excluded; -1 until window_fit: the grid's */
};

#define WINDOW_WHOLE \
  {                  \
    {0, 0, 0},       \
    {                \
      -1, -1, -1     \
    }                \
  }

/* X0:X1,Y0:Y1,Z0:Z1; an empty part is the whole range, an empty end the grid's. */
int window_parse(struct window *w, const char *text, struct tile_error *e);
/* Settles the ends; TILE_USAGE when the window leaves the grid. */
int window_fit(struct window *w, const int64_t grid[3], struct tile_error *e);
/* The window's part of a slice of the grid. */
void window_cut(const struct window *w, const int64_t grid[3], size_t value_bytes, const void *slice, void *to);

#endif

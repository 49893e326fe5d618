/* The part of the grid that is kept, and its mirror image: --crop, then --mirror. */
#ifndef WINDOW_H
#define WINDOW_H

#include "tile.h"

struct window {
  int64_t begin[3], end[3]; /* end excluded; -1 until window_fit: the grid's */
  int mirror;               /* 0, 1, 2: the axis that is doubled; -1: none */
};

#define WINDOW_WHOLE { { 0, 0, 0 }, { -1, -1, -1 }, -1 }

/* X0:X1,Y0:Y1,Z0:Z1; an empty part is the whole range, an empty end the grid's. */
int window_parse(struct window *w, const char *text, struct tile_error *e);
/* Settles the ends; TILE_USAGE when the window leaves the grid. */
int window_fit(struct window *w, const int64_t grid[3], struct tile_error *e);
/* Sizes of the window, mirrored or not. */
void window_size(const struct window *w, int64_t cut[3], int64_t mirrored[3]);
/* Moves the window's part of a slice of the grid to its front. */
void window_cut(const struct window *w, const int64_t grid[3], double *slice);
/* A slice of the cut window to one of the mirrored window (x and y; z is the caller's). */
void window_mirror(const struct window *w, const unsigned char *cut, unsigned char *mirrored);

#endif

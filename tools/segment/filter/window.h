/* SPDX-License-Identifier: BSD-3-Clause */
/* The part of the grid that --crop keeps. Call window_parse, window_measure if there are lengths, then window_fit. */
#ifndef WINDOW_H
#define WINDOW_H

#include "memory.h"

struct window {
  int64_t begin[3], end[3]; /* end excluded; -1: the end of the grid, until window_fit */
  unsigned lengths;         /* bit a: begin[a] is still given by the length from[a], in m; bit 3 + a: end[a] by to[a] */
  double from[3], to[3];
};

#define WINDOW_WHOLE                 \
  {                                  \
    {0, 0, 0}, {-1, -1, -1}, 0, {0}, \
    {                                \
      0                              \
    }                                \
  }

/* Parses X0:X1,Y0:Y1,Z0:Z1; an empty range is the whole one, an empty bound that of the grid. Bounds are indices of
 * voxels or, with a unit, lengths. */
int window_parse(struct window *w, const char *text, struct tile_error *e);
/* Converts lengths to the nearest faces of voxels with these sides; the first voxel begins at `corner` (m; NULL: at 0).
 * TILE_USAGE if the sides are unknown. */
int window_measure(struct window *w, const double spacing[3], const double *corner, struct tile_error *e);
/* Sets bounds that were left out; TILE_USAGE if the window is not inside the grid. */
int window_fit(struct window *w, const int64_t grid[3], struct tile_error *e);
/* Copies the window's part of a slice of the grid. */
void window_cut(const struct window *w, const int64_t grid[3], size_t value_bytes, const void *slice, void *to);

#endif

/* The part of the grid that is kept: --crop. */
#ifndef WINDOW_H
#define WINDOW_H

#include "own.h"

struct window {
  int64_t begin[3], end[3]; /* end excluded; -1 until window_fit: the grid's */
  unsigned lengths;         /* bit a: begin[a] is still the length from[a], in m; bit 3 + a: end[a] is to[a] */
  double from[3], to[3];
};

#define WINDOW_WHOLE                 \
  {                                  \
    {0, 0, 0}, {-1, -1, -1}, 0, {0}, \
    {                                \
      0                              \
    }                                \
  }

/* X0:X1,Y0:Y1,Z0:Z1; an empty part is the whole range, an empty end the grid's. Bounds are indices of voxels or, with a unit,
 * lengths. */
int window_parse(struct window *w, const char *text, struct tile_error *e);
/* Lengths become the nearest faces of voxels of these sides, of which the first begins at `corner` (m; NULL: at 0). TILE_USAGE
 * where the sides are not known. */
int window_measure(struct window *w, const double spacing[3], const double *corner, struct tile_error *e);
/* Settles the ends; TILE_USAGE when the window leaves the grid. */
int window_fit(struct window *w, const int64_t grid[3], struct tile_error *e);
/* The window's part of a slice of the grid. */
void window_cut(const struct window *w, const int64_t grid[3], size_t value_bytes, const void *slice, void *to);

#endif

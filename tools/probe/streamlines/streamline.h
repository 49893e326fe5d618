/* SPDX-License-Identifier: BSD-3-Clause */
/* Streamlines of a steady flow: the curve through a seed that is along the velocity everywhere, in both directions. */
#ifndef STREAMLINE_H
#define STREAMLINE_H

#include "memory.h"

/* What lies at a point. A line ends before a point in a wall or outside. */
enum streamline_place { STREAMLINE_FLOW, STREAMLINE_WALL, STREAMLINE_OUTSIDE };

struct streamline_field {
  /* Gets the velocity at a point where fluid flows. It should be continuous. */
  enum streamline_place (*velocity)(void *self, const double at[3], double u[3]);
  void *self;
  double slowest; /* a line ends where the speed is below this, > 0 */
  double longest; /* a line ends at this length in each direction, in voxels */
};

enum streamline_end { STREAMLINE_AT_WALL, STREAMLINE_LEFT, STREAMLINE_AT_REST, STREAMLINE_TOO_LONG, STREAMLINE_ENDS };

struct streamline_point {
  double at[3], time; /* 0 at the seed, negative upstream */
};

/* The points of all lines, one line after another. Zero it before the first line. */
struct streamlines {
  struct streamline_point *point;
  size_t points, room;
  int64_t *end; /* [count], the number of points of this line and those before it */
  size_t count, lines_room;
  size_t ended[STREAMLINE_ENDS]; /* lines by their downstream end */
};

/* Appends the line through a seed, from its upstream to its downstream end. A line of one point, as where the fluid is
 * at rest, is left out. The integration is that of Runge, Kutta and Fehlberg, of fourth order with a step by the
 * embedded fifth order (NASA TR R-315, 1969); a line ends within about a thousandth of a voxel before a wall
 * or the outside. TILE_FAILED: out of memory. */
int streamlines_add(struct streamlines *s, const struct streamline_field *f, const double seed[3],
                    struct tile_error *e);
void streamlines_free(struct streamlines *s);

#endif

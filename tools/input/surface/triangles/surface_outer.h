/* SPDX-License-Identifier: BSD-3-Clause */
/* Decides which shells of a surface must be turned so that their outside faces outwards. */
#ifndef SURFACE_OUTER_H
#define SURFACE_OUTER_H

#include "memory.h"

struct shell {
  bool closed;             /* each side has one partner; other shells are not turned */
  double volume;           /* six times the volume, in units cubed; negative: it faces inwards */
  int32_t low[3], high[3]; /* bounding box */
  bool outer, turned;      /* results of surface_turn_outer */
};
/* Sets `turned` if some outer shells face outwards and others inwards. If all face inwards, none is turned here,
 * because surface_measure turns the whole surface. */
int surface_turn_outer(struct shell *shell, size_t count, struct tile_error *e);

#endif

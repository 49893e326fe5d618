/* Which way the shells of a surface face. */
#ifndef SURFACE_OUTER_H
#define SURFACE_OUTER_H

#include "own.h"

struct shell {
  bool closed;             /* each side has one partner: others stay as they are */
  double volume;           /* six times that, in units cubed; below 0: it faces inwards */
  int32_t low[3], high[3]; /* its box */
  bool outer, turned;      /* found by: */
};
/* Where outer shells face both ways those that face inwards are `turned`. Where all do nothing is, as surface_measure turns the whole. */
int surface_turn_outer(struct shell *shell, size_t count, struct tile_error *e);

#endif

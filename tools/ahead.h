/* Slices decoded by several threads before they are asked for. */
#ifndef AHEAD_H
#define AHEAD_H

#include "tile.h"

/* Reads slice z into values. Calls run at the same time, each with a lane of its own. */
typedef int ahead_read(void *lanes, int lane, int64_t z, double *values, struct tile_error *e);

struct ahead {
  int lanes;      /* 1: nothing is read ahead */
  int64_t slices; /* of the whole stack */
  size_t count;   /* values of a slice */
  struct ahead_team *team; /* NULL until the first slice, and with one lane */
};

/* As many lanes as OpenMP would have threads, if the stack is worth it and 64 MiB hold their slices. Never fails: one
 * lane does, too. */
void ahead_begin(struct ahead *a, size_t count, int64_t slices);
void ahead_end(struct ahead *a); /* before the lanes are closed */
/* Slice z, for any z; fast for the next and the one before. Errors are those of slices asked for. */
int ahead_take(struct ahead *a, ahead_read *read, void *lanes, int64_t z, double *values, struct tile_error *e);

#endif

/* The grids of cache.h. */
#ifndef GRID_H
#define GRID_H

#include "cache.h"

enum { POPULATIONS = 19, FLAG = POPULATIONS, CELL = 20 };
enum { FLUID, OBSTACLE, LID };

struct cavity {
  enum grid_kind kind;
  int side;
  /* in values: from a cell to the next along x, y and z, and by how far the grid moves in a step */
  ptrdiff_t cell, row, plane, move;
  ptrdiff_t run; /* rows: from a direction to the next */
  size_t bytes;
  double *memory, *grid[2]; /* cell 0, 0, 0 of each */
  double lid;               /* velocity */
};

/* A cavity at rest, whose grid moves by up to `room` cells. 1: memory is short. */
int cavity_open(struct cavity *c, enum grid_kind kind, int side, int room);
void cavity_close(struct cavity *c);
/* population i of cell x, y, z */
double cavity_value(const struct cavity *c, struct state s, int x, int y, int z, int i);
/* does it lie in the fluid or the lid, so that all variants agree in it? */
bool cavity_inside(const struct cavity *c, int x, int y, int z);

static inline bool is_rows(enum grid_kind kind)
{
  return kind == ROWS || kind == ROWS_MOVING;
}

static inline bool is_moving(enum grid_kind kind)
{
  return kind == MOVING || kind == ROWS_MOVING;
}

#endif

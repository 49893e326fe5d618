/* SPDX-License-Identifier: BSD-3-Clause */
/* Ways to update a cubic cavity, as in K. Iglberger, "Cache optimizations for the lattice Boltzmann method in 3D"
 * (2003): D3Q19, BGK, quasi-compressible, fp64, a lid that moves along x. Populations are h_i = f_i - w_i.
 *
 * A kernel updates a box of cells, from one state to the next; kinds of grids say where its cells lie (grid.c), and
 * blocks in which order boxes are updated (sweep.h). */
#ifndef CACHE_H
#define CACHE_H

#include <stdbool.h>
#include <stddef.h>

struct cavity;

/* A state: the grid, and how far it has moved. */
struct state {
  double *grid;
  int at;
};

/* Cells begin <= n < end along x, y, z. */
struct range {
  int begin, end;
};
struct box {
  struct range along[3];
};

/* Makes new from old in the box, from its end if turn. */
typedef void updater(const struct cavity *c, struct state old, struct state new, const struct box *box, bool turn);

/* TWO: a grid is read, another is written. MERGED: the two cells of a place lie beside each other. MOVING: one grid,
 * which moves by a cell along each axis in a step (grid compression). FIXED: as TWO, of a kernel that cannot move. LINE:
 * two grids without cells around; the rows follow each other. ROWS...: a row has a run of values for each direction, and
 * half-way walls. */
enum grid_kind { TWO, MERGED, MOVING, FIXED, LINE, ROWS, ROWS_MOVING };

/* pushes: collide-stream; otherwise stream-collide */
struct kernel {
  const char *name;
  bool pushes;
  enum grid_kind grid;
  updater *update;
};

/* Blocks of size[] cells (0: all) in which `times` steps are made. */
struct blocks {
  int size[3], times;
};

/* Data access A, B and C of the thesis; unrolled by two; over two merged grids; blocks with conditions in the heads of
 * the loops, and with eight loops; in one loop over all cells. */
updater update_a_sc, update_a_cs, update_b_sc, update_b_cs, update_unrolled_sc, update_unrolled_cs, update_merged_sc,
    update_merged_cs, update_heads_sc, update_eight_sc, update_c_sc, update_c_cs, update_line_sc, update_line_cs;
/* vectors of cells of a row */
updater update_rows;

/* ---- grids (grid.c) ---- */

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

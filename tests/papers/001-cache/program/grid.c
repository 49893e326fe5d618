/* SPDX-License-Identifier: BSD-3-Clause */
/* Where cells lie. Cells of the thesis have 19 populations and a flag, one after another. The outermost of the side^3
 * cells are obstacles; the layer below those of the upper end of z is the lid, where density and velocity are given.
 * Around them lie cells that nothing updates, so that obstacles need no case of their own. */
#include "cache.h"

#include <stdlib.h>
#include <string.h>

enum { LANES = 8, MARGIN = 2 * LANES }; /* of rows */

static bool is_edge(const struct cavity *c, int n)
{
  return n == 0 || n == c->side - 1;
}

static double flag_of(const struct cavity *c, int x, int y, int z)
{
  if (is_edge(c, x) || is_edge(c, y) || is_edge(c, z))
    return OBSTACLE;
  return z == c->side - 2 ? LID : FLUID;
}

bool cavity_inside(const struct cavity *c, int x, int y, int z)
{
  return is_rows(c->kind) || flag_of(c, x, y, z) != OBSTACLE;
}

static void mark_cells(struct cavity *c, double *grid)
{
  for (int z = 0; z < c->side; z++)
    for (int y = 0; y < c->side; y++)
      for (int x = 0; x < c->side; x++)
        grid[z * c->plane + y * c->row + x * c->cell + FLAG] = flag_of(c, x, y, z);
}

/* The strides; answers the values before the first cell, and in all grids. */
static size_t place_cells(struct cavity *c, ptrdiff_t edge, ptrdiff_t *first, ptrdiff_t *second)
{
  c->cell = c->kind == MERGED ? 2 * CELL : CELL;
  c->row = c->cell * edge;
  c->plane = c->row * edge;
  *first = c->plane + c->row + c->cell;
  const ptrdiff_t one = c->kind == LINE ? c->plane * c->side + 2 * *first : c->plane * edge;
  *second = c->kind == MERGED ? *first + CELL : c->kind == MOVING ? *first : *first + one;
  return (size_t)(c->kind == MERGED || c->kind == MOVING ? one : 2 * one);
}

static size_t place_rows(struct cavity *c, ptrdiff_t edge, ptrdiff_t *first, ptrdiff_t *second)
{
  c->cell = 1;
  c->run = (edge + 2 * MARGIN) / LANES * LANES;
  c->row = c->run * POPULATIONS;
  c->plane = c->row * edge;
  *first = MARGIN;
  *second = c->kind == ROWS ? c->plane * edge + MARGIN : MARGIN;
  return (size_t)(c->plane * edge * (c->kind == ROWS ? 2 : 1));
}

int cavity_open(struct cavity *c, enum grid_kind kind, int side, int room)
{
  *c = (struct cavity){.kind = kind, .side = side, .lid = 0.05};
  const bool around = kind != LINE && !is_rows(kind);
  const ptrdiff_t edge = side + (around ? 2 : 0) + (is_moving(kind) ? room : 0);
  ptrdiff_t first, second;
  const size_t values = (is_rows(kind) ? place_rows : place_cells)(c, edge, &first, &second);
  c->move = is_moving(kind) ? c->plane + c->row + c->cell : 0;
  c->bytes = values * sizeof(double);
  c->memory = aligned_alloc(64, (c->bytes + 63) / 64 * 64);
  if (!c->memory)
    return 1;
#pragma omp parallel for schedule(static)
  for (size_t n = 0; n < values; n++)
    c->memory[n] = 0;
  c->grid[0] = c->memory + first;
  c->grid[1] = c->memory + second;
  for (int k = 0; k < 2 && !is_rows(kind); k++)
    mark_cells(c, c->grid[k]);
  return 0;
}

void cavity_close(struct cavity *c)
{
  free(c->memory);
}

double cavity_value(const struct cavity *c, struct state s, int x, int y, int z, int i)
{
  const double *cell = s.grid + s.at * c->move + z * c->plane + y * c->row + x * c->cell;
  return cell[is_rows(c->kind) ? i * c->run : i];
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "on_surface.h"
#include "vectors.h"

#include <math.h>
#include <stdlib.h>

static int64_t cell_of(const struct near_points *p, const int64_t at[3])
{
  return at[0] + p->grid[0] * (at[1] + p->grid[1] * at[2]);
}

static int compare(const void *a, const void *b)
{
  const struct near_point *one = a, *other = b;
  if (one->cell != other->cell)
    return one->cell < other->cell ? -1 : 1;
  return (one->number > other->number) - (one->number < other->number);
}

/* The box of all points, with a cell around it. */
static void find_box(struct near_points *p, const struct vtp_array *place)
{
  double high[3] = {-INFINITY, -INFINITY, -INFINITY}, at[3];
  for (int a = 0; a < 3; a++)
    p->low[a] = INFINITY;
  for (size_t i = 0; i < p->count; i++) {
    place->point(place->self, i, at);
    for (int a = 0; a < 3; a++) {
      p->low[a] = fmin(p->low[a], at[a]);
      high[a] = fmax(high[a], at[a]);
    }
  }
  for (int a = 0; a < 3; a++) {
    p->low[a] -= p->width;
    p->grid[a] = (int64_t)((high[a] - p->low[a]) / p->width) + 2;
  }
}

int near_points_make(struct near_points *p, size_t count, double width, const struct vtp_array *place,
                     const struct vtp_array *normal, struct tile_error *e)
{
  *p = (struct near_points){.point = tile_alloc(count + 1, sizeof *p->point), .count = count, .width = width};
  if (!p->point)
    return tile_fail_memory(e, count * sizeof *p->point, "the points of the wall");
  if (count)
    find_box(p, place);
  for (size_t i = 0; i < count; i++) {
    struct near_point *n = &p->point[i];
    int64_t cell[3];
    place->point(place->self, i, n->at);
    normal->point(normal->self, i, n->normal);
    n->number = i;
    for (int a = 0; a < 3; a++) {
      n->at[a] = (n->at[a] - p->low[a]) / width;
      cell[a] = (int64_t)n->at[a];
    }
    n->cell = cell_of(p, cell);
  }
  qsort(p->point, count, sizeof *p->point, compare);
  return 0;
}

void near_points_free(struct near_points *p)
{
  free(p->point);
  *p = (struct near_points){0};
}

/* The first point of this cell or a later one. */
static size_t first_of(const struct near_points *p, int64_t cell)
{
  size_t low = 0, high = p->count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (p->point[middle].cell < cell)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Three cells in a row along x. */
static void try_row(const struct near_points *p, const int64_t cell[3], const double at[3], const double side[3],
                    double alike, const struct near_point **best, double *least)
{
  const int64_t middle = cell_of(p, cell);
  for (size_t i = first_of(p, middle - 1); i < p->count && p->point[i].cell <= middle + 1; i++) {
    const struct near_point *n = &p->point[i];
    const double d[3] = {n->at[0] - at[0], n->at[1] - at[1], n->at[2] - at[2]}, square = tile_dot(d, d);
    if (square > *least || (square == *least && *best) || tile_dot(n->normal, side) < alike)
      continue;
    *least = square;
    *best = n;
  }
}

const struct near_point *near_points_find(const struct near_points *p, const double at[3], const double side[3],
                                          double alike)
{
  const struct near_point *best = NULL;
  double own[3], least = 1;
  int64_t cell[3];
  for (int a = 0; a < 3; a++) {
    own[a] = (at[a] - p->low[a]) / p->width;
    if (!(own[a] >= 0 && own[a] < (double)p->grid[a]))
      return NULL;
    cell[a] = (int64_t)own[a];
  }
  for (int64_t z = cell[2] - 1; z <= cell[2] + 1; z++)
    for (int64_t y = cell[1] - 1; y <= cell[1] + 1; y++)
      try_row(p, (const int64_t[]){cell[0], y, z}, own, side, alike, &best, &least);
  return best;
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "flow_at.h"

#include <math.h>
#include <string.h>

static bool has_patch(const struct tile_domain *d, int axis, char side)
{
  for (int i = 0; i < d->patches; i++)
    if (d->patch[i].face[0] == 'x' + axis && d->patch[i].face[1] == side)
      return true;
  return false;
}

/* Brings a node beside the grid into it: across a periodic face to the other side, at a patch back. Returns false at any
 * other face, which is a wall. */
static bool bring_in(const struct tile_domain *d, int64_t node[3])
{
  for (int a = 0; a < 3; a++) {
    const int64_t n = d->grid[a];
    const bool below = node[a] < 0, periodic = d->periodic >> a & 1;
    if (!below && node[a] < n)
      continue;
    if (!periodic && !has_patch(d, a, below ? '-' : '+'))
      return false;
    node[a] = below == periodic ? n - 1 : 0;
  }
  return true;
}

/* The eight nodes around a point, number c with bit a for the upper one along axis a, and the place of the point. */
struct cell {
  bool fluid[8];
  unsigned open[8]; /* their links that leave through openings, if one of the nodes is solid */
  double value[8][FIELDS];
  int near;    /* number of the nearest node */
  double t[3]; /* from the nearest node, 0, half-way to the next one, 1 */
};

static void read_cell(struct cell *cell, const struct fields *f, const double at[3])
{
  double low[3];
  cell->near = 0;
  for (int a = 0; a < 3; a++) {
    low[a] = floor(at[a]);
    const double part = at[a] - low[a];
    cell->near |= (part >= 0.5) << a;
    cell->t[a] = 2 * (part >= 0.5 ? 1 - part : part);
  }
  int64_t node[8][3];
  int solid = 0;
  for (int c = 0; c < 8; c++) {
    for (int a = 0; a < 3; a++)
      node[c][a] = (int64_t)low[a] + (c >> a & 1);
    cell->fluid[c] = bring_in(&f->domain, node[c]) && fields_node(f, node[c], cell->value[c]);
    solid += !cell->fluid[c];
  }
  for (int c = 0; c < 8; c++)
    cell->open[c] = solid && cell->fluid[c] ? fields_cut_links(f, node[c], true) : 0;
}

/* Does the link from a node that is not solid to another one leave through an opening? */
static bool leads_out(const struct cell *cell, int from, int to)
{
  for (int i = 1; i < TILE_LINKS; i++) {
    int same = 0;
    for (int a = 0; a < 3; a++)
      same += tile_link[i][a] == (to >> a & 1) - (from >> a & 1);
    if (same == 3)
      return cell->open[from] >> i & 1;
  }
  return false;
}

/* A wall between these two nodes, one of which at least is not solid? */
static bool is_wall_between(const struct cell *cell, int a, int b)
{
  return cell->fluid[a] != cell->fluid[b] && !leads_out(cell, cell->fluid[a] ? a : b, cell->fluid[a] ? b : a);
}

/* Is the point half-way from the nearest node to the next one along the axes `half` among these nodes? */
static bool is_around(const struct cell *cell, int half, int c)
{
  return (c & ~half) == (cell->near & ~half);
}

/* Does a wall across this axis pass through that point? */
static bool is_wall(const struct cell *cell, int half, int axis)
{
  for (int c = 0; c < 8 && half >> axis & 1; c++)
    if (is_around(cell, half, c) && is_wall_between(cell, c, c ^ 1 << axis))
      return true;
  return false;
}

/* Gets the values at that point: the mean of the nodes around it that are not solid, and 0 for the velocity into a wall. */
static void read_between(const struct cell *cell, int half, double mean[FIELDS])
{
  int fluid = 0;
  memset(mean, 0, FIELDS * sizeof *mean);
  for (int c = 0; c < 8; c++) {
    if (!is_around(cell, half, c) || !cell->fluid[c])
      continue;
    fluid++;
    for (int i = 0; i < FIELD_VALUES; i++)
      mean[i] += cell->value[c][i];
  }
  for (int i = 0; i < FIELD_VALUES; i++)
    mean[i] /= fluid > 0 ? fluid : 1;
  for (int a = 0; a < 3; a++)
    if (is_wall(cell, half, a))
      mean[FIELD_UX + a] = 0;
}

void flow_interpolate(const struct fields *f, const double at[3], double value[FIELDS])
{
  struct cell cell;
  double mean[FIELDS];
  read_cell(&cell, f, at);
  memset(value, 0, FIELDS * sizeof *value);
  for (int half = 0; half < 8; half++) {
    double weight = 1;
    for (int a = 0; a < 3; a++)
      weight *= half >> a & 1 ? cell.t[a] : 1 - cell.t[a];
    read_between(&cell, half, mean);
    for (int i = 0; i < FIELD_VALUES; i++)
      value[i] += weight * mean[i];
  }
}

/* Does an opening lie between the nearest node, which is solid, and those beside it that are not? The neighbours along
 * one axis decide, or else those along two. */
static bool is_beyond_opening(const struct cell *cell)
{
  for (int axes = 1; axes <= 2; axes++) {
    int fluid = 0, out = 0;
    for (int c = 0; c < 8; c++)
      if (cell->fluid[c] && __builtin_popcount((unsigned)(c ^ cell->near)) == axes) {
        fluid++;
        out += leads_out(cell, c, cell->near);
      }
    if (fluid)
      return out > 0;
  }
  return false;
}

static enum streamline_place place_of(const struct fields *f, const double at[3])
{
  int64_t node[3];
  double value[FIELDS];
  struct cell cell;
  if (!fields_inside(f, at))
    return STREAMLINE_OUTSIDE;
  for (int a = 0; a < 3; a++)
    node[a] = (int64_t)floor(at[a] + 0.5);
  if (bring_in(&f->domain, node) && fields_node(f, node, value))
    return STREAMLINE_FLOW;
  read_cell(&cell, f, at);
  return is_beyond_opening(&cell) ? STREAMLINE_OUTSIDE : STREAMLINE_WALL;
}

enum streamline_place flow_velocity(void *self, const double at[3], double u[3])
{
  const struct fields *f = self;
  double value[FIELDS];
  const enum streamline_place place = place_of(f, at);
  if (place != STREAMLINE_FLOW)
    return place;
  flow_interpolate(f, at, value);
  memcpy(u, value + FIELD_UX, 3 * sizeof *u);
  return STREAMLINE_FLOW;
}

/* SPDX-License-Identifier: BSD-3-Clause */
#include "pose.h"

#include "vectors.h"

#include <math.h>

void pose_orient(struct pose *p, const double step[3][3])
{
  p->oriented = true;
  for (int a = 0; a < 3; a++) {
    double length = tile_length(step[a]);
    p->oriented = p->oriented && length > 0 && isfinite(length);
    for (int i = 0; i < 3; i++)
      p->axis[a][i] = step[a][i] / length + 0.0; /* no -0 */
  }
}

void pose_centre(struct pose *p, const double centre[3], const double side[3])
{
  p->placed = p->oriented;
  for (int i = 0; i < 3; i++) {
    p->origin[i] = centre[i];
    for (int a = 0; a < 3; a++)
      p->origin[i] -= 0.5 * side[a] * p->axis[a][i];
    p->placed = p->placed && isfinite(p->origin[i]) && (i == 2 || side[i] > 0); /* z: one slice has no thickness */
  }
}

void pose_turn(struct pose *p, int i)
{
  p->origin[i] = 0.0 - p->origin[i];
  for (int a = 0; a < 3; a++)
    p->axis[a][i] = 0.0 - p->axis[a][i];
}

bool pose_is_straight(const struct pose *p)
{
  double most = 0;
  for (int a = 0; a < 3 && p->oriented; a++)
    most = fmax(most, fabs(tile_dot(p->axis[a], p->axis[(a + 1) % 3])));
  return most <= 1e-3;
}

void pose_shift(struct pose *p, int a, double length)
{
  for (int i = 0; i < 3 && p->placed; i++)
    p->origin[i] += length * p->axis[a][i];
}

void pose_reverse(struct pose *p, int a, double length)
{
  pose_shift(p, a, length);
  for (int i = 0; i < 3; i++)
    p->axis[a][i] = 0.0 - p->axis[a][i];
}

/* ---- two grids ---- */

/* The axis of g that is most nearly parallel to a direction. */
static int parallel_axis(const struct pose_grid *g, const double direction[3])
{
  int best = 0;
  for (int a = 1; a < 3; a++)
    if (fabs(tile_dot(g->pose->axis[a], direction)) > fabs(tile_dot(g->pose->axis[best], direction)))
      best = a;
  return best;
}

void pose_middle(const struct pose_grid *g, double middle[3])
{
  for (int i = 0; i < 3; i++) {
    middle[i] = g->pose->origin[i];
    for (int a = 0; a < 3; a++)
      middle[i] += 0.5 * (double)g->count[a] * g->side[a] * g->pose->axis[a][i];
  }
}

/* The point at the lower or the upper end of each axis. upper: a bit for each axis. */
static void corner(const struct pose_grid *g, unsigned upper, double at[3])
{
  for (int i = 0; i < 3; i++) {
    at[i] = g->pose->origin[i];
    for (int a = 0; a < 3; a++)
      at[i] += upper >> a & 1 ? (double)g->count[a] * g->side[a] * g->pose->axis[a][i] : 0;
  }
}

/* The corner of the other grid that should be that corner of the grid. */
static unsigned same_corner(const struct pose_match *m, unsigned upper)
{
  unsigned other = 0;
  for (int a = 0; a < 3; a++)
    other |= ((upper >> a & 1) != m->reversed[a] ? 1u : 0u) << m->from[a];
  return other;
}

static bool are_near(const struct pose_grid *g, const double a[3], const double b[3])
{
  const double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  for (int k = 0; k < 3; k++)
    if (!(fabs(tile_dot(d, g->pose->axis[k])) <= 0.1 * g->side[k]))
      return false;
  return true;
}

bool pose_match(struct pose_match *m, const struct pose_grid *grid, const struct pose_grid *other)
{
  unsigned used = 0;
  bool same = true;
  for (int a = 0; a < 3; a++) {
    m->from[a] = parallel_axis(other, grid->pose->axis[a]);
    m->reversed[a] = tile_dot(grid->pose->axis[a], other->pose->axis[m->from[a]]) < 0;
    same = same && grid->count[a] == other->count[m->from[a]];
    used |= 1u << m->from[a];
  }
  for (unsigned upper = 0; upper < 8 && same && used == 7; upper++) {
    double mine[3], theirs[3];
    corner(grid, upper, mine);
    corner(other, same_corner(m, upper), theirs);
    same = are_near(grid, mine, theirs);
  }
  return same && used == 7;
}

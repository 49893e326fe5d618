/* SPDX-License-Identifier: BSD-3-Clause */
/* The grey level is assumed to be linear along each axis between the centres of voxels. Along a diagonal link it is
 * then a parabola through the four centres at the corners of the cell face that the link crosses. */
#include "wall_link.h"

#include <math.h>
#include <stdlib.h>

/* ---- the grey level along a link ---- */

/* A parabola is `from` <= 0 at 0 and `to` >= 0 at 1; returns its only root in between. `mean` is the mean of the two
 * other corners of the face: the parabola is a t^2 + b t + from. Of the two formulas for the root the one without
 * cancellation is used. */
static double rise(double from, double mean, double to)
{
  const double a = from - 2 * mean + to, b = 2 * (mean - from), root = sqrt(fmax(b * b - 4 * a * from, 0));
  return b >= 0 ? -2 * from / (b + root) : (root - b) / (2 * a);
}

const struct layer *slab_layer(const struct slab *w, int64_t z)
{
  return &w->layer[(z + 3) % 3];
}

/* Replaces a position beyond planes of --mirror by that of which it is the mirror image; false if it is not beyond. */
static bool reflect(const struct slab *w, int64_t at[3])
{
  bool beyond = false;
  for (int a = 0; a < 3; a++) {
    const int64_t n = w->pass->source->grid[a];
    if (!(w->pass->mirror >> a & 1) || (at[a] >= 0 && at[a] < n))
      continue;
    at[a] = at[a] < 0 ? -1 - at[a] : 2 * n - 1 - at[a];
    beyond = true;
  }
  return beyond;
}

static double value_at(const struct slab *w, const int64_t at[3])
{
  const int64_t *n = w->pass->source->grid;
  int64_t in[3] = {at[0], at[1], at[2]};
  reflect(w, in);
  return slab_layer(w, in[2])->value[in[1] * n[0] + in[0]];
}

/* The mean of the two other corners of the face that a diagonal link crosses; `middle` for a link along an axis. */
static double mean_beside(const struct slab *w, const int64_t at[3], const signed char link[3], double middle)
{
  double sum = 0;
  if (abs(link[0]) + abs(link[1]) + abs(link[2]) == 1)
    return middle;
  for (int a = 0; a < 3; a++)
    if (link[a]) {
      int64_t beside[3] = {at[0], at[1], at[2]};
      beside[a] += link[a];
      sum += value_at(w, beside);
    }
  return isfinite(sum) ? sum / 2 : middle;
}

/* Returns false if a value is NaN. */
static bool grey_cut(const struct slab *w, const int64_t at[3], const signed char link[3], double *q)
{
  const int64_t to[3] = {at[0] + link[0], at[1] + link[1], at[2] + link[2]};
  const double first = value_at(w, at), last = value_at(w, to);
  *q = rise(first, mean_beside(w, at, link, (first + last) / 2), last);
  return first <= 0 && last >= 0;
}

/* ---- links ---- */

/* A link through a plane of --mirror, or through the edge of two: its first half up to there, then the mirror image of
 * its second half. */
static bool reflected_cut(const struct source_walls *s, const double from[3], const double through[3],
                          const double to[3], double *q)
{
  double middle[3];
  for (int a = 0; a < 3; a++)
    middle[a] = (from[a] + through[a]) / 2;
  const bool before = s->cut(s->of, from, middle, q), cut = before || s->cut(s->of, middle, to, q);
  *q = before ? *q / 2 : (1 + *q) / 2;
  return cut;
}

static bool shape_cut(const struct slab *w, const int64_t at[3], const signed char link[3], double *q)
{
  const struct source_walls *s = &w->pass->source->walls;
  double from[3], through[3], to[3];
  int64_t end[3] = {at[0] + link[0], at[1] + link[1], at[2] + link[2]};
  const bool reflected = reflect(w, end);
  for (int a = 0; a < 3; a++) {
    from[a] = (double)at[a] + s->begin[a];
    through[a] = from[a] + link[a];
    to[a] = (double)end[a] + s->begin[a];
  }
  return reflected ? reflected_cut(s, from, through, to, q) : s->cut(s->of, from, to, q);
}

/* Axes along which the source knows its walls beyond the grid, unless --pad adds layers there. */
static unsigned known_beyond(const struct segmentation *p)
{
  unsigned known = p->source->walls.cut ? p->source->walls.beyond : 0;
  for (int i = 0; i < p->pads.count; i++)
    known &= ~(1u << p->pads.pad[i].axis);
  return known;
}

/* The end of a link; beyond the grid walls may be known. */
enum end { END_FLUID, END_SOLID, END_BEYOND, END_UNKNOWN };

static enum end end_of(const struct slab *w, const int64_t at[3], const signed char link[3])
{
  const int64_t *n = w->pass->source->grid;
  int64_t to[3] = {at[0] + link[0], at[1] + link[1], at[2] + link[2]};
  unsigned out = 0;
  reflect(w, to);
  for (int a = 0; a < 3; a++)
    out |= to[a] < 0 || to[a] >= n[a] ? 1u << a : 0;
  if (out)
    return out & ~known_beyond(w->pass) ? END_UNKNOWN : END_BEYOND;
  return slab_layer(w, to[2])->state[to[1] * n[0] + to[0]] & WALL_FLUID ? END_FLUID : END_SOLID;
}

/* Solid voxels of a shape are behind its wall, even if rounding says otherwise. */
bool wall_cuts(const struct slab *w, const int64_t at[3], const signed char link[3], double *q)
{
  const enum end end = end_of(w, at, link);
  if (end == END_FLUID || end == END_UNKNOWN)
    return false;
  if (!w->pass->source->classified)
    return grey_cut(w, at, link, q);
  return shape_cut(w, at, link, q) || (end == END_SOLID && (*q = 1, true));
}

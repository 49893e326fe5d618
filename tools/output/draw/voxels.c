/* SPDX-License-Identifier: BSD-3-Clause */
#include "voxels.h"

#include <math.h>

/* How bright a surface is away from the light, and in the shadow of another. */
#define DARK 0.6
#define SHADOW 0.72
enum { NEAR = 2, SHADOWS = 48 }; /* voxels: around a surface, for its direction; within which others throw shadows */
#define ENOUGH 0.99

struct scene {
  const struct voxels *voxels;
  double light[3]; /* towards it */
  double in[3];    /* along the rays */
};

/* A ray on its way through voxels. */
struct ray {
  int64_t cell[3];
  int step[3];
  double next[3], each[3]; /* where it crosses the next border along each axis, and how far apart borders are */
  double at;
  int axis; /* along which it crossed the last one */
};

/* ---- rays ------------------------------------------------------------------------- */

static bool inside(const struct ray *r, const struct voxels *x)
{
  for (int a = 0; a < 3; a++)
    if (r->cell[a] < 0 || r->cell[a] >= x->grid[a])
      return false;
  return true;
}

static void aim(struct ray *r, const double from[3], const double in[3], double at)
{
  for (int a = 0; a < 3; a++) {
    const double p = from[a] + at * in[a];
    r->cell[a] = (int64_t)floor(p);
    r->step[a] = in[a] > 0 ? 1 : -1;
    r->each[a] = fabs(in[a]) > 1e-12 ? 1 / fabs(in[a]) : INFINITY;
    r->next[a] = isinf(r->each[a]) ? INFINITY : at + (in[a] > 0 ? floor(p) + 1 - p : p - floor(p)) * r->each[a];
  }
  r->at = at;
}

/* Moves to the next voxel, and returns the length inside the one before. */
static double go(struct ray *r)
{
  const int a = r->next[0] < r->next[1] ? (r->next[0] < r->next[2] ? 0 : 2) : r->next[1] < r->next[2] ? 1 : 2;
  const double length = r->next[a] - r->at;
  r->at = r->next[a];
  r->next[a] += r->each[a];
  r->cell[a] += r->step[a];
  r->axis = a;
  return length;
}

/* Sets the ray to where it enters the box; false: it does not. */
static bool enter(struct ray *r, const struct scene *s, const double from[3])
{
  double begin = -INFINITY, end = INFINITY;
  int axis = 0;
  for (int a = 0; a < 3; a++) {
    const double low = -from[a] / s->in[a], high = ((double)s->voxels->grid[a] - from[a]) / s->in[a];
    if (fabs(s->in[a]) < 1e-12) {
      if (from[a] < 0 || from[a] > (double)s->voxels->grid[a])
        return false;
      continue;
    }
    if (fmin(low, high) > begin) {
      begin = fmin(low, high);
      axis = a;
    }
    end = fmin(end, fmax(low, high));
  }
  if (!(begin < end))
    return false;
  aim(r, from, s->in, begin + 1e-9);
  r->axis = axis;
  return true;
}

/* ---- what a ray meets ------------------------------------------------------------- */

static unsigned char value_at(const struct voxels *x, const int64_t cell[3])
{
  return x->value[cell[0] + x->grid[0] * (cell[1] + x->grid[1] * cell[2])];
}

static bool is_cut(const struct scene *s, const int64_t cell[3])
{
  for (int a = 0; a < 3 && s->voxels->cut; a++)
    if ((2 * cell[a] >= s->voxels->grid[a]) != (s->in[a] < 0))
      return false;
  return s->voxels->cut;
}

/* The direction of a surface, away from the solid around it. */
static void normal_of(double to[3], const struct voxels *x, const int64_t cell[3])
{
  int64_t at[3];
  to[0] = to[1] = to[2] = 0;
  for (int64_t k = -NEAR; k <= NEAR; k++)
    for (int64_t j = -NEAR; j <= NEAR; j++)
      for (int64_t i = -NEAR; i <= NEAR; i++) {
        const int64_t by[3] = {i, j, k};
        for (int a = 0; a < 3; a++)
          at[a] = cell[a] + by[a] < 0 ? 0 : cell[a] + by[a] < x->grid[a] ? cell[a] + by[a] : x->grid[a] - 1;
        for (int a = 0; a < 3 && value_at(x, at) != VOXELS_SOLID; a++)
          to[a] += (double)by[a];
      }
}

/* How deep the shadow is that others throw, the nearer the deeper: it has no edge where it ends. */
static double shadow_of(const struct scene *s, const struct ray *hit, const double from[3], const double normal[3])
{
  struct ray r;
  double start[3];
  for (int a = 0; a < 3; a++)
    start[a] = from[a] + (hit->at - 1e-6) * s->in[a] + 0.8 * normal[a];
  aim(&r, start, s->light, 0);
  bool left = false; /* its own solid, in which it may begin */
  for (int i = 0; r.at < SHADOWS && inside(&r, s->voxels); i++, go(&r)) {
    const bool solid = !is_cut(s, r.cell) && value_at(s->voxels, r.cell) == VOXELS_SOLID;
    if (solid && (left || i > NEAR))
      return 1 - r.at / SHADOWS;
    left = left || !solid;
  }
  return 0;
}

/* How bright the solid is that the ray has met. flat: from outside, at a cut or at the border. */
static double brightness(const struct scene *s, const struct ray *r, const double from[3], bool flat)
{
  double normal[3] = {0}, length = 0, lit = 0;
  if (!flat)
    normal_of(normal, s->voxels, r->cell);
  for (int a = 0; a < 3; a++)
    length = hypot(length, normal[a]);
  if (!(length > 0))
    normal[r->axis] = -r->step[r->axis];
  for (int a = 0; a < 3; a++) {
    normal[a] /= length > 0 ? length : 1;
    lit += normal[a] * s->light[a];
  }
  return lit > 0 ? (DARK + (1 - DARK) * lit) * (1 - (1 - SHADOW) * shadow_of(s, r, from, normal))
                 : DARK * (1 + 0.3 * lit);
}

/* ---- pixels ----------------------------------------------------------------------- */

/* Light that has been met, and the share of the pixel that it fills. */
struct seen {
  double light[3], share;
};

static void add(struct seen *t, const double light[3], double share)
{
  const double more = (1 - t->share) * share;
  for (int k = 0; k < 3; k++)
    t->light[k] += more * light[k];
  t->share += more;
}

static void follow(struct seen *t, const struct scene *s, struct ray *r, const double from[3])
{
  const struct voxels *x = s->voxels;
  for (bool outside = true; inside(r, x) && t->share < ENOUGH;) {
    const unsigned char value = value_at(x, r->cell);
    if (is_cut(s, r->cell)) {
      go(r);
      outside = true;
    } else if (value != VOXELS_SOLID) {
      const struct colour c = x->colour[value];
      const double length = go(r);
      add(t, (const double[]){c.r, c.g, c.b}, 1 - exp(-length * (double)x->density[value]));
      outside = false;
    } else if (x->cut) {
      const double bright = brightness(s, r, from, outside);
      add(t, (const double[]){x->stone.r * bright, x->stone.g * bright, x->stone.b * bright}, 1);
    } else {
      go(r);
      outside = false;
    }
  }
}

static void look(struct view *v, const struct scene *s, int64_t column, int64_t row)
{
  double from[3];
  struct ray r;
  struct seen t = {0};
  view_point(v, from, (double)column + 0.5, (double)row + 0.5);
  if (!enter(&r, s, from))
    return;
  follow(&t, s, &r, from);
  if (!(t.share > 0))
    return;
  canvas_blend(&v->fine, column, row, fmin(1, t.share / ENOUGH),
               (struct colour){(unsigned char)lround(t.light[0] / t.share), (unsigned char)lround(t.light[1] / t.share),
                               (unsigned char)lround(t.light[2] / t.share)});
}

void view_voxels(struct view *v, const struct voxels *x)
{
  struct scene s = {.voxels = x};
  double length = 0;
  for (int a = 0; a < 3; a++) {
    s.in[a] = v->axis[2][a];
    s.light[a] = -0.35 * v->axis[0][a] + 0.55 * v->axis[1][a] - v->axis[2][a];
    length = hypot(length, s.light[a]);
  }
  for (int a = 0; a < 3; a++)
    s.light[a] /= length;
#pragma omp parallel for schedule(dynamic, 4)
  for (int64_t row = 0; row < v->fine.height; row++)
    for (int64_t column = 0; column < v->fine.width; column++)
      look(v, &s, column, row);
}

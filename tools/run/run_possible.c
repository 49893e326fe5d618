/* SPDX-License-Identifier: BSD-3-Clause */
/* Flows that cannot be, found before the first step: nothing leads along the drive, or no steady flow exists. */
#include "run_setup.h"

#include "boundary.h"
#include "tile_make.h"
#include "tile_measure.h"
#include "vectors.h"

#include <math.h>

/* ---- ways along the drive ---------------------------------------------------- */

/* "x", "x and z", "x, y and z" or "no axis". */
static const char *axes_through(const struct tile_paths *p)
{
  static const char *const names[8] = {"no axis", "x", "y", "x and y", "z", "x and z", "y and z", "x, y and z"};
  return names[(p->through[0] ? TILE_X : 0) | (p->through[1] ? TILE_Y : 0) | (p->through[2] ? TILE_Z : 0)];
}

static int need_way_along(int axis, const struct tile_paths *p, struct tile_error *e)
{
  if (p->through[axis])
    return 0;
  return tile_fail(e, TILE_REJECTED,
                   "no way leads through the pore space along %c, so nothing flows; it percolates along %s", 'x' + axis,
                   axes_through(p));
}

static int need_way_along_all(unsigned axes, const struct tile_paths *p, struct tile_error *e)
{
  for (int axis = 0; axis < 3; axis++)
    if (axes >> axis & 1 && need_way_along(axis, p, e))
      return e->code;
  return 0;
}

static int face_number(const struct tile_patch *patch)
{
  return patch->face[0] - 'x' + (patch->face[1] == '+' ? 3 : 0);
}

static int need_way_between(const struct tile_patch patch[2], const struct tile_paths *p, struct tile_error *e)
{
  if (tile_patch_opens(&patch[0]) || tile_patch_opens(&patch[1]) ||
      p->joins[face_number(&patch[0])] >> face_number(&patch[1]) & 1)
    return 0;
  return tile_fail(e, TILE_REJECTED,
                   "no way leads through the pore space from patch '%s' (%s) to patch '%s' (%s), so nothing flows; it "
                   "percolates along %s",
                   patch[0].name, patch[0].face, patch[1].name, patch[1].face, axes_through(p));
}

/* ---- what limits the flow ---------------------------------------------------------- */

static bool is_velocity(const struct lbm_condition *c)
{
  return lbm_sets_velocity(c->kind);
}

/* Without a wall that some node is next to, all nodes of the box are non-solid, thin walls cut no link, and each face has
 * a period or a patch. So a pore space that touches no wall is alone in its box, unless openings of a vessel bound it. */
static bool is_open_box(const struct tile_domain *d)
{
  bool cut = false;
  for (size_t i = 0; i < d->marks; i++)
    cut = cut || d->mark[i].patch == 0;
  return !cut && (double)tile_domain_nonsolid(d) == (double)d->grid[0] * (double)d->grid[1] * (double)d->grid[2];
}

/* The patch of a face 0 ... 5, x- ... z-, x+ ... z+; -1: none. */
static int patch_at(const struct tile_domain *d, int face)
{
  for (int i = 0; i < d->patches; i++)
    if (!tile_patch_opens(d->patch + i) && face_number(d->patch + i) == face)
      return i;
  return -1;
}

static bool has_openings(const struct tile_domain *d)
{
  bool any = false;
  for (int i = 0; i < d->patches; i++)
    any = any || tile_patch_opens(d->patch + i);
  return any;
}

/* What holds the fluid of an open box: a wall or a velocity at a face along every axis, a pressure along the other two
 * axes, where it lets no velocity be. Returns the set of axes along which nothing does. */
static unsigned free_axes(const struct lbm_parameters *p, const struct tile_domain *d)
{
  unsigned is_free = has_openings(d) ? 0 : TILE_X | TILE_Y | TILE_Z;
  for (int face = 0; face < 6; face++) {
    const int patch = patch_at(d, face);
    if (d->periodic >> face % 3 & 1)
      continue;
    if (patch < 0 || p->setup.condition[patch].kind != LBM_AT_PRESSURE)
      return 0;
    is_free &= 1u << face % 3;
  }
  return is_free;
}

/* The sum of body force and pressures along an axis of an open box, over its length. */
static double drive_along(const struct lbm_parameters *p, const struct tile_domain *d, int axis)
{
  const double force = p->setup.force[axis];
  if (d->periodic >> axis & 1)
    return force;
  const struct lbm_condition *c = p->setup.condition;
  const double drop = (c[patch_at(d, axis)].density - c[patch_at(d, axis + 3)].density) / 3,
               push = force * (double)(d->grid[axis] - 1), rounding = 1e-9;
  return fabs(drop + push) > rounding * fabs(drop) ? drop + push : 0;
}

static int need_limit(const struct lbm_parameters *p, const struct tile_domain *d, struct tile_error *e)
{
  const unsigned is_free = is_open_box(d) ? free_axes(p, d) : 0;
  for (int axis = 0; axis < 3; axis++) {
    if (!(is_free >> axis & 1) || drive_along(p, d, axis) == 0)
      continue;
    if (d->periodic == (TILE_X | TILE_Y | TILE_Z))
      return tile_fail(e, TILE_REJECTED,
                       "periodic along x, y and z and without a wall: a force accelerates the fluid for ever, and no "
                       "steady flow exists");
    return tile_fail(e, TILE_REJECTED,
                     "no wall and no velocity limits the flow along %c: %s the fluid for ever, and no steady flow "
                     "exists",
                     'x' + axis, d->periodic >> axis & 1 ? "a force accelerates" : "pressures accelerate");
  }
  return 0;
}

/* ---- where inflow leaves ------------------------------------------------------------- */

/* The velocity of a patch into the domain; 0 where the patch is a wall, a pressure or a lid. */
static double inward(const struct lbm_parameters *p, const struct tile_domain *d, int patch)
{
  const struct lbm_condition *c = p->setup.condition + patch;
  return is_velocity(c) ? tile_dot(c->velocity, d->patch[patch].normal) : 0;
}

/* May a path lead from one patch to another? Where it leads from an opening of a vessel is not known. */
static bool joined(const struct tile_domain *d, const struct tile_paths *paths, int from, int to)
{
  if (tile_patch_opens(d->patch + from) || tile_patch_opens(d->patch + to))
    return true;
  return paths->joins[face_number(d->patch + from)] >> face_number(d->patch + to) & 1;
}

/* Does another patch let out what this one lets in, or in what it lets out? */
static bool has_counterpart(const struct lbm_parameters *p, const struct tile_domain *d, const struct tile_paths *paths,
                            int patch)
{
  for (int i = 0; i < d->patches; i++)
    if (i != patch && joined(d, paths, patch, i) &&
        (p->setup.condition[i].kind == LBM_AT_PRESSURE || inward(p, d, i) * inward(p, d, patch) < 0))
      return true;
  return false;
}

static bool any_flow(const struct lbm_parameters *p, const struct tile_domain *d)
{
  for (int i = 0; i < d->patches; i++)
    if (inward(p, d, i) != 0)
      return true;
  return false;
}

static int need_counterparts(const struct lbm_parameters *p, const struct tile_domain *d, struct tile_error *e)
{
  struct tile_paths paths;
  if (!any_flow(p, d))
    return 0;
  if (tile_paths_make(&paths, d, e))
    return e->code;
  for (int i = 0; i < d->patches; i++) {
    const double in = inward(p, d, i);
    if (in != 0 && !has_counterpart(p, d, &paths, i))
      return tile_fail(
          e, TILE_REJECTED,
          "the fluid that flows %s through patch '%s' %s through no other patch: the mass %s for ever, and "
          "no steady flow exists",
          in > 0 ? "in" : "out", d->patch[i].name, in > 0 ? "leaves" : "comes in", in > 0 ? "grows" : "shrinks");
  }
  return 0;
}

/* ---- all of them --------------------------------------------------------------------- */

int run_check_possible(const struct run_options *o, const struct lbm_parameters *p, const struct tile_domain *d,
                       struct tile_error *e)
{
  /* Other patches with a condition may drive a flow on their own. */
  const bool between = o->axis < 0 && p->drive == LBM_PRESSURE_DRIVE && d->patches == 2;
  struct tile_paths paths;
  if (o->benchmark || d->edge != TILE_EDGE || (o->axis < 0 && !between))
    return 0;
  if (tile_paths_make(&paths, d, e))
    return e->code;
  return between ? need_way_between(d->patch, &paths, e) : need_way_along_all(o->axes, &paths, e);
}

int run_check_steady(const struct run_options *o, const struct lbm_parameters *p, const struct tile_domain *d,
                     struct tile_error *e)
{
  if (o->benchmark || d->edge != TILE_EDGE || !(o->converge > 0))
    return 0;
  return need_limit(p, d, e) || need_counterparts(p, d, e) ? e->code : 0;
}

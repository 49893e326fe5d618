/* What a flow cannot do is told before the first step: pass where nothing leads through, or settle without walls. */
#include "run.h"

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

static bool has_walls(const struct tile_domain *d)
{
  const double nodes = (double)d->grid[0] * (double)d->grid[1] * (double)d->grid[2];
  bool cut = false; /* by thin walls */
  for (size_t i = 0; i < d->marks; i++)
    cut = cut || d->mark[i].patch == 0;
  return d->periodic != (TILE_X | TILE_Y | TILE_Z) || (double)tile_domain_nonsolid(d) < nodes || cut;
}

int run_check_possible(const struct run_options *o, const struct lbm_parameters *p, const struct tile_domain *d,
                       struct tile_error *e)
{
  /* What else has a condition may drive a flow on its own. */
  const bool between = o->axis < 0 && p->drive == LBM_PRESSURE_DRIVE && d->patches == 2;
  struct tile_paths paths;
  if (o->benchmark || d->edge != TILE_EDGE)
    return 0;
  if (p->drive == LBM_FORCE_DRIVE && o->converge > 0 && !has_walls(d))
    return tile_fail(e, TILE_REJECTED,
                     "periodic along x, y and z and without a wall: a force accelerates the fluid for ever, and no "
                     "steady flow exists");
  if (o->axis < 0 && !between)
    return 0;
  if (tile_paths_make(&paths, d, e))
    return e->code;
  return between ? need_way_between(d->patch, &paths, e) : need_way_along_all(o->axes, &paths, e);
}

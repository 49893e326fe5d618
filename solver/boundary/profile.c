/* SPDX-License-Identifier: BSD-3-Clause */
/* Conditions of single places. A velocity that varies over its patch becomes several conditions of constant velocity, and
 * a pressure at an opening of a surface one for each link; the boundary nodes of the patch refer to one of these instead of
 * the condition of the patch. */
#include "boundary.h"
#include "memory.h"

#include <stdlib.h>

/* The number of nodes in half of an axis: a profile is symmetric. */
static int64_t folded(int64_t n)
{
  return (n + 1) / 2;
}

/* The two axes along a face. */
static void axes_of(const struct tile_patch *p, int axis[2])
{
  axis[0] = p->face[0] == 'x' ? 1 : 0;
  axis[1] = p->face[0] == 'z' ? 1 : 2;
}

/* The parabola at the node `at` along an axis, 1 in the middle and 0 at the walls, which are half a link outside of the
 * first and the last node; 1 along a periodic axis. */
static double parabola(const struct tile_domain *d, int axis, int64_t at)
{
  const double n = (double)d->grid[axis], y = (double)at + 0.5;
  return d->periodic >> axis & 1 ? 1 : 4 * y * (n - y) / (n * n);
}

/* Is it a parabola at a face: one condition for each node of a quarter of it? */
static bool is_quartered(const struct lbm_condition *c, const struct tile_patch *p)
{
  return c->kind == LBM_AT_PARABOLA && !tile_patch_opens(p);
}

/* Adds the number of conditions of single places of a patch to *count. */
static int count_places(struct lbm_geometry *g, const struct tile_domain *whole, const struct lbm_condition *condition,
                        int patch, size_t *count, struct tile_error *e)
{
  const struct tile_patch *p = whole->patch + patch;
  int axis[2];
  if (is_quartered(condition + patch, p)) {
    axes_of(p, axis);
    *count += (size_t)(folded(whole->grid[axis[0]]) * folded(whole->grid[axis[1]]));
  } else if (lbm_has_cap(condition[patch].kind, p)) {
    if (lbm_cap_make(g->cap + patch, whole, condition, patch, e))
      return e->code;
    *count += g->cap[patch].count;
  }
  return 0;
}

/* Their values follow from the shape of the flow (solver/flow/pulse.c). */
static void add_cap(struct lbm_geometry *g, int patch)
{
  static const enum lbm_condition_kind kind[LBM_CONDITIONS] = {[LBM_AT_PARABOLA] = LBM_AT_VELOCITY,
                                                               [LBM_AT_FLOW_PARABOLA] = LBM_AT_FLOW,
                                                               [LBM_AT_FLOW_WOMERSLEY] = LBM_AT_FLOW,
                                                               [LBM_AT_PRESSURE] = LBM_AT_PRESSURE};
  const bool links = tile_patch_opens(g->domain->patch + patch);
  g->profile[patch] = g->cap[patch].count ? g->conditions : 0;
  for (size_t n = 0; n < g->cap[patch].count; n++, g->conditions++)
    g->condition[g->conditions] =
        (struct lbm_condition){.kind = kind[g->condition[patch].kind], .back = links ? (int)g->conditions - patch : 0};
}

static void add_velocity(struct lbm_geometry *g, int patch, double share)
{
  struct lbm_condition *c = &g->condition[g->conditions++];
  *c = (struct lbm_condition){.kind = LBM_AT_VELOCITY};
  for (int a = 0; a < 3; a++)
    c->velocity[a] = share * g->condition[patch].velocity[a];
}

/* Along each axis of a face only half of the nodes have conditions of their own: the other half is the mirror image. */
static void add_velocities(struct lbm_geometry *g, int patch)
{
  const struct tile_domain *d = g->domain;
  int axis[2];
  axes_of(&d->patch[patch], axis);
  g->profile[patch] = g->conditions;
  for (int64_t b = 0; b < folded(d->grid[axis[1]]); b++)
    for (int64_t a = 0; a < folded(d->grid[axis[0]]); a++)
      add_velocity(g, patch, parabola(d, axis[0], a) * parabola(d, axis[1], b));
}

int lbm_conditions_make(struct lbm_geometry *g, const struct tile_domain *whole, const struct lbm_condition *condition,
                        struct tile_error *e)
{
  const struct tile_domain *d = g->domain;
  size_t count = (size_t)d->patches;
  g->cap = tile_alloc((size_t)d->patches, sizeof *g->cap);
  if (!g->cap)
    return tile_fail_memory(e, (size_t)d->patches * sizeof *g->cap, "conditions");
  for (int p = 0; p < d->patches; p++)
    if (count_places(g, whole, condition, p, &count, e))
      return e->code;
  g->condition = tile_alloc(count, sizeof *g->condition);
  g->profile = tile_alloc((size_t)d->patches, sizeof *g->profile);
  if (!g->condition || !g->profile)
    return tile_fail_memory(e, count * sizeof *g->condition, "conditions");
  for (int p = 0; p < d->patches; p++)
    g->condition[p] = condition[p];
  g->conditions = (size_t)d->patches;
  for (int p = 0; p < d->patches; p++)
    if (is_quartered(condition + p, d->patch + p))
      add_velocities(g, p);
    else if (lbm_has_cap(condition[p].kind, d->patch + p))
      add_cap(g, p);
  return 0;
}

static int64_t fold(const struct tile_domain *d, int axis, int64_t at)
{
  return at < folded(d->grid[axis]) ? at : d->grid[axis] - 1 - at;
}

uint32_t lbm_condition_of(const struct lbm_geometry *g, int patch, const int64_t at[3])
{
  const struct tile_domain *d = g->domain;
  int axis[2];
  if (!g->profile[patch])
    return (uint32_t)patch;
  if (g->cap[patch].count)
    return (uint32_t)(g->profile[patch] + lbm_cap_first(g->cap + patch, at));
  axes_of(&d->patch[patch], axis);
  return (uint32_t)(g->profile[patch] +
                    (size_t)(fold(d, axis[0], at[axis[0]]) + folded(d->grid[axis[0]]) * fold(d, axis[1], at[axis[1]])));
}

int lbm_patch_of(const struct lbm_geometry *g, uint32_t condition)
{
  int patch = g->domain->patches - 1;
  if (condition < (uint32_t)g->domain->patches)
    return (int)condition;
  while (!g->profile[patch] || g->profile[patch] > condition)
    patch--;
  return patch;
}

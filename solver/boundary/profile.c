/* Conditions of single nodes. A velocity that varies over its patch becomes several conditions of constant velocity;
 * the boundary nodes of the patch refer to one of these instead of the condition of the patch. */
#include "boundary.h"

#include <stdlib.h>

/* The index of a condition has 16 bits in a boundary node. */
enum { MOST = UINT16_MAX };

/* The number of nodes in half of an axis: a profile is symmetric. */
static int64_t folded(int64_t n)
{
  return (n + 1) / 2;
}

/* The two axes along a face. false: the patch is an opening that is not on a face. */
static bool axes_of(const struct tile_patch *p, int axis[2])
{
  if (tile_patch_opens(p))
    return false;
  axis[0] = p->face[0] == 'x' ? 1 : 0;
  axis[1] = p->face[0] == 'z' ? 1 : 2;
  return true;
}

/* The parabola at the node `at` along an axis, 1 in the middle and 0 at the walls, which are half a link outside of the
 * first and the last node; 1 along a periodic axis. */
static double parabola(const struct tile_domain *d, int axis, int64_t at)
{
  const double n = (double)d->grid[axis], y = (double)at + 0.5;
  return d->periodic >> axis & 1 ? 1 : 4 * y * (n - y) / (n * n);
}

/* Adds the number of conditions of a patch to *count: one for each node of a quarter of a face, or one for
 * each level of the profile of an opening. */
static int check_patch(const struct tile_domain *d, int patch, size_t *count, struct tile_error *e)
{
  int axis[2] = {0};
  *count += axes_of(&d->patch[patch], axis) ? (size_t)(folded(d->grid[axis[0]]) * folded(d->grid[axis[1]]))
                                            : (size_t)LBM_RIM_LEVELS;
  if (*count > MOST)
    return tile_fail(e, TILE_USAGE, "patch '%s' is too large for a parabola: up to 500 x 500 nodes always fit",
                     d->patch[patch].name);
  return 0;
}

/* The number of conditions of a flow with a profile: one for each node. Their values belong to the time step. */
static int check_cap(struct lbm_geometry *g, const struct tile_domain *whole, int patch, size_t *count,
                     struct tile_error *e)
{
  if (lbm_cap_make(g->cap + patch, whole, patch, e))
    return e->code;
  *count += g->cap[patch].count;
  if (*count > MOST)
    return tile_fail(e, TILE_USAGE, "patch '%s' has %zu nodes: too many for a profile, give it a plug",
                     g->domain->patch[patch].name, g->cap[patch].count);
  return 0;
}

static void add_cap(struct lbm_geometry *g, int patch)
{
  g->profile[patch] = g->conditions;
  for (size_t n = 0; n < g->cap[patch].count; n++)
    g->condition[g->conditions++] = (struct lbm_condition){.kind = LBM_AT_FLOW};
}

static void add_velocity(struct lbm_geometry *g, int patch, double share)
{
  struct lbm_condition *c = &g->condition[g->conditions++];
  *c = (struct lbm_condition){.kind = LBM_AT_VELOCITY};
  for (int a = 0; a < 3; a++)
    c->velocity[a] = share * g->condition[patch].velocity[a];
}

/* Adds the conditions of a patch. Along each axis of a face only half of the nodes have conditions of their own: the
 * other half is the mirror image. */
static void add_velocities(struct lbm_geometry *g, int patch)
{
  const struct tile_domain *d = g->domain;
  int axis[2] = {0};
  g->profile[patch] = g->conditions;
  if (axes_of(&d->patch[patch], axis)) {
    for (int64_t b = 0; b < folded(d->grid[axis[1]]); b++)
      for (int64_t a = 0; a < folded(d->grid[axis[0]]); a++)
        add_velocity(g, patch, parabola(d, axis[0], a) * parabola(d, axis[1], b));
  } else
    for (int level = 0; level < LBM_RIM_LEVELS; level++)
      add_velocity(g, patch, lbm_rim_share(level));
}

static int make_rims(struct lbm_geometry *g, const struct tile_domain *whole, const struct lbm_condition *condition,
                     struct tile_error *e)
{
  g->rim = tile_alloc((size_t)whole->patches, sizeof *g->rim);
  if (!g->rim)
    return tile_fail_memory(e, (size_t)whole->patches * sizeof *g->rim, "conditions");
  for (int p = 0; p < whole->patches; p++)
    if (condition[p].kind == LBM_AT_PARABOLA && tile_patch_opens(whole->patch + p) &&
        lbm_rim_make(g->rim + p, whole, p, e))
      return e->code;
  return 0;
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
    if ((condition[p].kind == LBM_AT_PARABOLA && check_patch(d, p, &count, e)) ||
        (lbm_has_cap(condition[p].kind) && check_cap(g, whole, p, &count, e)))
      return e->code;
  g->condition = tile_alloc(count, sizeof *g->condition);
  g->profile = tile_alloc((size_t)d->patches, sizeof *g->profile);
  if (!g->condition || !g->profile)
    return tile_fail_memory(e, count * sizeof *g->condition, "conditions");
  for (int p = 0; p < d->patches; p++)
    g->condition[p] = condition[p];
  g->conditions = (size_t)d->patches;
  for (int p = 0; p < d->patches; p++)
    if (condition[p].kind == LBM_AT_PARABOLA)
      add_velocities(g, p);
    else if (lbm_has_cap(condition[p].kind))
      add_cap(g, p);
  return make_rims(g, whole, condition, e);
}

static int64_t fold(const struct tile_domain *d, int axis, int64_t at)
{
  return at < folded(d->grid[axis]) ? at : d->grid[axis] - 1 - at;
}

uint16_t lbm_condition_of(const struct lbm_geometry *g, int patch, const int64_t at[3])
{
  int axis[2] = {0};
  if (!g->profile[patch])
    return (uint16_t)patch;
  if (g->cap[patch].count)
    return (uint16_t)(g->profile[patch] + lbm_cap_node(g->cap + patch, at));
  if (!axes_of(&g->domain->patch[patch], axis))
    return (uint16_t)(g->profile[patch] + (size_t)lbm_rim_level(g->rim + patch, at));
  return (uint16_t)(g->profile[patch] +
                    (size_t)(fold(g->domain, axis[0], at[axis[0]]) +
                             folded(g->domain->grid[axis[0]]) * fold(g->domain, axis[1], at[axis[1]])));
}

int lbm_patch_of(const struct lbm_geometry *g, uint16_t condition)
{
  int patch = g->domain->patches - 1;
  if (condition < g->domain->patches)
    return condition;
  while (!g->profile[patch] || g->profile[patch] > condition)
    patch--;
  return patch;
}
